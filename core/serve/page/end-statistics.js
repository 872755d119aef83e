// Figures of a finished game, computed from one snapshot per turn. Units that the viewer cannot see do not count.

import { minBy, unique } from "./lists.js";

/** @import { Counter, History, PhaseMark, Snapshot, Stand } from "../protocol.js" */
/**
 * @typedef {object} TurnEnd
 * @property {number} turn 0 for set-up
 * @property {number} moment
 */
/** @typedef {TurnEnd & { snapshot: Snapshot }} Frame the game after a turn */
/**
 * @typedef {object} UnitState
 * @property {string} id
 * @property {string} side
 * @property {string} type the unit's type in the viewer's language; empty if its label has none
 * @property {number} steps
 * @property {boolean} isOff whether the unit is off the map
 */
/** @typedef {Pick<UnitState, "id" | "side" | "type"> & { after: number, turn: number, lost: number, regained: number, isGone: boolean }} Change */
/** @typedef {{ side: string, values: (number | null)[] }} Series */

/** The maximum number of snapshots. */
export const MAX_FRAMES = 40;

/**
 * Returns the moments at which turns end, which is when the next turn begins. Set-up ends when the first turn begins.
 * Some turns of a long game are left out.
 * @param {History} history
 * @param {number} [max]
 * @returns {TurnEnd[]}
 */
export function turnEnds({ moments, marks }, max = MAX_FRAMES) {
  const turns = unique([0, ...marks.map((mark) => mark.turn)]).sort((a, b) => a - b);
  const begin = (/** @type {PhaseMark} */ mark) => mark.moment;
  const ends = turns.map((turn) => {
    const next = minBy(
      marks.filter((mark) => mark.turn > turn),
      begin,
    );
    return { turn, moment: next?.moment ?? moments };
  });
  return thinned(ends, max);
}

/**
 * Returns at most `max` items, evenly spaced, with the first and the last.
 * @template T
 * @param {T[]} items
 * @param {number} max
 */
export function thinned(items, max) {
  if (items.length <= max) return items;
  return Array.from({ length: max }, (_, i) => items[Math.round((i * (items.length - 1)) / (max - 1))]);
}

/**
 * Returns the values of a snapshot's keys that have a prefix, by key without the prefix.
 * @template T
 * @param {Snapshot} snapshot
 * @param {string} prefix
 */
function under(snapshot, prefix) {
  const entries = Object.entries(snapshot).filter(([key]) => key.startsWith(prefix));
  return entries.map(([key, value]) => /** @type {[string, T]} */ ([key.slice(prefix.length), value]));
}

/**
 * Returns the units whose steps the viewer can see. Pieces of ground on a table are no units.
 * @param {Snapshot} snapshot
 */
export function unitsOf(snapshot) {
  /** @type {Map<string, UnitState>} */
  const units = new Map();
  const add = (/** @type {Counter} */ { id, side, label, steps }, isOff = false) => {
    if (side && steps) units.set(`${side}/${id}`, { id, side, type: typeIn(label), steps: steps[0], isOff });
  };
  for (const counter of countersIn(snapshot, "off/")) add(counter, true);
  for (const counter of countersIn(snapshot, "stack/")) add(counter);
  for (const [, stand] of under(snapshot, "stand/")) {
    const { base, ...counter } = /** @type {Stand} */ (stand);
    if (base) add(counter);
    else units.delete(`${counter.side}/${counter.id}`);
  }
  return units;
}

/**
 * @param {Snapshot} snapshot
 * @param {"off/" | "stack/"} prefix
 */
function countersIn(snapshot, prefix) {
  return under(snapshot, prefix).flatMap(([, counters]) => /** @type {Counter[]} */ (counters));
}

/**
 * Returns the type in a label: `infantry` for `German: 9 Inf (infantry) 7-7-6`.
 * @param {string} label
 */
export function typeIn(label) {
  return [...label.matchAll(/\(([^()]+)\)/g)].at(-1)?.[1] ?? "";
}

/**
 * Returns the steps that units lost or regained from frame to frame. A unit that is first seen without steps was lost
 * unseen. A unit that can no longer be seen was not lost, nor were the steps without which a unit arrives.
 * @param {Frame[]} frames
 * @returns {Change[]}
 */
export function changesIn(frames) {
  return frames.slice(1).flatMap(({ turn, snapshot }, i) => {
    const before = unitsOf(frames[i].snapshot);
    const full = fullSteps(snapshot);
    return [...unitsOf(snapshot)].flatMap(([key, { id, side, type, steps }]) => {
      const old = before.get(key);
      const was = old?.steps ?? (steps === 0 ? (full.get(key) ?? 0) : steps);
      const arrives = old?.isOff && old.steps > 0 && steps > 0;
      if (was === steps || arrives) return [];
      const [lost, regained] = [Math.max(0, was - steps), Math.max(0, steps - was)];
      return [{ id, side, type, after: frames[i].turn, turn, lost, regained, isGone: steps === 0 }];
    });
  });
}

/** @param {Snapshot} snapshot */
function fullSteps(snapshot) {
  return new Map(countersIn(snapshot, "off/").map(({ id, side, steps }) => [`${side}/${id}`, steps?.[1] ?? 0]));
}

/**
 * Returns the steps that each side had lost by the end of each frame.
 * @param {Frame[]} frames
 * @param {string[]} sides
 * @returns {Series[]}
 */
