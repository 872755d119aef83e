// The forecast for a battle or for a part of it: modifiers and probabilities.

import { element, paragraph } from "./dom.js";

/** @import { Forecast, Modifier, Outcome } from "../protocol.js" */
/** @typedef {Map<string, string>} Meanings the meanings of results */

/**
 * A certain outcome needs no bar.
 * @param {Forecast} forecast
 * @param {Meanings} meanings
 */
export function forecastSection({ line, rule, modifiers, outcomes, note }, meanings) {
  const [certain] = outcomes.length === 1 && !note && modifiers.length === 0 ? outcomes : [];
  if (certain && !meanings.has(certain.result))
    return element("p", { class: "line" }, `${line}: ${certain.result}`, " ", paragraph(rule));
  const chances = outcomes.map((outcome) => outcomeItem(outcome, meanings.get(outcome.result)));
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
 * @param {Outcome} outcome
 * @param {string | undefined} meaning
 */
function outcomeItem({ result, weight, total }, meaning) {
  const percent = Math.round((100 * weight) / total);
  const bar = element("span", { style: `width:${percent}%` });
  return element(
    "li",
    { title: `${weight} / ${total}` },
    element("span", { class: "result" }, result),
    element("span", { class: "bar", "aria-hidden": "true" }, bar),
    element("span", { class: "percent" }, `${percent} %`),
    meaning ? element("small", {}, meaning) : null,
  );
}
