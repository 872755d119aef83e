// The strips of the map that bars and buttons cover on a phone.

import { queryAll } from "./dom.js";

/** @import { Bounds } from "./geometry.js" */

const COVERS = "#asked, #panel, #buttons, #tools";
/** What covers more than this part of the map is there only for a while. */
const MOST = 0.45;

/**
 * Returns how far from each edge of the map the free part begins, in pixels.
 * @param {HTMLElement} host
 */
export function insetsOf(host) {
  const insets = { left: 0, right: 0, top: 0, bottom: 0 };
  if (!host.closest("#map")) return insets;
  const frame = host.getBoundingClientRect();
  for (const rect of queryAll(document.body, COVERS).map((part) => part.getBoundingClientRect())) {
    const strip = stripOf(rect, frame);
    if (strip) insets[strip.edge] = Math.max(insets[strip.edge], strip.length);
  }
  return insets;
}

/**
 * Returns the narrowest strip of a frame that contains what a rectangle covers; `null` if that is nothing, or too much.
 * @param {Bounds} rect
 * @param {DOMRect} frame
 */
function stripOf(rect, { left, right, top, bottom, width, height }) {
  if (Math.min(rect.right, right) <= Math.max(rect.left, left)) return null;
  if (Math.min(rect.bottom, bottom) <= Math.max(rect.top, top)) return null;
  const strips = [
    { edge: /** @type {const} */ ("left"), length: rect.right - left, part: (rect.right - left) / width },
    { edge: /** @type {const} */ ("right"), length: right - rect.left, part: (right - rect.left) / width },
    { edge: /** @type {const} */ ("top"), length: rect.bottom - top, part: (rect.bottom - top) / height },
    { edge: /** @type {const} */ ("bottom"), length: bottom - rect.top, part: (bottom - rect.top) / height },
  ];
  const [least] = strips.sort((a, b) => a.part - b.part);
  return least.part > MOST ? null : least;
}