export function stepsLost(frames, sides) {
  const changes = changesIn(frames);
  return sides.map((side) => ({
    side,
    values: frames.map(({ turn }) =>
      sum(
        changes.filter((one) => one.side === side && one.turn <= turn),
        "lost",
      ),
    ),
  }));
}

/**
 * Returns the number of spaces that each side held at the end of each frame; an empty list if spaces have no owners.
 * @param {Frame[]} frames
 * @param {string[]} sides
 * @param {(space: string) => boolean} [isCounted]
 * @returns {Series[]}
 */
export function spacesHeld(frames, sides, isCounted = () => true) {
  const owners = frames.map(({ snapshot }) =>
    under(snapshot, "owner/").flatMap(([space, owner]) => (isCounted(space) ? [owner] : [])),
  );
  if (owners.every((all) => all.length === 0)) return [];
  return sides.map((side) => ({ side, values: owners.map((all) => all.filter((owner) => owner === side).length) }));
}

/**
 * Returns the points of the spaces that each side held at the end of each frame; an empty list if no space has points.
 * @param {Frame[]} frames
 * @param {string[]} sides
 * @param {Record<string, { features?: string[] }>} spaces
 * @returns {Series[]}
 */
export function pointsHeld(frames, sides, spaces) {
  const points = new Map(Object.entries(spaces).map(([name, { features = [] }]) => [name, pointsIn(features)]));
  if ([...points.values()].every((value) => value === 0)) return [];
  const held = (/** @type {Snapshot} */ snapshot, /** @type {string} */ side) =>
    under(snapshot, "owner/").reduce((sum, [space, owner]) => sum + (owner === side ? (points.get(space) ?? 0) : 0), 0);
  return sides.map((side) => ({ side, values: frames.map(({ snapshot }) => held(snapshot, side)) }));
}

/** @param {string[]} features such as `points 3` */
function pointsIn(features) {
  const found = features.map((feature) => /^points? (\d+)$/i.exec(feature)?.[1]).find((value) => value !== undefined);
  return Number(found ?? 0);
}

/**
 * Returns the owner of each space at the end, and the turn since which they have held it: 0 if always.
 * @param {Frame[]} frames
 * @returns {{ space: string, side: string, since: number }[]}
 */
export function heldSince(frames) {
  const last = frames.at(-1);
  if (!last) return [];
  return under(last.snapshot, "owner/").map(([space, owner]) => {
    const side = /** @type {string} */ (owner);
    const change = frames.findLastIndex(({ snapshot }) => snapshot[`owner/${space}`] !== side);
    return { space, side, since: frames[change + 1].turn };
  });
}

/**
 * Returns the totals of each side, and by type: the steps and units lost, and the steps regained.
 * @param {Change[]} changes
 * @param {string[]} sides
 */
export function reckoning(changes, sides) {
  const of = (/** @type {string} */ side) => changes.filter((change) => change.side === side);
  const types = unique(changes.filter(({ lost, type }) => lost > 0 && type).map(({ type }) => type)).sort();
  return {
    steps: sides.map((side) => sum(of(side), "lost")),
    units: sides.map((side) => of(side).filter(({ isGone }) => isGone).length),
    regained: sides.map((side) => sum(of(side), "regained")),
    types: types.map((type) => ({
      type,
      steps: sides.map((side) =>
        sum(
          of(side).filter((change) => change.type === type),
          "lost",
        ),
      ),
      units: sides.map((side) => of(side).filter((change) => change.type === type && change.isGone).length),
    })),
  };
}

/**
 * @param {Change[]} changes
 * @param {"lost" | "regained"} key
 */
function sum(changes, key) {
  return changes.reduce((total, change) => total + change[key], 0);
}

/**
 * Returns whether a snapshot has units that the viewer cannot see.
 * @param {Snapshot} snapshot
 */
export function hasHidden(snapshot) {
  return countersIn(snapshot, "stack/").some(isHidden);
}

/** @param {Counter} counter */
function isHidden({ steps }) {
  return steps === undefined;
}

/**
 * Returns the units that were hidden before the end and can be seen now, by space.
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {[string, Counter[]][]}
 */
export function revealed(before, after) {
  const seen = unitsOf(before);
  return under(after, "stack/").flatMap(([space, all]) => {
    const hidden = (before[`stack/${space}`] ?? []).filter(isHidden);
    const counters = /** @type {Counter[]} */ (all).filter((counter) => {
      const wasHidden = hidden.some(({ side }) => side === counter.side || side === null);
      return wasHidden && !isHidden(counter) && !seen.has(`${counter.side}/${counter.id}`);
    });
    return counters.length ? [/** @type {[string, Counter[]]} */ ([space, counters])] : [];
  });
}

/**
 * Splits the text of a result into a headline, how it came about, and the number of the paragraph.
 * @param {string} text `Soviet victory: the Soviets hold Moscow (5.0)`
 */
export function splitResult(text) {
  const cited = /^(.*?)\s*\(([A-Z]?\d[\w.]*|[A-Z])\)\.?$/su.exec(text);
  const said = cited?.[1] ?? text;
  const parts = /^(.{1,60}?)\s*:\s+(.+)$/su.exec(said);
  return { headline: parts?.[1] ?? said, reason: parts?.[2] ?? null, rule: cited?.[2] ?? null };
}
