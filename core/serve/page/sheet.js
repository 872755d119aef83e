// The sheet below the map: paper, with the painted ground on it. It is as large as the map at a fixed scale, and is moved
// and enlarged as a whole, so that it is never painted again.

import { element } from "./dom.js";

/** @import { BoardMap } from "../protocol.js" */

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
  // Mud and snow tint the ground.
  const season = element("div", { class: "season" });
  place(season, at, painting.size);
  sheet.append(...images, season);
  return sheet;
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
