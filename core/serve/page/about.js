// What a question is about: the unit that moves, the one that is attacked; and which units are bound to which.

import { arrow } from "./arrow.js";
import { drawn } from "./element.js";
import { counter } from "./stack.js";

export class About {
  constructor(table) {
    this.table = table;
    table.onAnswer(() => this.draw());
    table.sheet.on("links", () => this.#links());
    table.sheet.on("stack/", () => this.#links());
  }

  draw() {
    const { board, asked } = this.table;
    this.mark?.remove();
    const things = (asked?.about ?? []).map((thing) => (thing.unit === undefined ? this.#space(thing.space) : this.#unit(thing.unit))).filter(Boolean);
    this.mark = drawn("g", { class: "about" }, things);
    if (things.length > 0) board.layer("marks").prepend(this.mark);
  }

  // Drawn once more above its pile, so that it is seen which one is meant.
  #unit(unit) {
    const { board, asked } = this.table;
    const pile = board.elements.get(unit)?.closest(".pile"), stack = pile?.closest(".stack");
    const piece = stack && board.pieces.get(stack.dataset.space).find((one) => one.id === unit);
    if (!piece) return null;
    const copy = counter(piece, [0, 0]);
    ["role", "aria-label", "data-id"].forEach((name) => copy.removeAttribute(name));
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add(piece.side === asked.side ? "mover" : "target");
    if (piece.side !== asked.side) copy.append(crosshair());
    return drawn("g", { transform: stack.getAttribute("transform") }, drawn("g", { transform: pile.getAttribute("transform") }, copy));
  }

  #space(space) {
    return space !== undefined && this.table.board.at(space) ? this.table.board.outline(space, { class: "about-space" }) : null;
  }

  // Attacks that are declared and not fought yet.
  #links() {
    const { board, sheet } = this.table;
    this.arrows?.remove();
    const at = (unit) => board.at(board.spaceOf(unit));
    const all = (sheet.get("links") ?? []).map(({ from, to }) => at(from) && at(to) && arrow(at(from), at(to), "bound")).filter(Boolean);
    this.arrows = drawn("g", { class: "arrows" }, all);
    if (all.length > 0) board.layer("marks").prepend(this.arrows);
  }
}

function crosshair() {
  return drawn("path", { class: "crosshair", d: "M-760,0H-560M760,0H560M0,-760V-560M0,760V560" });
}
