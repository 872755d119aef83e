// The line around the spaces that can be chosen: one line for all that touch each other.

import { svgElement } from "./dom.js";

/**
 * Draws the line around spaces with these outlines. Those that are no polygons have lines of their own.
 * @param {SVGElement[]} outlines
 */
export function drawReach(outlines) {
  const d = border(outlines.map((outline) => outline.getAttribute("points") ?? ""));
  return svgElement("g", { class: "reach-line" }, svgElement("path", { class: "halo", d }), svgElement("path", { d }));
}

/**
 * Returns the path along all edges that only one of the polygons has.
 * @param {string[]} polygons the points of each, such as `0,0 10,0 10,10`
 */
export function border(polygons) {
  /** @type {Map<string, string>} */
  const edges = new Map();
  for (const points of polygons.map((polygon) => polygon.trim().split(/\s+/))) {
    if (points.length < 3) continue;
    for (const [i, from] of points.entries()) {
      const to = points[(i + 1) % points.length];
      const key = from < to ? `${from} ${to}` : `${to} ${from}`;
      if (edges.has(key)) edges.delete(key);
      else edges.set(key, `M${from}L${to}`);
    }
  }
  return [...edges.values()].join("");
}
