// Arrows between places, as on a staff map.

import { svgElement } from "./dom.js";
import { distance } from "./geometry.js";

/** @import { Point } from "./geometry.js" */

/** The distances between the centres of the places and the ends of an arrow, straight up: the counters' edges. */
const START = 430;
const END = 545;
/** The maximum part of the whole length that each gap takes. */
const MAX_GAP = 0.32;
const HEAD = 360;
/** Places that are closer have no arrow between them. */
const CLOSE = 700;

/**
 * Draws an arrow. Returns `null` if the places are too close together.
 * @param {Point} from
 * @param {Point} to
 * @param {string} name
 */
export function arrow(from, to, name) {
  const length = distance(from, to);
  if (length < CLOSE) return null;
  const [[x1, y1], [x2, y2]] = [from, to];
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  // The edge of a square counter is farther from its centre on a slant.
  const slant = 1 / Math.max(Math.abs(dx), Math.abs(dy));
  const [start, end] = [START, END].map((gap) => Math.min(gap * slant, MAX_GAP * length));
  const tip = [x2 - dx * end, y2 - dy * end];
  const neck = [tip[0] - dx * HEAD, tip[1] - dy * HEAD];
  const corner = (/** @type {number} */ width) => `${neck[0] - dy * width},${neck[1] + dx * width}`;
  const shaft = `M${x1 + dx * start},${y1 + dy * start}L${neck.join(",")}`;
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
