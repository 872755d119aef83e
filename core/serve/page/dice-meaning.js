// What a roll of dice is about: the place and the paragraph, and which dice hit.

import { game } from "./api.js";
import { translate } from "./i18n.js";
import { unique } from "./lists.js";

/** @import { DiceRoll } from "../protocol.js" */
/** @import { Line } from "./log-line.js" */

/** The number of hits and of dice in a line: `2 hits with 5 dice`. */
const HITS = /(\d+)[\s\u00a0\u202f]+(?:hits?|coups?)(?!\p{L}).*?(\d+)[\s\u00a0\u202f]+(?:dice|die|dés?)(?!\p{L})/iu;

/** @type {Promise<Map<string, string>> | null} The titles of paragraphs, by number. */
let titles = null;

/** Loads the titles of the paragraphs. */
function loadTitles() {
  titles ??= game.rules().then(
    (books) => new Map(books.flatMap(({ paragraphs }) => paragraphs.map(({ number, title }) => [number, title]))),
    () => new Map(),
  );
  return titles;
}

/**
 * Returns what a roll is for, in words: the title of its paragraph, and its purpose unless both say the same.
 * @param {DiceRoll} roll
 */
export async function titleOf({ purpose }) {
  const [number, ...rest] = purpose.split(" ");
  const words = rest.join(" ");
  const title = (await loadTitles()).get(number);
  if (!title || title.toLowerCase().includes(words.toLowerCase())) return title ?? null;
  return `${title}: ${words}`;
}

/**
 * Returns the spaces that a roll was about, according to the new lines of the log under its paragraph: those of the line
 * that reports the dice, or else the only space named.
 * @param {DiceRoll} roll
 * @param {DiceRoll[]} rolls all new rolls
 * @param {Line[]} lines
 */
export function placesOf(roll, rolls, lines) {
  const rule = roll.purpose.split(" ")[0];
  const own = lines.filter((line) => line.rule === rule && line.spaces?.length);
  const telling = own.filter(({ text }) => reports(text, roll));
  const same = rolls.filter(({ purpose, results }) => purpose === roll.purpose && `${results}` === `${roll.results}`);
  const found = telling[same.indexOf(roll)];
  if (found) return found.spaces ?? [];
  const named = unique(own.flatMap(({ spaces }) => spaces ?? []));
  return named.length === 1 ? named : [];
}

/**
 * Returns whether a line of the log reports a roll: each die, their sum, or the number of dice that hit.
 * @param {string} text
 * @param {DiceRoll} roll
 */
function reports(text, { results }) {
  /** @type {string[]} */
  const numbers = text.match(/\b\d+\b/g) ?? [];
  const sum = results.reduce((total, result) => total + result, 0);
  const isNamed = (/** @type {number} */ number) => numbers.includes(`${number}`);
  return isNamed(sum) || results.every(isNamed) || Number(HITS.exec(text)?.[2]) === results.length;
}

/**
 * Returns which dice of a roll hit, in words; `null` unless the roll counts hits.
 * @param {DiceRoll} roll
 */
export function hitsText({ hits_from: least, sides }) {
  if (least === undefined) return null;
  return least === sides ? translate("hits on {1}", least) : translate("hits on {1} or more", least);
}
