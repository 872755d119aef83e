// The context of a question on the board: moving units, attacked units and declared attacks.

import { arrow } from "./arrow.js";
import { closest, queryAll, svgElement } from "./dom.js";
import { distance } from "./geometry.js";
import { defined } from "./lists.js";
import { counterElement } from "./counter.js";

/** @import { Counter } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/** How far away the number of a stack may be hidden, in counters. */
const NEAR = 2.3;

export class ContextMarks {
  /** @type {SVGElement | null} The outlines of spaces, below units and names. */
  #spaces = null;
  /** @type {SVGElement | null} The units, above everything else. */
  #units = null;
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
    const { board, question } = this.store;
    const context = question?.context ?? [];
    this.#spaces?.remove();
    this.#units?.remove();
    const outlines = context.map(({ unit, space }) => (unit === undefined ? this.#outline(space) : null));
    this.#spaces = svgElement("g", { class: "context" }, outlines);
    this.#units = svgElement(
      "g",
      { class: "context" },
      context.map(({ unit }) => this.#markUnit(unit)),
    );
    if (defined(outlines).length > 0) board.layer("units").before(this.#spaces);
    if (this.#units.hasChildNodes()) board.layer("marks").prepend(this.#units);
  }

  /** @param {string | undefined} space */
  #outline(space) {
    const { board } = this.store;
    return space !== undefined && board.at(space) ? board.outline(space, { class: "context-space" }) : null;
  }

  // Draws a copy of the counter on top of its pile, so that it is visible even if it is under other counters.
  /** @param {string | undefined} unit */
  #markUnit(unit) {
    if (unit === undefined) return null;
    const { board } = this.store;
    const pile = closest(board.elements.get(unit), ".pile");
    const stack = closest(pile, ".stack");
    const counter = board.counters(stack?.dataset.space).find(({ id }) => id === unit);
    if (!pile || !stack || !counter) return null;
    const copies = [this.#copy(counter), ...badgesOf(pile)];
    return svgElement("g", {}, within(stack, within(pile, ...copies)), this.#badgesAround(stack.dataset.space ?? ""));
  }

  // The copy would hide the numbers of the stacks to the left.
  /** @param {string} space */
  #badgesAround(space) {
    const { board } = this.store;
    const at = board.at(space);
    if (!at) return [];
    const isNear = (/** @type {string} */ other) => {
      const there = board.at(other);
      return other !== space && there !== undefined && distance(at, there) < NEAR * board.counter;
    };
    const near = [...board.stacks].filter(([other]) => isNear(other)).map(([, stack]) => stack);
    return near.map((stack) => {
      const piles = /** @type {SVGElement[]} */ (queryAll(stack, ":scope > .pile"));
      return within(stack, ...piles.map((pile) => within(pile, ...badgesOf(pile))));
    });
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

/**
 * Puts copies where the originals are.
 * @param {Element} outer
 * @param {Node[]} inner
 */
function within(outer, ...inner) {
  return svgElement("g", { transform: outer.getAttribute("transform") }, inner);
}

/** @param {Element} pile */
function badgesOf(pile) {
  return [...pile.querySelectorAll(":scope > .badge")].map((badge) => badge.cloneNode(true));
}

function crosshair() {
  return svgElement("path", { class: "crosshair", d: "M-760,0H-560M760,0H560M0,-760V-560M0,760V560" });
}
