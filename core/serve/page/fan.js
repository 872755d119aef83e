// The fan of a stack, in which every counter can be seen and chosen.

import { counterElement, gridPoint } from "./counter.js";
import { svgElement } from "./dom.js";

/** @import { Counter } from "../protocol.js" */

/** Lengths in picture units. */
const COUNTER = 960;
const GUTTER = 160;
const MAX_COLUMNS = 6;
const USUAL_COLUMNS = 4;
const LARGE_STACK = 12; // counters

/**
 * Draws all counters of a stack side by side on a tray. Returns the drawing and its size.
 * @param {string} space
 * @param {Counter[]} counters
 * @param {string} label
 */
export function fan(space, counters, label) {
  const columns = fanColumns(counters.length);
  const rows = Math.ceil(counters.length / columns);
  const [width, height] = [columns, rows].map((count) => count * (COUNTER + GUTTER) + GUTTER);
  const tray = svgElement("rect", { class: "tray", x: -width / 2, y: -height / 2, width, height, rx: GUTTER });
  const pieces = counters.map((counter, i) => counterElement(counter, gridPoint(i, columns, rows, COUNTER + GUTTER)));
  const attributes = { class: "fan", "data-fan": space, role: "group", "aria-label": label };
  return { group: svgElement("g", attributes, tray, pieces), width, height };
}

/** @param {number} count */
function fanColumns(count) {
  return count > LARGE_STACK ? MAX_COLUMNS : Math.min(count, USUAL_COLUMNS);
}
