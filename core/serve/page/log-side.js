// The side that acts in a line of the log: the one that the name of the phase names, or else the one that the event is
// about.

/** @import { MapSide } from "../protocol.js" */
/** @typedef {{ phase?: string | null, side?: string | null }} Acted */

/** The maximum number of letters that a language adds to an adjective. */
const MAX_ENDING = 2;

/**
 * @param {MapSide[]} sides
 * @param {Acted} line
 * @returns {string | null}
 */
export function actingSide(sides, { phase, side }) {
  const words = (phase ?? "").toLowerCase().match(/\p{L}+/gu) ?? [];
  const isNamed = (/** @type {MapSide} */ { adjective, text }) =>
    [adjective, text].some((name) => name && words.some((word) => isForm(word, name.toLowerCase())));
  const named = sides.filter(isNamed);
  return named.length === 1 ? named[0].name : (side ?? null);
}

/**
 * @param {string} word
 * @param {string} name
 */
function isForm(word, name) {
  return word.startsWith(name) && word.length <= name.length + MAX_ENDING;
}
