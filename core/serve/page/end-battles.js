// The decisive battles of a finished game: the lines of the log that report an attack, and the steps it cost.

/** @import { Change } from "./end-statistics.js" */
/** @import { Line } from "./log-line.js" */
/** @import { DiceRoll } from "../protocol.js" */
/**
 * @typedef {object} Battle
 * @property {Line} line the attack
 * @property {number} index the number of the line
 * @property {number} cost the number of steps lost
 * @property {DiceRoll | null} roll the die that the line names
 */

/** How many lines before a loss its attack is looked for. */
const REACH = 12;

/**
 * Returns the battles that cost most steps, most costly first. A loss belongs to the last attack before the line about
 * it; an attack is a line about one space, under a paragraph for which dice are rolled. Lines about two are moves.
 * @param {Line[]} lines
 * @param {DiceRoll[]} rolls
 * @param {Change[]} changes
 * @param {number} max
 * @returns {Battle[]}
 */
export function decisiveBattles(lines, rolls, changes, max) {
  const rules = new Set(rolls.map(({ purpose }) => purpose.split(" ")[0]));
  /** @type {Map<number, Battle>} */
  const battles = new Map();
  for (const change of changes.filter(({ lost }) => lost > 0)) {
    const attack = attackOf(lines, rules, change);
    if (attack === null) continue;
    const { cost } = battles.get(attack) ?? { cost: 0 };
    const line = lines[attack];
    battles.set(attack, { line, index: attack, cost: cost + change.lost, roll: rollIn(line, rolls) });
  }
  return [...battles.values()].sort((a, b) => b.cost - a.cost || a.index - b.index).slice(0, max);
}

/**
 * Returns the die that a line names after one of the words for a die; `null` if no such die was rolled under the line's
 * paragraph.
 * @param {Line} line
 * @param {DiceRoll[]} rolls
 * @returns {DiceRoll | null}
 */
export function rollIn({ text, rule }, rolls) {
  const named = /(?<!\p{L})(?:die|dice|dés?)[\s\u00a0\u202f]*:?[\s\u00a0\u202f]*(\d+)/iu.exec(text);
  const number = Number(named?.[1]);
  const found = rolls.find(({ purpose, results }) => purpose.split(" ")[0] === rule && results.includes(number));
  return found && found.results.length === 1 ? { ...found, results: [number] } : null;
}

/**
 * Returns the line of the attack that caused a loss. A unit that is gone is not mentioned after its loss. For others, the
 * line closest to an attack is taken for that of the loss.
 * @param {Line[]} lines
 * @param {Set<string>} rules
 * @param {Change} change
 */
function attackOf(lines, rules, { id, after, turn, isGone }) {
  const name = nameOf(id);
  const isIn = (/** @type {Line} */ line) => (line.turn ?? -1) > after && (line.turn ?? -1) <= turn;
  const mentions = [...lines.keys()].filter((i) => isIn(lines[i]) && name.test(lines[i].text));
  const pairs = (isGone ? mentions.slice(-1) : mentions).flatMap((loss) => {
    const attack = attackBefore(lines, rules, loss);
    return attack === null || !isAtSamePlace(lines[attack], lines[loss]) ? [] : [{ attack, loss }];
  });
  const distances = pairs.map(({ attack, loss }) => loss - attack);
  return pairs[distances.indexOf(Math.min(...distances))]?.attack ?? null;
}

/**
 * @param {Line} attack
 * @param {Line} loss
 */
function isAtSamePlace(attack, loss) {
  return (loss.spaces ?? []).every((space) => attack.spaces?.includes(space));
}

/**
 * Returns the last attack before a line, in the same turn.
 * @param {Line[]} lines
 * @param {Set<string>} rules
 * @param {number} loss
 */
function attackBefore(lines, rules, loss) {
  const chapters = new Set([...rules].map(chapterOf));
  const before = Array.from({ length: Math.min(REACH, loss) }, (_, i) => loss - 1 - i);
  const near = before.filter((i) => lines[i].turn === lines[loss].turn && lines[i].spaces?.length === 1);
  const exact = near.find((i) => rules.has(lines[i].rule ?? ""));
  return exact ?? near.find((i) => chapters.has(chapterOf(lines[i].rule ?? ""))) ?? null;
}

/**
 * Returns the chapter of a paragraph: `10` for `10.12.1`, `G` for `G2`.
 * @param {string} rule
 */
function chapterOf(rule) {
  return /^(?:\d+|\p{L}+)/u.exec(rule)?.[0] ?? rule;
}

/**
 * Returns a pattern for a unit's name in the log. A number may be an ordinal there: `13th Army`.
 * @param {string} id
 */
function nameOf(id) {
  const escaped = id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const end = /^\d+$/.test(id) ? "\\p{L}{0,4}(?=\\s\\p{L})" : "";
  return new RegExp(`(?<![\\p{L}\\p{N}:/.-])${escaped}${end}(?![\\p{L}\\p{N}/])`, "u");
}
