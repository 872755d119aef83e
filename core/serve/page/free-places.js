// What the buttons and pictures over the map should not cover, in pixels from the corner of the map.

import { queryAll } from "./dom.js";
import { overlap } from "./name-places.js";

/** @import { Board } from "./board.js" */
/** @import { Bounds, Point } from "./geometry.js" */
/** @import { Zoom } from "./zoom.js" */

const PARTS = "#asked, #panel, #buttons, #tools button";

/**
 * Returns the frames of the names, counters and costs in the window.
 * @param {Board} board
 */
export function framesInWindow({ names, zoom }) {
  const { width, height } = zoom.size;
  return names.covered
    .map((frame) => inWindow(frame, zoom))
    .filter((frame) => overlap(frame, { left: 0, top: 0, right: width, bottom: height }));
}

/**
 * Returns the frames of the boxes beside the map.
 * @param {Board} board
 */
export function boxesInWindow({ places, counter, zoom }) {
  const boxes = Object.values(places).filter(({ box }) => box);
  return boxes.map(({ at: [x, y], room }) => {
    // Above the room for its counters, a box has a title.
    const [halfX, halfY] = room.map((length) => (length + counter) / 2);
    return inWindow({ left: x - halfX, right: x + halfX, top: y - halfY, bottom: y + halfY }, zoom);
  });
}

/**
 * Returns the frames of the sheet of paper, and of the map on it.
 * @param {Board} board
 */
export function sheetInWindow({ zoom }) {
  return [zoom.paper, zoom.ground].map((part) => inWindow(DOMRect.fromRect(part), zoom));
}

/**
 * @param {Bounds} frame in picture units
 * @param {Zoom} zoom
 * @returns {Bounds}
 */
function inWindow({ left, right, top, bottom }, { box, scale }) {
  const across = (/** @type {number} */ x) => (x - box.x) * scale;
  const down = (/** @type {number} */ y) => (y - box.y) * scale;
  return { left: across(left), right: across(right), top: down(top), bottom: down(bottom) };
}

/**
 * Returns the frames of the bars and buttons over the map, and of other parts.
 * @param {HTMLElement} host
 * @param {...string} others the selectors of the others
 * @returns {Bounds[]}
 */
export function partsOver(host, ...others) {
  const { left: x, top: y } = host.getBoundingClientRect();
  return queryAll(document.body, [PARTS, ...others].join()).map((part) => {
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
