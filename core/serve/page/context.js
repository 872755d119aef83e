// The context of a question on the board: moving units, attacked units and declared attacks.

import { arrow } from "./arrow.js";
import { closest, svgElement } from "./dom.js";
import { defined } from "./lists.js";
import { counterElement } from "./counter.js";

/** @import { Choice, Counter } from "../protocol.js" */
/** @import { Store } from "./store.js" */

export class ContextMarks {
  /** @type {SVGElement | null} */
  #context = null;
  /** @type {SVGElement | null} */
  #links = null;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    store.onChange(() => this.#drawContext());
    store.snapshot.on("links", () => this.#drawLinks());
    store.snapshot.on("stack/", () => this.#drawLinks());
  }

  #drawContext() {
    this.#context?.remove();
    const marks = defined((this.store.question?.context ?? []).map((choice) => this.#mark(choice)));
    this.#context = svgElement("g", { class: "context" }, marks);
    if (marks.length > 0) this.store.board.layer("marks").prepend(this.#context);
  }

  /** @param {Choice} choice */
  #mark({ unit, space }) {
    if (unit !== undefined) return this.#markUnit(unit);
    const { board } = this.store;
    return space !== undefined && board.at(space) ? board.outline(space, { class: "context-space" }) : null;
  }

  // Draws a copy of the counter on top of its pile, so that it is visible even if it is under other counters.
  /** @param {string} unit */
  #markUnit(unit) {
    const { board } = this.store;
    const pile = closest(board.elements.get(unit), ".pile");
    const stack = closest(pile, ".stack");
    const counter = board.counters(stack?.dataset.space).find(({ id }) => id === unit);
    if (!pile || !stack || !counter) return null;
    const badge = pile.querySelector(".badge")?.cloneNode(true);
    const copies = defined([this.#copy(counter), badge]);
    const wrap = (/** @type {Element} */ outer, /** @type {Node[]} */ ...inner) =>
      svgElement("g", { transform: outer.getAttribute("transform") }, ...inner);
    return wrap(stack, wrap(pile, ...copies));
  }

  /** @param {Counter} counter */
  #copy(counter) {
    const copy = counterElement(counter, [0, 0]);
    for (const name of ["role", "aria-label", "data-id"]) copy.removeAttribute(name);
    copy.setAttribute("aria-hidden", "true");
    const isOwn = counter.side === this.store.question?.side;
    copy.classList.add(isOwn ? "mover" : "target");
    if (!isOwn) copy.append(crosshair());
    return copy;
  }

  #drawLinks() {
    const { board, snapshot } = this.store;
    this.#links?.remove();
    const point = (/** @type {string} */ unit) => board.at(board.spaceOf(unit));
    const arrows = (snapshot.get("links") ?? []).map((link) => {
      const [from, to] = [point(link.from), point(link.to)];
      return from && to ? arrow(from, to, "bound") : null;
    });
    this.#links = svgElement("g", { class: "arrows" }, arrows);
    if (defined(arrows).length > 0) board.layer("marks").prepend(this.#links);
  }
}

function crosshair() {
  return svgElement("path", { class: "crosshair", d: "M-760,0H-560M760,0H560M0,-760V-560M0,760V560" });
}
