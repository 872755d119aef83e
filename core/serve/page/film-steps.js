// The steps of a film: what visibly changes between two moments of a game.

import { placesOf } from "./dice-meaning.js";
import { changedKeys } from "./snapshot.js";
import { defined, unique } from "./lists.js";
import { spacesBetween } from "./paths.js";
import { placeOf } from "./table-units.js";

/** @import { Counter, DiceRoll, Snapshot } from "../protocol.js" */
/** @import { Line } from "./log-line.js" */
/** @typedef {{ counter: Counter, place: string }} Found a unit and its place */
/**
 * @typedef {object} Pair a unit before and after a step
 * @property {Found} before
 * @property {Found} after
 * @property {string[]} [via] the places between the two
 */
/** @typedef {{ spaces: string[], targets: string[], attackers: string[] }} Battle units by id */
/**
 * @typedef {object} Changes
 * @property {Pair[]} moves
 * @property {Pair[]} flips units that lost or gained steps, or were revealed
 * @property {Found[]} losses
 * @property {Found[]} arrivals
 * @property {string[]} taken the spaces that changed hands
 * @property {Line[]} lines the new lines of the log
 * @property {DiceRoll[]} rolls
 * @property {number | null} turn the number of a new turn
 * @property {Battle | null} battle
 */
/**
 * @typedef {object} Step
 * @property {number} from the moment that is shown before the step
 * @property {number} to
 * @property {Snapshot} before
 * @property {Snapshot} eve the snapshot of the moment just before `to`
 * @property {Snapshot} after
 * @property {Changes} changes
 */

/**
 * Returns what visibly changes between two moments.
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {Snapshot} [eve] the moment just before `after`, which has the attacks declared by then
 * @returns {Changes}
 */
export function changesBetween(before, after, eve = before) {
  const units = pairUp(unitsOn(before, after), unitsOn(after, before), () => [before, after].flatMap(sharedIds));
  const lines = entries(before, after, "log/");
  const rolls = entries(before, after, "dice/");
  const turn = before.game.turn === after.game.turn ? null : after.game.turn;
  const taken = changedKeys(before, after, "owner/").map((key) => key.slice("owner/".length));
  const battle = battleOf(eve, after, { ...units, lines, rolls });
  return { ...units, lines, rolls, turn, taken, battle };
}

/**
 * Returns whether anything changes that a player can see.
 * @param {Changes} changes
 */
export function isVisible({ moves, flips, losses, arrivals, taken, lines, rolls, turn }) {
  return turn !== null || [moves, flips, losses, arrivals, taken, lines, rolls].some((list) => list.length > 0);
}

/**
 * Returns whether units move and nothing else happens.
 * @param {Changes} changes
 */
export function isMarch({ moves, flips, losses, arrivals, rolls, turn, battle }) {
  const others = [flips, losses, arrivals, rolls].every((list) => list.length === 0);
  return moves.length > 0 && others && turn === null && battle === null;
}

/**
 * Returns the values of numbered keys that are new or have changed, in order.
 * @template {"log/" | "dice/"} Prefix
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {Prefix} prefix
 */
function entries(before, after, prefix) {
  const values = changedKeys(before, after, prefix).map((key) => after[key]);
  return /** @type {NonNullable<Snapshot[`${Prefix}${number}`]>[]} */ (defined(values));
}

/**
 * Returns the units in the places of a snapshot that differ from another one.
 * @param {Snapshot} snapshot
 * @param {Snapshot} other
 * @returns {Found[]}
 */
function unitsOn(snapshot, other) {
  const stacks = changedKeys(snapshot, other, "stack/").flatMap((key) =>
    (snapshot[key] ?? []).map((counter) => ({ counter, place: key.slice("stack/".length) })),
  );
  const stands = changedKeys(snapshot, other, "stand/").map((key) => snapshot[key]);
  return [...stacks, ...defined(stands).map((stand) => ({ counter: stand, place: placeOf(stand.id) }))];
}

/**
 * Tells moves, flips, losses and arrivals apart. A unit whose id is not unique cannot be followed.
 * @param {Found[]} left
 * @param {Found[]} right
 * @param {() => string[]} shared returns the ids that are not unique
 */
function pairUp(left, right, shared) {
  /** @type {Pair[]} */
  const moves = [];
  /** @type {Pair[]} */
  const flips = [];
  const [gone, come] = [withoutCommon(left, right, flips), withoutCommon(right, left, [])];
  const anonymous = new Set(gone.length > 0 && come.length > 0 ? shared() : []);
  const has = (/** @type {Found[]} */ list, /** @type {string} */ id) => list.some((one) => one.counter.id === id);
  const isFollowed = (/** @type {Found} */ { counter: { id } }) => has(gone, id) && has(come, id) && !anonymous.has(id);
  for (const before of gone.filter(isFollowed)) {
    const after = come.find(({ counter }) => counter.id === before.counter.id);
    if (after) moves.push({ before, after });
  }
  const losses = gone.filter((unit) => !isFollowed(unit));
  const arrivals = come.filter((unit) => !isFollowed(unit));
  flips.push(...takeRevealed(losses, arrivals));
  return { moves, flips, losses, arrivals };
}

/**
 * Returns the units that are not in the same place in the other list. Adds those that are, but differ, to a list.
 * @param {Found[]} units
 * @param {Found[]} others
 * @param {Pair[]} flips
 */
