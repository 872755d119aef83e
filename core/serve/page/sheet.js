// The sheet below the map: paper, with the painted ground on it. It is as large as the map at a fixed scale, and is moved
// and enlarged as a whole, so that it is never painted again.

import { element } from "./dom.js";
import { scaled } from "./geometry.js";

/** @import { BoardMap } from "../protocol.js" */
/** @import { Box } from "./zoom.js" */

/** The number of picture units per pixel of the sheet. */
export const SHEET_SCALE = 16;

/** @param {BoardMap} map */
export function createSheet({ size, origin, painting }) {
  const sheet = element("div", { class: "sheet" });
  place(sheet, [0, 0], size);
  if (!painting) return sheet;
  const at = [painting.at[0] - origin[0], painting.at[1] - origin[1]];
  const images = [painting.small, painting.address].map((src) => {
    const image = element("img", { class: "painting", src, alt: "", draggable: "false" });
    place(image, at, painting.size);
    return image;
  });
  // The small image is there sooner. The other fades in above it.
  images[1].addEventListener("load", () => images[1].classList.add("loaded"));
  sheet.append(...images);
  return sheet;
}

/** The margins around spaces without a painting, boxes, and the line that frames a painting. */
const SPACE_MARGIN = 1700;
const BOX_MARGIN = 700;
const FRAME_MARGIN = 240;

/**
 * Returns the part of the picture with the map and the boxes, without the key beside it.
 * @param {BoardMap} map
 * @returns {Box}
 */
export function groundOf({ spaces, painting, field, origin, size }) {
  const parts = Object.values(spaces).map(({ at: [x, y], room, box }) => {
    const [width, height] = box ? room.map((length) => length / 2 + BOX_MARGIN) : [SPACE_MARGIN, SPACE_MARGIN];
    return [x - width, y - height, x + width, y + height];
  });
  if (painting) parts.push(framed(painting.at, painting.size));
  if (field) parts.push(framed([0, 0], scaled(field.size, field.picture_scale)));
  const edge = (/** @type {number} */ i) => parts.map((part) => part[i]);
  const [left, top] = [0, 1].map((i) => Math.max(origin[i], Math.min(...edge(i))));
  const [right, bottom] = [0, 1].map((i) => Math.min(origin[i] + size[i], Math.max(...edge(i + 2))));
  if (parts.length === 0) return { x: origin[0], y: origin[1], width: size[0], height: size[1] };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * @param {[number, number]} at
 * @param {[number, number]} size
 */
function framed([x, y], [width, height]) {
  return [x - FRAME_MARGIN, y - FRAME_MARGIN, x + width + FRAME_MARGIN, y + height + FRAME_MARGIN];
}

/**
 * @param {HTMLElement} part
 * @param {number[]} at
 * @param {number[]} size
 */
function place({ style }, at, size) {
  const [left, top, width, height] = [...at, ...size].map((length) => `${length / SHEET_SCALE}px`);
  Object.assign(style, { left, top, width, height });
}
