// The attacks that are declared, or that the question offers or is about.

import { defined } from "./lists.js";

/** @import { Choice } from "../protocol.js" */
/** @import { Store } from "./store.js" */
/**
 * @typedef {object} Attack
 * @property {string} space the space under attack
 * @property {string[] | null} attackers `null` for every unit that can take part
 * @property {"declared" | "asked" | "offered"} kind whether it is declared, the question is about it, or it is an option
 */

/**
 * Returns the declared attacks: links between units of different sides.
 * @param {Store} store
 * @returns {Attack[]}
 */
export function declaredAttacks({ board, snapshot }) {
  /** @type {Map<string, string[]>} */
  const bySpace = new Map();
  for (const { from, to } of snapshot.get("links") ?? []) {
    const space = board.spaceOf(to);
    if (space === undefined || !board.has(from) || board.sideOf(from) === board.sideOf(to)) continue;
    bySpace.set(space, [...(bySpace.get(space) ?? []), from]);
  }
  return [...bySpace].map(([space, units]) => ({ space, attackers: [...new Set(units)], kind: "declared" }));
}

/**
 * Returns the attack that the question is about, with the units picked for it.
 * @param {Store} store
 * @returns {Attack | null}
 */
export function askedAttack(store) {
  const { question, choices, answer, board } = store;
  const space = question && attackedSpace(store);
  if (!question || !space) return null;
  const isOwn = (/** @type {Choice} */ { unit }) => unit !== undefined && board.sideOf(unit) === question.side;
  if (!choices.options.some(isOwn)) return null;
  const picked = defined(
    answer.picked
      .map((i) => choices.options[i])
      .filter(isOwn)
      .map(({ unit }) => unit),
  );
  return { space, attackers: picked.length > 0 ? picked : null, kind: "asked" };
}

/**
 * Returns the space that a question is about, if it contains an enemy.
 * @param {Store} store
 */
export function attackedSpace(store) {
  const spaces = defined((store.question?.context ?? []).map((choice) => choice.space));
  return spaces.find((space) => hasEnemy(store, space));
}

/**
 * @param {Store} store
 * @param {string} space
 */
export function hasEnemy({ board, question }, space) {
  return board.counters(space).some(({ side }) => side && side !== question?.side);
}

/**
 * Returns the attacks on offer. Units chosen for an attack make all of them.
 * @param {Store} store
 * @returns {Attack[]}
 */
export function offeredAttacks(store) {
  const { question, choices, answer, selection } = store;
  if (!question || !answer.isOne || choices.places || attackedSpace(store)) return [];
  const chosen = [...selection.units];
  const attackers = chosen.length > 0 && selection.purpose === "attack" ? chosen : null;
  const spaces = new Set(defined(choices.options.map((option) => targetOf(store, option))));
  return [...spaces].map((space) => ({ space, attackers, kind: "offered" }));
}

/**
 * Returns the space that is attacked if an option is chosen.
 * @param {Store} store
 * @param {Choice} option
 */
export function targetOf(store, { unit, space, path }) {
  const { board, question } = store;
  if (unit !== undefined) {
    const side = board.sideOf(unit);
    return side && side !== question?.side ? board.spaceOf(unit) : undefined;
  }
  const goal = path?.at(-1) ?? space;
  return goal !== undefined && board.at(goal) && hasEnemy(store, goal) ? goal : undefined;
}