function withoutCommon(units, others, flips) {
  const rest = [...others];
  return units.filter((unit) => {
    const i = rest.findIndex(({ counter, place }) => place === unit.place && counter.id === unit.counter.id);
    const [found] = i < 0 ? [] : rest.splice(i, 1);
    if (!found || isShifted(unit, found)) return true;
    if (strength(found.counter) !== strength(unit.counter)) flips.push({ before: unit, after: found });
    return false;
  });
}

// A unit on a table is always in its own place; it has moved if its spot differs.
/**
 * @param {Found} left
 * @param {Found} right
 */
function isShifted({ counter: left }, { counter: right }) {
  return spotOf(left) !== spotOf(right);
}

/** @param {Counter} counter */
function spotOf(counter) {
  return "spot" in counter && "facing" in counter ? `${counter.spot} ${counter.facing}` : "";
}

/** @param {Counter} counter */
function strength({ steps, reduced }) {
  return `${steps} ${reduced}`;
}

/**
 * Returns the ids that several units of a snapshot share.
 * @param {Snapshot} snapshot
 */
function sharedIds(snapshot) {
  const stacks = Object.entries(snapshot).filter(([key]) => key.startsWith("stack/"));
  const ids = stacks.flatMap(([, units]) => /** @type {Counter[]} */ (units).map(({ id }) => id));
  const seen = new Set();
  return ids.filter((id) => seen.size === seen.add(id).size);
}

/**
 * Removes units that were replaced in their place by others of the same side, such as hidden units that were revealed.
 * @param {Found[]} losses
 * @param {Found[]} arrivals
 */
function takeRevealed(losses, arrivals) {
  /** @type {Pair[]} */
  const pairs = [];
  for (const before of [...losses]) {
    const { place, counter } = before;
    const i = arrivals.findIndex((found) => found.place === place && found.counter.side === counter.side);
    if (i < 0) continue;
    losses.splice(losses.indexOf(before), 1);
    pairs.push({ before, after: arrivals.splice(i, 1)[0] });
  }
  return pairs;
}

/**
 * Returns the battle of a step: dice were rolled, or declared attacks were resolved.
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {Pick<Changes, "moves" | "flips" | "losses" | "lines" | "rolls">} changes
 * @returns {Battle | null}
 */
function battleOf(before, after, { moves, flips, losses, lines, rolls }) {
  const left = new Set((after.links ?? []).map(({ from, to }) => JSON.stringify([from, to])));
  const resolved = (before.links ?? []).filter(({ from, to }) => !left.has(JSON.stringify([from, to])));
  const isResolved = resolved.length > 0 && lines.length > 0;
  if (rolls.length === 0 && !isResolved) return null;
  const [targets, attackers] = [resolved.map(({ to }) => to), resolved.map(({ from }) => from)];
  const hit = [...losses, ...flips.map(({ before }) => before)];
  const attacked = resolved.length ? [] : attackedSpaces(lines, rolls);
  if (attacked.length) return { spaces: attacked, targets: [], attackers: involved(attacked, hit, moves) };
  const spaces = hit.length > 0 ? hit.map(({ place }) => place) : lines.flatMap((line) => line.spaces ?? []);
  return { spaces: unique(spaces), targets: unique(targets), attackers: unique(attackers) };
}

/**
 * Returns the spaces of an attack that was declared and resolved at once: those of the lines that report the dice, or else
 * of the first line under their paragraph.
 * @param {Line[]} lines
 * @param {DiceRoll[]} rolls
 */
export function attackedSpaces(lines, rolls) {
  const reported = unique(rolls.flatMap((roll) => placesOf(roll, rolls, lines)));
  if (reported.length) return reported;
  const rules = rolls.map(({ purpose }) => purpose.split(" ")[0]);
  return unique(lines.find(({ rule, spaces }) => rules.includes(rule ?? "") && spaces?.length)?.spaces ?? []);
}

/**
 * Returns the units that have evidently attacked: those that were hit elsewhere, or that advanced.
 * @param {string[]} attacked
 * @param {Found[]} hit
 * @param {Pair[]} moves
 */
function involved(attacked, hit, moves) {
  const advanced = moves.filter(({ before, after }) => attacked.includes(after.place) && before.place !== after.place);
  const units = [...hit, ...advanced.map(({ before }) => before)].filter(({ place }) => !attacked.includes(place));
  return unique(units.map(({ counter }) => counter.id));
}

/**
 * Adds to the moves of a step the places where its units were in between: those that the log tells, or else those in the
 * snapshots.
 * @param {Changes} changes
 * @param {Snapshot[]} between
 */
export function addPaths({ moves, lines }, between) {
  for (const pair of moves) {
    const { id } = pair.before.counter;
    const told = spacesBetween(lines, id, pair.before.place, pair.after.place);
    if (told) {
      pair.via = told;
      continue;
    }
    const places = between.map((snapshot) => placeIn(snapshot, id));
    pair.via = defined(places).filter((place, i, all) => place !== (all[i - 1] ?? pair.before.place));
    if (pair.via.at(-1) === pair.after.place) pair.via.pop();
  }
}

/**
 * @param {Snapshot} snapshot
 * @param {string} id
 */
function placeIn(snapshot, id) {
  const keys = Object.keys(snapshot).filter((key) => key.startsWith("stack/"));
  const key = keys.find((key) => snapshot[/** @type {`stack/${string}`} */ (key)].some((unit) => unit.id === id));
  return key?.slice("stack/".length);
}
