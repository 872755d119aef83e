// The ruler. Like the rules, it measures between places or between the nearest points of two bases.

import { svgElement } from "./dom.js";
import { distance, middle } from "./geometry.js";

/** @import { Field } from "./field.js" */
/** @import { Bounds, Point } from "./geometry.js" */

export class Ruler {
  /** Whether all drags measure. */
  isOn = false;
  /** @type {SVGElement | null} */
  #line = null;

  /** @param {Field} field */
  constructor(field) {
    this.field = field;
  }

  /** Turns the ruler on or off. Returns whether it is on. */
  toggle() {
    this.isOn = !this.isOn;
    if (!this.isOn) this.close();
    return this.isOn;
  }

  /**
   * Begins a measuring drag.
   * @param {Point} point
   */
  drag([x, y]) {
    const start = this.#thingUnder(x, y);
    const show = (/** @type {number} */ x, /** @type {number} */ y) => this.#show(start, this.#thingUnder(x, y));
    return { move: show, drop: show, cancel: () => this.close() };
  }

  /**
   * Returns the edges of the base under the pointer, or the place there.
   * @param {number} windowX
   * @param {number} windowY
   * @returns {Bounds}
   */
  #thingUnder(windowX, windowY) {
    const [x, y] = this.field.under(windowX, windowY).map(Math.round);
    const bases = (this.field.board.tableUnits?.bases() ?? []).map(({ edges }) => edges);
    const isInside = (/** @type {Bounds} */ { left, right, top, bottom }) =>
      left <= x && x <= right && top <= y && y <= bottom;
    return bases.find(isInside) ?? { left: x, right: x, top: y, bottom: y };
  }

  /**
   * @param {Bounds} from
   * @param {Bounds} to
   */
  #show(from, to) {
    this.close();
    const { board } = this.field;
    const ends = nearestPoints(from, to);
    const [a, b] = ends.map((spot) => this.field.toPicture(spot));
    this.#line = drawLine(a, b, this.field.formatLength(distance(...ends)), 15 / board.zoom.scale);
    board.layer("marks").append(this.#line);
  }

  /** Removes the line. Returns whether there was one. */
  close() {
    const line = this.#line;
    line?.remove();
    this.#line = null;
    return line !== null;
  }
}

/**
 * @param {Point} a
 * @param {Point} b
 * @param {string} text
 * @param {number} size
 */
function drawLine(a, b, text, size) {
  const d = `M${a.join(" ")}L${b.join(" ")}`;
  const end = (/** @type {Point} */ [cx, cy]) => svgElement("circle", { cx, cy, r: size / 3 });
  const [x, y] = middle(a, b);
  return svgElement(
    "g",
    { class: "ruler-line", "data-length": text },
    svgElement("path", { class: "under", d, "stroke-width": size / 2.5 }),
    svgElement("path", { d, "stroke-width": size / 5 }),
    end(a),
    end(b),
    svgElement(
      "text",
      { x, y: y - size / 2, "font-size": size, "text-anchor": "middle", "stroke-width": size / 3 },
      text,
    ),
  );
}

/**
 * Returns the nearest points of two rectangles. Where the rectangles overlap in one direction, uses the centre of the
 * overlap.
 * @param {Bounds} a
 * @param {Bounds} b
 * @returns {[Point, Point]}
 */
function nearestPoints(a, b) {
  const [ax, bx] = nearestNumbers([a.left, a.right], [b.left, b.right]);
  const [ay, by] = nearestNumbers([a.top, a.bottom], [b.top, b.bottom]);
  return [
    [ax, ay],
    [bx, by],
  ];
}

/**
 * @param {[number, number]} a
 * @param {[number, number]} b
 */
function nearestNumbers([aLow, aHigh], [bLow, bHigh]) {
  if (aHigh < bLow) return [aHigh, bLow];
  if (bHigh < aLow) return [aLow, bHigh];
  const middle = (Math.max(aLow, bLow) + Math.min(aHigh, bHigh)) / 2;
  return [middle, middle];
}
