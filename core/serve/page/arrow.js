// Arrows between places, as on a staff map.

import { svgElement } from "./dom.js";
import { distance } from "./geometry.js";

/** @import { Point } from "./geometry.js" */

/** The gap between the ends of an arrow and the places that it connects. */
const GAP = 380;
const HEAD = 430;

/**
 * Draws an arrow. Returns `null` if the places are too close together.
 * @param {Point} from
 * @param {Point} to
 * @param {string} name
 */
export function arrow(from, to, name) {
  const length = distance(from, to);
  if (length < 2 * GAP) return null;
  const [[x1, y1], [x2, y2]] = [from, to];
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const tip = [x2 - dx * GAP, y2 - dy * GAP];
  const neck = [tip[0] - dx * HEAD, tip[1] - dy * HEAD];
  const corner = (/** @type {number} */ width) => `${neck[0] - dy * width},${neck[1] + dx * width}`;
  const shaft = `M${x1 + dx * GAP},${y1 + dy * GAP}L${neck.join(",")}`;
  const head = `M${tip.join(",")}L${corner(HEAD / 2)}L${corner(-HEAD / 2)}Z`;
  return svgElement(
    "g",
    { class: `arrow ${name}` },
    svgElement("path", { class: "shaft", d: shaft }),
    svgElement("path", { class: "head", d: head }),
  );
}

/**
 * Draws an arrow through several places.
 * @param {Point[]} points
 */
export function trail(points) {
  const [from, to] = points.slice(-2);
  const head = arrow(from, to, "trail");
  if (points.length === 2) return head;
  const shaft = svgElement("polyline", { class: "shaft", points: points.slice(0, -1).join(" ") });
  if (!head) return svgElement("g", { class: "arrow trail" }, shaft);
  head.prepend(shaft);
  return head;
}
