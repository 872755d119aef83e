// Cuts the past into the steps of a film. Moments in which nothing visible changes are joined with the next one.

import { addPaths, changesBetween, isMarch, isVisible } from "./film-steps.js";
import { defined } from "./lists.js";

/** @import { Absence, Snapshot } from "../protocol.js" */
/** @import { Reel } from "./film-reel.js" */
/** @import { Changes, Step } from "./film-steps.js" */

/** The number of moments above which several units of a side move in one step. */
const LONG = 150;
/** The number of moments to search for the player's last decision before the log is used to find it. */
const TAIL = 6;

/**
 * Returns the step that follows a moment; `null` if nothing more happens.
 * @param {Reel} reel
 * @param {number} from
 * @param {number} last
 * @param {number} [most] the maximum number of units that move in one step
 * @returns {Promise<Step | null>}
 */
export async function nextStep(reel, from, last, most = 1) {
  const step = await cutStep(reel, from, last, most);
  if (step && step.changes.moves.length > 0) {
    const moments = Array.from({ length: step.to - from - 1 }, (_, i) => reel.at(from + 1 + i));
    addPaths(step.changes, defined(await Promise.all(moments)));
  }
  return step;
}

/**
 * @param {Reel} reel
 * @param {number} from
 * @param {number} last
 * @param {number} most
 * @returns {Promise<Step | null>}
 */
async function cutStep(reel, from, last, most) {
  const before = await reel.at(from);
  if (!before) return null;
  /** @type {Step | null} */
  let step = null;
  let eve = before;
  for (let to = from + 1; to <= last; to++) {
    const after = await reel.at(to);
    if (!after) return step;
    const changes = changesBetween(before, after, eve);
    if (step && isVisible(changesBetween(eve, after)) && !belongsTo(step, after, changes, most)) return step;
    if (isVisible(changes)) step = { from, to, before, eve, after, changes };
    if (step && !(isMarch(changes) && changes.moves.length < most)) return step;
    eve = after;
  }
  return step;
}

/**
 * Returns whether what happens next is part of a step: units of the same side move.
 * @param {Step} step
 * @param {Snapshot} after
 * @param {Changes} changes
 * @param {number} most
 */
function belongsTo(step, after, changes, most) {
  const isSameSide = step.after.game.active_side === after.game.active_side;
  return isMarch(changes) && isSameSide && changes.moves.length <= most;
}

/**
 * Returns how many units may move in one step, so that long films do not last too long.
 * @param {number} first
 * @param {number} last
 */
export function unitsAtOnce(first, last) {
  return Math.max(1, Math.ceil((last - first) / LONG));
}

/**
 * Returns the moment before the last step that leads to a moment.
 * @param {Reel} reel
 * @param {number} at
 * @param {number} first
 */
export async function momentBefore(reel, at, first) {
  const now = await reel.at(at, -1);
  for (let moment = at - 1; now && moment > first; moment--) {
    const past = await reel.at(moment, -1);
    if (past && isVisible(changesBetween(past, now))) return moment;
  }
  return first;
}

/**
 * Returns the first moment after the player's last decision that they have not seen; `null` if it is unknown. The set-up
 * is never part of what was missed.
 * @param {Reel} reel
 * @param {Absence} absence
 * @param {{ seen: number, decided: number | null }} memory
 */
export async function firstMissed(reel, { log_lines }, { seen, decided }) {
  // If only a little happened, it may be less than what the server reports.
  const tail = Math.max(seen, reel.last - TAIL);
  const near = await afterDecision(reel, reel.last - 1, tail);
  if (near !== tail || tail === seen) return near;
  const then = decided !== null && decided < tail ? await reel.at(decided, 0) : null;
  if (then?.question && lineCount(then) === log_lines) return Math.max(seen, Number(decided) + 1);
  const moment = await lastWith(reel, log_lines, seen, tail);
  return moment === null ? null : afterDecision(reel, moment, seen);
}

/**
 * Goes back to the player's last decision, or to the set-up. Returns the moment after it; `null` if it cannot be loaded.
 * @param {Reel} reel
 * @param {number} from
 * @param {number} first how far to go back
 */
async function afterDecision(reel, from, first) {
  for (let moment = from; moment >= first; moment--) {
    const past = await reel.at(moment, moment - first > TAIL ? -1 : 0);
    if (!past) return null;
    if (past.question || past.game.setup) return moment + 1;
  }
  return first;
}

/**
 * Returns the last moment at which the log was not longer than a number of lines.
 * @param {Reel} reel
 * @param {number} count
 * @param {number} first
 * @param {number} last
 */
async function lastWith(reel, count, first, last) {
  let [low, high] = [first, last];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const past = await reel.at(middle, 0);
    if (!past) return null;
    if (lineCount(past) <= count) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** @param {Snapshot} snapshot */
function lineCount(snapshot) {
  return Object.keys(snapshot).filter((key) => key.startsWith("log/")).length;
}
