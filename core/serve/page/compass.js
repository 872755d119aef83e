// The compass in an upper corner of the map. It is hidden while the column of the sheet is in view.

import { svgElement } from "./dom.js";
import { translate } from "./i18n.js";
import { overlap } from "./name-places.js";

/** @import { Bounds } from "./geometry.js" */
/** @import { Zoom } from "./zoom.js" */

/** The distance of the letter from the centre. */
const LETTER = 810;
/** The size of the corner that the compass needs, in pixels. */
const CORNER = 74;

/**
 * Copies the compass of the sheet; `null` if the sheet has none.
 * @param {SVGSVGElement} picture
 */
export function createCompass(picture) {
  const drawn = picture.querySelector(".sheet-column .compass");
  const turn = Number(/rotate\((-?\d+)/.exec(drawn?.getAttribute("transform") ?? "")?.[1]);
  if (!drawn || Number.isNaN(turn)) return null;
  const needles = /** @type {SVGElement} */ (drawn.cloneNode(true));
  needles.setAttribute("transform", `rotate(${turn}) scale(0.82)`);
  const angle = (turn * Math.PI) / 180;
  const [x, y] = [LETTER * Math.sin(angle), -LETTER * Math.cos(angle)].map(Math.round);
  // The letter stays upright.
  const letter = svgElement("text", { x, y: y + 155, "text-anchor": "middle", "font-size": 460 }, "N");
  const label = { role: "img", "aria-label": description(turn) };
  const disc = svgElement("circle", { class: "disc", r: 1060 });
  const attributes = { class: "compass-rose", viewBox: "-1100 -1100 2200 2200", ...label };
  const rose = svgElement("svg", attributes, disc, needles, letter);
  return rose;
}

/**
 * Puts the compass on the left if it would cover a name or a counter on the right, but none on the left.
 * @param {SVGElement} rose
 * @param {Bounds[]} covered the names and counters, in picture units
 * @param {Zoom} zoom
 */
export function placeCompass(rose, covered, { box, scale }) {
  const side = CORNER / scale;
  const isFree = (/** @type {number} */ left) => {
    const corner = { left, top: box.y, right: left + side, bottom: box.y + side };
    return !covered.some((other) => overlap(corner, other));
  };
  rose.classList.toggle("left", !isFree(box.x + box.width - side) && isFree(box.x));
}

/** @param {number} turn the clockwise angle, in degrees */
function description(turn) {
  const sides = ["North is at the top.", "North is on the right.", "North is at the bottom.", "North is on the left."];
  return translate(sides[(((turn / 90) % 4) + 4) % 4]);
}
