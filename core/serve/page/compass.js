// The compass in a corner of the map. It is hidden while the column of the sheet is in view.

import { svgElement } from "./dom.js";
import { translate } from "./i18n.js";
import { boxesInWindow, frameAt, framesInWindow, isFree, partsOver, sheetInWindow } from "./free-places.js";
import { overlap } from "./name-places.js";

/** @import { Board } from "./board.js" */
/** @import { Bounds, Point } from "./geometry.js" */

/** The distance of the letter from the centre. */
const LETTER = 810;
/** The size of the compass, and its distance from the edges of the map, in pixels. */
const SIZE = { desktop: 60, phone: 46 };
const MARGIN = 10;
/** How far the compass must be from the edge of the sheet, which may have a frame, in pixels. */
const FRAME = 14;

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
 * Puts the compass in the first free corner of the map, and hides it if there is none. It lies on the map or beside
 * it, not on its edge.
 * @param {SVGElement} rose
 * @param {Board} board
 */
export function placeCompass(rose, board) {
  const { host, zoom } = board;
  zoom.measure();
  const { insets, size } = zoom;
  const side = zoom.isPhone ? SIZE.phone : SIZE.desktop;
  const [left, top] = [insets.left + MARGIN, insets.top + MARGIN];
  const [right, bottom] = [size.width - MARGIN - side, size.height - insets.bottom - MARGIN - side];
  /** @type {Point[]} */
  const corners = [
    [right, top],
    [left, top],
    [left, bottom],
    [right, bottom],
  ];
  const square = { width: side, height: side };
  const taken = [...framesInWindow(board), ...boxesInWindow(board), ...partsOver(host)];
  const edges = sheetInWindow(board);
  const isOnEdges = (/** @type {Point} */ at) => edges.some((edge) => isOnEdge(frameAt(at, square), edge));
  const corner = corners.find((at) => isFree(at, square, taken) && !isOnEdges(at));
  rose.classList.toggle("hidden", !corner);
  if (corner) Object.assign(rose.style, { left: `${corner[0]}px`, top: `${corner[1]}px` });
}

/**
 * Returns whether a frame is partly within another one, or close to its edge.
 * @param {Bounds} frame
 * @param {Bounds} other
 */
function isOnEdge(frame, other) {
  const isWide = frame.left >= other.left + FRAME && frame.right <= other.right - FRAME;
  const isInside = isWide && frame.top >= other.top + FRAME && frame.bottom <= other.bottom - FRAME;
  return overlap(frame, other) && !isInside;
}

/** @param {number} turn the clockwise angle, in degrees */
function description(turn) {
  const sides = ["North is at the top.", "North is on the right.", "North is at the bottom.", "North is on the left."];
  return translate(sides[(((turn / 90) % 4) + 4) % 4]);
}
