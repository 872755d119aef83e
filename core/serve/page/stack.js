// Stacks of counters: one pile per side, with the strongest counter on top.

import { boldText, counterElement, gridPoint, stackGroup } from "./counter.js";
import { svgElement } from "./dom.js";
import { pitchOf } from "./geometry.js";
import { defined, unique } from "./lists.js";

/** @import { Place } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Counter } from "../protocol.js" */

/** Lengths in picture units. */
const STICK_OUT = 90;
const STEP = 1120; // from counter to counter
const MAX_DRAWN = 3; // counters of a pile
const MIN_SCALE = 0.55;
const MAX_SCALE = 1.4;
/** How much larger counters are on a distant map, and the part of the distance between spaces that they may fill. */
const MAX_DISTANT_SCALE = 1.3;
const DISTANT_FILL = 0.75;

/**
 * Returns how much larger counters are on a distant map, so that they do not cover the spaces around them.
 * @param {Place[]} places
 * @param {number} counter the size of a counter
 */
export function distantScale(places, counter) {
  const spaces = places.filter(({ box }) => !box);
  const pitch = pitchOf(spaces.map(({ at }) => at));
  const [first] = spaces;
  if (!pitch || !first) return MAX_DISTANT_SCALE;
  const size = counter * scaleIn(first.room, 1, 1);
  return Math.min(MAX_DISTANT_SCALE, Math.max(1, (DISTANT_FILL * pitch) / size));
}

/**
 * Draws a stack around the centre of its space: in a row if there is room, or else in piles.
 * @param {string} space
 * @param {Counter[]} counters
 * @param {Place} place
 */
export function stack(space, counters, place) {
  const group = stackGroup(space, place, "stack");
  const sides = bySide(counters);
  const alike = place.box ? sides.flatMap(byKind) : sides.flat().map((counter) => [counter]);
  const abreast = columnsIn(place, alike.length);
  const piles = abreast ? alike : sides;
  const columns = abreast || Math.min(piles.length, 2);
  const rows = Math.ceil(piles.length / columns);
  const scale = scaleIn(place.room, columns, rows);
  for (const [i, counters] of piles.entries()) {
    const [x, y] = gridPoint(i, columns, rows, STEP * scale);
    const transform = `translate(${x} ${y}) scale(${scale})`;
    const isFirst = columns > 1 && i % columns === 0;
    const drawn = pile(counters, Boolean(place.box && abreast), isFirst && !abreast);
    group.append(svgElement("g", { class: "pile", transform }, drawn));
  }
  return group;
}

/**
 * Returns the number of columns in which all counters in a box are visible: one row if there is room for it, or else the
 * rows with the largest counters; 0 if they have to be piled, as they are outside boxes.
 * @param {Place} place
 * @param {number} count
 */
function columnsIn({ room, box }, count) {
  if (count < 2 || !box) return 0;
  if (count * STEP <= room[0]) return count;
  const scales = Array.from({ length: count }, (_, i) => scaleIn(room, i + 1, Math.ceil(count / (i + 1)), 0));
  const best = Math.max(...scales);
  return best < MIN_SCALE ? 0 : scales.indexOf(best) + 1;
}

/**
 * Returns a scale at which the counters leave the space's number and name legible. A little overlap is better than tiny
 * counters.
 * @param {Point} room
 * @param {number} columns
 * @param {number} rows
 */
function scaleIn([width, height], columns, rows, least = MIN_SCALE) {
  const fitting = Math.min(width / (columns * STEP - 40), height / (rows * STEP - 40));
  return Math.min(MAX_SCALE, Math.max(fitting, least));
}

/** @param {Counter[]} counters */
function bySide(counters) {
  const sides = unique(counters.map((counter) => counter.side));
  return sides.map((side) => counters.filter((counter) => counter.side === side));
}

/**
 * Puts the counters of each kind together, pieces of ground last. Counters without a kind stay apart.
 * @param {Counter[]} counters
 */
function byKind(counters) {
  const inOrder = [...counters.filter(({ ground }) => !ground), ...counters.filter(({ ground }) => ground)];
  const keyOf = (/** @type {Counter} */ { id, kind }) => (kind ? `kind ${kind}` : `unit ${id}`);
  return unique(inOrder.map(keyOf)).map((key) => inOrder.filter((counter) => keyOf(counter) === key));
}

/**
 * Draws a pile, starting with the lowest counter.
 * @param {Counter[]} counters
 * @param {boolean} isInRow whether there are other piles beside it
 * @param {boolean} isLeft whether another pile hides its right edge
 */
function pile(counters, isInRow, isLeft) {
  const drawn = counters.slice(0, MAX_DRAWN);
  const stickOut = isInRow ? STICK_OUT / 2 : STICK_OUT;
  const offset = (/** @type {number} */ i) => ((2 * i + 1 - drawn.length) * stickOut) / 2;
  const parts = drawn.map((counter, i) => counterElement(counter, [offset(i), -offset(i)], i === 0)).reverse();
  const below = counters.slice(MAX_DRAWN).map(hiddenCounter);
  return defined([
    ...below,
    ...parts,
    counters.length > 1 ? badge(counters.length, drawn.length, isInRow, isLeft) : null,
  ]);
}

/** @param {Counter} counter */
function hiddenCounter({ id, side, label }) {
  return svgElement("g", { class: "piece below", "data-id": id, "data-side": side, "aria-label": label });
}

/**
 * Draws the number of counters at the right edge, where it hides neither the number nor the name of the space, or in
 * the upper right corner, where it hides no other pile.
 * @param {number} count
 * @param {number} drawn
 * @param {boolean} isInRow
 * @param {boolean} isLeft
 */
function badge(count, drawn, isInRow, isLeft) {
  const x = (570 + ((drawn - 1) * STICK_OUT) / 2) * (isLeft ? -1 : 1);
  const [left, top] = isInRow ? [420, -400] : [x, 230];
  const attributes = { class: "badge", transform: `translate(${left} ${top})`, "aria-hidden": "true" };
  return svgElement("g", attributes, svgElement("circle", { r: 190 }), boldText(count, { y: 85, "font-size": 240 }));
}
