// The compass in a corner of the map in which it covers nothing. It is hidden while the column of the sheet is in view.

import { svgElement } from "./dom.js";
import { translate } from "./i18n.js";
import { overlap } from "./name-places.js";

/** @import { Bounds } from "./geometry.js" */
/** @import { Zoom } from "./zoom.js" */

/** The distance of the letter from the centre. */
const LETTER = 810;
/** The size of the corner that the compass needs, in pixels. */
const CORNER = 74;
/** The corners of the map, the best first: whether it is on the right, and whether it is at the bottom. */
const CORNERS = [
  [true, false],
  [false, false],
  [true, true],
  [false, true],
];

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
 * Puts the compass into the first corner without names and counters.
 * @param {SVGElement} rose
 * @param {Bounds[]} covered the names and counters, in picture units
 * @param {Zoom} zoom
 */
export function placeCompass(rose, covered, { box, scale }) {
  const side = CORNER / scale;
  const isFree = (/** @type {boolean[]} */ [isRight, isLow]) => {
    const left = isRight ? box.x + box.width - side : box.x;
    const top = isLow ? box.y + box.height - side : box.y;
    const corner = { left, top, right: left + side, bottom: top + side };
    return !covered.some((other) => overlap(corner, other));
  };
  const [isRight, isLow] = CORNERS.find(isFree) ?? CORNERS[0];
  rose.classList.toggle("left", !isRight);
  rose.classList.toggle("low", isLow);
}

/** @param {number} turn the clockwise angle, in degrees */
function description(turn) {
  const sides = ["North is at the top.", "North is on the right.", "North is at the bottom.", "North is on the left."];
  return translate(sides[(((turn / 90) % 4) + 4) % 4]);
}
