// What the buttons and pictures over the map should not cover, in pixels from the corner of the map.

import { queryAll } from "./dom.js";
import { overlap } from "./name-places.js";

/** @import { Board } from "./board.js" */
/** @import { Bounds, Point } from "./geometry.js" */

const PARTS = "#asked, #panel, #buttons, #tools button, .compass-rose:not(.hidden)";

/**
 * Returns the frames of the names, counters and costs in the window.
 * @param {Board} board
 * @returns {Bounds[]}
 */
export function framesInWindow({ names, zoom }) {
  const { box, scale, size } = zoom;
  const [inX, inY] = [
    (/** @type {number} */ x) => (x - box.x) * scale,
    (/** @type {number} */ y) => (y - box.y) * scale,
  ];
  const window = { left: 0, top: 0, right: size.width, bottom: size.height };
  return names.covered
    .map(({ left, right, top, bottom }) => ({ left: inX(left), right: inX(right), top: inY(top), bottom: inY(bottom) }))
    .filter((frame) => overlap(frame, window));
}

/**
 * Returns the frames of the bars and buttons over the map.
 * @param {HTMLElement} host
 * @returns {Bounds[]}
 */
export function partsOver(host) {
  const { left: x, top: y } = host.getBoundingClientRect();
  return queryAll(document.body, PARTS).map((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return { left: left - x, right: right - x, top: top - y, bottom: bottom - y };
  });
}

/**
 * @param {Point} at the upper left corner
 * @param {{ width: number, height: number }} size
 * @param {Bounds[]} taken
 */
export function isFree([left, top], { width, height }, taken) {
  const frame = frameAt([left, top], { width, height });
  return !taken.some((other) => overlap(frame, other));
}

/**
 * @param {Point} at the upper left corner
 * @param {{ width: number, height: number }} size
 * @returns {Bounds}
 */
export function frameAt([left, top], { width, height }) {
  return { left, top, right: left + width, bottom: top + height };
}
