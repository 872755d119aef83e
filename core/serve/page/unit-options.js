// The role of units on the board in the current question.

/** @import { Counter } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/**
 * Returns the options that are units in a space.
 * @param {Store} store
 * @param {string} space
 * @param {Counter[]} [counters] those of the space that count; by default, all of them
 */
export function optionsOn({ board, choices }, space, counters = board.counters(space)) {
  return counters.flatMap(({ id }) => choices.byUnit.get(id) ?? []);
}

/**
 * Returns whether a unit can be chosen instead of the current mover. Both must belong to the player.
 * @param {Store} store
 * @param {string} unit
 */
export function isAlternative({ board, question, choices, game, mover }, unit) {
  const isGoalAsked = choices.bySpace.size > 0 || choices.places !== null;
  if (!question || !game.undo || !isGoalAsked || mover === unit) return false;
  return board.sideOf(mover) === question.side && board.sideOf(unit) === question.side;
}
