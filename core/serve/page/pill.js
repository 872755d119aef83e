// A short text on the edge of a counter, such as a cost or odds.

import { boldText, numbersIn } from "./counter.js";
import { queryAll, svgElement } from "./dom.js";

/** @import { Point } from "./geometry.js" */

/** The distance of the pill's edge from the centre of the counter: it lies across the edge of the counter. */
const EDGE = 310;
/** The same distance for a pill that leaves the mark of the unit's size visible. */
const TOP = 450;
/** The same distance between piles, where other marks are at the corners. */
const CLEAR = 600;
const HEIGHT = 370;
/** The widths of a pill without text, and of a character. */
const ENDS = 160;
const CHARACTER = 160;

/**
 * Draws a text on the upper edge of a stack's first counter, where there are no other signs, or on its lower edge. At the
 * top, it is above the counters, in the middle of all piles.
 * @param {string} text
 * @param {Point} point
 * @param {SVGElement} stack
 * @param {{ name?: string, side?: "top" | "head" | "foot" }} [more]
 */
export function pillAbove(text, [x, y], stack, { name = "cost", side = "head" } = {}) {
  const [pile = null, ...others] = queryAll(stack, ".pile");
  const [dx, dy, scale] = pile ? numbersIn(pile) : [0, 0, 1];
  const [topX, topY] = numbersIn(pile?.querySelector(".piece.top") ?? stack);
  const isBetween = side === "top" && others.length > 0;
  const middle = isBetween ? x : x + dx + (pile ? topX * scale : 0);
  const top = isBetween ? CLEAR : pile ? TOP : EDGE;
  const edge = { top: -top, head: -EDGE, foot: EDGE }[side];
  const line = y + dy + (pile ? topY + edge : edge) * scale;
  return pillAt(text, [middle, line], side !== "foot", name);
}

/**
 * Draws a text above or below a point.
 * @param {string} text
 * @param {Point} point the middle of the pill's lower edge, or of its upper edge
 * @param {boolean} isAbove
 * @param {string} [name]
 */
export function pillAt(text, [x, y], isAbove, name = "cost") {
  const width = ENDS + CHARACTER * text.length;
  const foot = isAbove ? y : y + HEIGHT;
  const rect = svgElement("rect", { x: x - width / 2, y: foot - HEIGHT, width, height: HEIGHT, rx: HEIGHT / 2 });
  const words = boldText(text, { x, y: foot - 62, "font-size": 360 });
  return svgElement("g", { class: name, "aria-hidden": "true" }, rect, words);
}
