// Consecutive lines of the log that say the same of several units become one line, which opens.

import { element, paragraphMark } from "./dom.js";
import { capitalize, translate } from "./i18n.js";
import { lineItem, sentence } from "./log-line.js";

/** @import { Line } from "./log-line.js" */
/** @import { Store } from "./store.js" */

/** The minimum number of lines of a group. */
const MIN_GROUP = 3;
/** The minimum number of words that the lines of a group share at their end. */
const MIN_WORDS = 3;

/**
 * Returns whether a line may be in the same group as the one before it.
 * @param {Line | undefined} before
 * @param {Line | undefined} line
 */
export function continues(before, line) {
  if (!before?.rule || !line) return false;
  const isTogether = before.rule === line.rule && before.turn === line.turn && before.phase === line.phase;
  return isTogether && before.side === line.side && ending([before, line]).length >= MIN_WORDS;
}

/**
 * Splits lines into groups. Most groups have one line.
 * @template {Line} T
 * @param {T[]} lines
 * @param {(line: T, before: T) => boolean} [isTogether]
 * @returns {T[][]}
 */
export function grouped(lines, isTogether = () => true) {
  /** @type {T[][]} */
  const groups = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    const fits = last && before && isTogether(line, before) && continues(before, line);
    if (fits && ending([...last, line]).length >= MIN_WORDS) last.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group) => (group.length < MIN_GROUP ? group.map((line) => [line]) : [group]));
}

/**
 * Returns the item of a group.
 * @param {Store} store
 * @param {Line[]} lines
 * @param {string | null} [name] the class of the item
 */
export function groupItem(store, lines, name = null) {
  const [line] = lines;
  if (lines.length === 1) return lineItem(store, line, name);
  const rest = ending(lines).join(" ");
  const side = store.map.sides.find((one) => one.name === line.side);
  const text = side
    ? translate("{1} {2} units: … {3}", lines.length, side.adjective ?? capitalize(side.text), rest)
    : translate("{1} units: … {2}", lines.length, rest);
  const all = lines.map((one) => lineItem(store, one));
  const item = lineItem(store, { ...line, text, spaces: [] }, [name, "several"].filter(Boolean).join(" "));
  item.replaceChildren(
    element("details", {}, element("summary", {}, sentence(text, paragraphMark(line.rule))), element("ol", {}, all)),
  );
  return item;
}

/**
 * Returns the words that lines share at their end, after the name of a unit: at least one word differs in all of them.
 * @param {Line[]} lines
 */
function ending(lines) {
  const [first, ...others] = lines.map(({ text }) => text.split(" "));
  const differs = (/** @type {number} */ length) =>
    others.some((words) => words.length <= length || words.at(-length) !== first.at(-length));
  let length = 0;
  while (length < first.length - 1 && !differs(length + 1)) length += 1;
  const shared = first.slice(first.length - length);
  // The name of a unit ends before the first word in small letters.
  const start = shared.findIndex((word) => /^\p{Ll}/u.test(word));
  return start < 0 ? [] : shared.slice(start);
}
