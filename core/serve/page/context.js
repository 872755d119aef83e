// What a question is about: the unit that moves, the one that is attacked; and which units are bound to which.

import { arrow } from "./arrow.js";
import { svgElement } from "./dom.js";
import { counter } from "./stack.js";

export class ContextMarks {
  constructor(store) {
    this.store = store;
    store.onAnswer(() => this.draw());
    store.snapshot.on("links", () => this.#links());
    store.snapshot.on("stack/", () => this.#links());
  }

  draw() {
    const { board, asked } = this.store;
    this.mark?.remove();
    const things = (asked?.about ?? [])
      .map((thing) => (thing.unit === undefined ? this.#space(thing.space) : this.#unit(thing.unit)))
      .filter(Boolean);
    this.mark = svgElement("g", { class: "about" }, things);
    if (things.length > 0) board.layer("marks").prepend(this.mark);
  }

  // Drawn once more above its pile, so that it is seen which one is meant.
  #unit(unit) {
    const { board, asked } = this.store;
    const pile = board.elements.get(unit)?.closest(".pile"),
      stack = pile?.closest(".stack");
    const piece = stack && board.pieces.get(stack.dataset.space).find((one) => one.id === unit);
    if (!piece) return null;
    const copy = counter(piece, [0, 0]);
    ["role", "aria-label", "data-id"].forEach((name) => copy.removeAttribute(name));
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add(piece.side === asked.side ? "mover" : "target");
    if (piece.side !== asked.side) copy.append(crosshair());
    return svgElement(
      "g",
      { transform: stack.getAttribute("transform") },
      svgElement("g", { transform: pile.getAttribute("transform") }, copy),
    );
  }

  #space(space) {
    return space !== undefined && this.store.board.at(space)
      ? this.store.board.outline(space, { class: "about-space" })
      : null;
  }

  // Attacks that are declared and not fought yet.
  #links() {
    const { board, snapshot } = this.store;
    this.arrows?.remove();
    const at = (unit) => board.at(board.spaceOf(unit));
    const all = (snapshot.get("links") ?? [])
      .map(({ from, to }) => at(from) && at(to) && arrow(at(from), at(to), "bound"))
      .filter(Boolean);
    this.arrows = svgElement("g", { class: "arrows" }, all);
    if (all.length > 0) board.layer("marks").prepend(this.arrows);
  }
}

function crosshair() {
  return svgElement("path", { class: "crosshair", d: "M-760,0H-560M760,0H560M0,-760V-560M0,760V560" });
}
