// Pictures of dice.

import { svgElement } from "./dom.js";

/** @import { DiceRoll } from "../protocol.js" */

/** The pips of each face, as steps right and down from its centre. */
const PIPS = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];
const MAX_DICE = 12; // of a roll

/**
 * Draws the dice of a roll. If the roll counts hits, hits are filled and misses hollow.
 * @param {DiceRoll} roll
 */
export function dice({ results, sides, hits_from: least }) {
  const kind = (/** @type {number} */ number) => (least === undefined ? "" : number >= least ? " hit" : " miss");
  return results.slice(0, MAX_DICE).map((number) => die(number, sides, kind(number)));
}

/**
 * Draws a die. Six-sided dice have pips; all other dice have numbers.
 * @param {number} number
 * @param {number} sides
 * @param {string} kind
 */
function die(number, sides, kind) {
  const edge = svgElement("rect", { x: 1.5, y: 1.5, width: 29, height: 29, rx: 6 });
  const face = sides === 6 ? pips(number) : [faceNumber(number)];
  return svgElement("svg", { class: `die${kind}`, viewBox: "0 0 32 32" }, edge, face);
}

/** @param {number} number */
function pips(number) {
  return PIPS[number].map(([x, y]) => svgElement("circle", { cx: 16 + 7.5 * x, cy: 16 + 7.5 * y, r: 3 }));
}

/** @param {number} number */
function faceNumber(number) {
  const attributes = { x: 16, y: 22, "text-anchor": "middle", "font-size": 16, "font-weight": "bold" };
  return svgElement("text", attributes, `${number}`);
}
