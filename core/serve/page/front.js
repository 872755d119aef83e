// The front: where units of different sides are close to each other.

import { distance, pitchOf } from "./geometry.js";

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */

/** How far apart enemies in contact may be, as a multiple of the distance between neighbouring spaces. */
const CONTACT = 2.1;

/**
 * Returns the places of all units on the map itself.
 * @param {Board} board
 */
export function unitPoints(board) {
  return standing(board).map(({ at }) => at);
}

/**
 * Returns the places of the units that are in contact with the enemy.
 * @param {Board} board
 */
export function frontPoints(board) {
  const units = standing(board);
  const reach = CONTACT * (pitchOf(Object.values(board.places).map(({ at }) => at)) ?? 0);
  const isFront = (/** @type {{ at: Point, side: string | null }} */ unit) =>
    units.some(({ at, side }) => side !== unit.side && distance(at, unit.at) <= reach);
  return units.filter(isFront).map(({ at }) => at);
}

// Pieces without a side, such as rubble, are no units.
/** @param {Board} board */
function standing({ pieces, places }) {
  return [...pieces].flatMap(([space, counters]) => {
    const place = places[space];
    const side = counters.find((counter) => counter.side !== null)?.side;
    return place && !place.box && side ? [{ at: place.at, side }] : [];
  });
}
