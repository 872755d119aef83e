// Counters, and code shared by stacks, fans and bases.

import { parseSvgFragment, svgElement } from "./dom.js";

/** @import { Place } from "./board.js" */
/** @import { Attributes } from "./dom.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Counter } from "../protocol.js" */

/**
 * Draws a counter.
 * @param {Counter} counter
 * @param {Point} point
 */
export function counterElement({ id, side, label, svg }, [x, y], isTop = true) {
  const picture = parseSvgFragment(svg);
  if (!isTop) picture.setAttribute("aria-hidden", "true");
  const attributes = {
    class: isTop ? "piece top" : "piece",
    "data-id": id,
    "data-side": side,
    transform: `translate(${x} ${y})`,
    role: "img",
    "aria-label": label,
  };
  return svgElement("g", attributes, picture, outline("rim"), outline("ring"));
}

// The highlight around a counter, outside of it: a coloured line on a pale rim, which is visible on any background.
/** @param {string} name */
function outline(name) {
  return svgElement("rect", { class: name, x: -560, y: -560, width: 1120, height: 1120, rx: 130 });
}

/**
 * Creates the group for everything in a space.
 * @param {string} space
 * @param {Place} place
 * @param {string} name
 */
export function stackGroup(space, { at: [x, y] }, name) {
  return svgElement("g", { class: name, "data-space": space, transform: `translate(${x} ${y})` });
}

/**
 * Returns the centre of a cell in a grid around the origin.
 * @param {number} i
 * @param {number} columns
 * @param {number} rows
 * @param {number} step
 * @returns {Point}
 */
export function gridPoint(i, columns, rows, step) {
  return [((i % columns) - (columns - 1) / 2) * step, (Math.floor(i / columns) - (rows - 1) / 2) * step];
}

/**
 * Returns the numbers in an element's transform.
 * @param {Element} element
 */
export function numbersIn(element) {
  return (element.getAttribute("transform") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];
}

/**
 * Draws a number in bold type around a point.
 * @param {string | number} number
 * @param {Attributes} attributes
 */
export function boldText(number, attributes) {
  return svgElement("text", { "text-anchor": "middle", "font-weight": "bold", ...attributes }, `${number}`);
}
