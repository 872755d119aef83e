// The forecast for a battle or for a part of it: modifiers and probabilities.

import { element, paragraph } from "./dom.js";

/** @import { Forecast, MapSide, Modifier, Outcome } from "../protocol.js" */
/** @typedef {Map<string, string>} Meanings the meanings of results */

/**
 * A certain outcome needs no bar.
 * @param {Forecast} forecast
 * @param {Meanings} meanings
 * @param {MapSide[]} sides
 */
export function forecastSection({ line, rule, modifiers, outcomes, note }, meanings, sides) {
  const [certain] = outcomes.length === 1 && !note && modifiers.length === 0 ? outcomes : [];
  if (certain && !meanings.has(certain.result))
    return element("p", { class: "line" }, `${line}: ${certain.result}`, " ", paragraph(rule));
  const chances = outcomes.map((outcome) => {
    const ofResult = sidesNamed(outcome.result, sides);
    const named = ofResult.length > 0 ? ofResult : sidesNamed(line, sides);
    return outcomeItem(outcome, meanings.get(outcome.result), named.length === 1 ? named[0] : undefined);
  });
  return element(
    "section",
    {},
    element("p", { class: "line" }, shorten(line, modifiers), " ", paragraph(rule)),
    modifiers.length ? element("ul", { class: "modifiers" }, modifiers.map(modifierItem)) : null,
    outcomes.length ? element("ul", { class: "outcomes" }, chances) : null,
    note ? element("p", { class: "quiet" }, note) : null,
  );
}

/**
 * Returns a summary without the modifiers, which are listed below it.
 * @param {string} line
 * @param {Modifier[]} modifiers
 */
function shorten(line, modifiers) {
  const [, first, last] = /^([^,]*), .* -> (.*)$/.exec(line) ?? [];
  if (modifiers.length === 0 || !first) return line;
  return first.endsWith(` ${last}`) ? first : `${first} → ${last}`;
}

/** @param {Modifier} modifier */
function modifierItem({ amount, rule, reason }) {
  return element("li", {}, element("b", {}, signed(amount)), " ", reason, " ", paragraph(rule));
}

/** @param {number} amount */
function signed(amount) {
  if (amount === 0) return "·";
  return amount > 0 ? `+${amount}` : `−${-amount}`;
}

/**
 * Returns the sides that a text names.
 * @param {string} text
 * @param {MapSide[]} sides
 */
function sidesNamed(text, sides) {
  const words = wordsOf(text);
  const isNamed = (/** @type {string | null} */ name) => {
    const own = wordsOf(name ?? "");
    return own.length > 0 && own.every((word) => words.includes(word));
  };
  return sides.filter((side) => isNamed(side.text) || isNamed(side.adjective));
}

/**
 * @param {string} text
 * @returns {string[]}
 */
function wordsOf(text) {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/**
 * @param {Outcome} outcome
 * @param {string | undefined} meaning
 * @param {MapSide | undefined} side the side whose outcome it is
 */
function outcomeItem({ result, weight, total }, meaning, side) {
  const percent = Math.round((100 * weight) / total);
  const colour = side ? `;--fill:${side.fill}` : "";
  const bar = element("span", { style: `width:${percent}%${colour}` });
  return element(
    "li",
    { title: `${weight} / ${total}` },
    element("span", { class: "result" }, result),
    element("span", { class: "bar", "aria-hidden": "true" }, bar),
    element("span", { class: "percent" }, `${percent} %`),
    meaning ? element("small", {}, meaning) : null,
  );
}
