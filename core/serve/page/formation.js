// Where the units of a group go when they are moved together.

import { distance } from "./geometry.js";
import { minBy } from "./lists.js";

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @typedef {{ unit: string, goal: string }} Move */

/**
 * Returns the moves of units that all go to the same space.
 * @param {Iterable<string>} units
 * @param {string} goal
 * @returns {Move[]}
 */
export function converge(units, goal) {
  return [...units].map((unit) => ({ unit, goal }));
}

/**
 * Returns the moves of units that keep their places relative to each other, those in front first, so that they make
 * room for the ones behind. A unit for which there is no such place goes to the goal itself.
 * @param {Board} board
 * @param {Iterable<string>} units
 * @param {string} start the space from which the group is dragged
 * @param {string} goal the space to which it is dragged
 * @returns {Move[]}
 */
export function inFormation(board, units, start, goal) {
  const from = board.at(start);
  const to = board.at(goal);
  if (!from || !to) return converge(units, goal);
  /** @type {Point} */
  const shift = [to[0] - from[0], to[1] - from[1]];
  const front = (/** @type {Move} */ { unit }) => {
    const [x, y] = board.at(board.spaceOf(unit)) ?? from;
    return x * shift[0] + y * shift[1];
  };
  const moves = [...units].map((unit) => ({ unit, goal: shifted(board, board.spaceOf(unit), shift) ?? goal }));
  return moves.sort((a, b) => front(b) - front(a));
}

/**
 * Returns the space at a distance from another one.
 * @param {Board} board
 * @param {string | undefined} space
 * @param {Point} shift
 */
function shifted(board, space, [dx, dy]) {
  const at = board.at(space);
  if (!at) return null;
  /** @type {Point} */
  const point = [at[0] + dx, at[1] + dy];
  const away = (/** @type {string} */ name) => distance(board.at(name) ?? [Infinity, Infinity], point);
  const nearest = minBy(Object.keys(board.places), away);
  return nearest !== null && away(nearest) < board.counter ? nearest : null;
}
