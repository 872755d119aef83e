// What odds say in a word, and whether they leave the attacker a chance.

/** @import { Forecast, Odds } from "../protocol.js" */

/** The chance of success, in percent, up to which an attack is hopeless. */
const HOPELESS = 15;
const RATIO = /(\d+(?:[.,]\d+)?):(\d+(?:[.,]\d+)?)/g;
const PERCENT = /(\d+)[\s\u00a0\u202f]*%/;

/**
 * Returns the odds in a word: `3:1`, `<1:3` below the first column, `55 %`; `null` if they have no short form.
 * @param {Odds | undefined} odds
 */
export function shortOdds(odds) {
  if (!odds || "unavailable" in odds) return null;
  const column = columnOf(odds);
  if (column) return `${column.isBelow ? "<" : ""}${column.ratio}`;
  const [least, ...more] = chancesOf(odds.forecasts);
  const most = more.at(-1);
  if (least === undefined) return null;
  return most === undefined || most === least ? `${least} %` : `${least}–${most} %`;
}

/**
 * Returns whether an attack cannot do the defender harm, or hardly ever does: the final odds are below 1:1, its chance of
 * success is small, or the defender is certain to stay without a loss.
 * @param {Odds} odds
 * @param {string} defender the name of the side, as the forecasts write it
 */
export function isHopeless(odds, defender) {
  if ("unavailable" in odds) return false;
  const column = columnOf(odds);
  if (column) return column.attack < column.defence || (column.isBelow && column.attack === column.defence);
  const chances = chancesOf(odds.forecasts);
  if (chances.length > 0) return chances[chances.length - 1] <= HOPELESS;
  return isWithoutEffect(odds.forecasts, defender.toLowerCase());
}

/**
 * Returns the column of the final odds, if attack and defence are compared by their strengths.
 * @param {Forecast} forecast
 */
function columnOf({ line, strengths }) {
  if (strengths.length !== 2) return null;
  const last = line.split(/->|=/).at(-1) ?? "";
  const [found] = [...last.matchAll(RATIO)];
  if (!found) return null;
  const [attack, defence] = found.slice(1).map((number) => Number(number.replace(",", ".")));
  return { ratio: found[0], attack, defence, isBelow: last.trim() !== found[0] };
}

/**
 * Returns the chances that the forecasts name, in ascending order.
 * @param {Forecast[]} forecasts
 */
function chancesOf(forecasts) {
  const found = forecasts.flatMap(({ line }) => PERCENT.exec(line)?.[1] ?? []);
  return found.map(Number).sort((a, b) => a - b);
}

/**
 * Returns whether the defender's side is certain to hold the space alone, and to lose nothing.
 * @param {Forecast[]} forecasts
 * @param {string} defender
 */
function isWithoutEffect(forecasts, defender) {
  const certain = forecasts.filter(({ outcomes }) => outcomes.length === 1 && outcomes[0].weight === outcomes[0].total);
  const holds = certain.some(({ outcomes: [only] }) => only.result.toLowerCase() === defender);
  const losesNothing = certain.some(
    ({ line, outcomes: [only] }) => only.result === "0" && line.toLowerCase().endsWith(defender),
  );
  return holds && losesNothing;
}

/**
 * Returns whether a question may be about the attack that a forecast is for: their paragraphs, if both are known, are of
 * the same section.
 * @param {string} rule
 * @param {Odds} odds
 */
export function isAbout(rule, odds) {
  if ("unavailable" in odds || !odds.rule) return true;
  const section = (/** @type {string} */ number) => /^(?:\d+|\p{L}+)/u.exec(number)?.[0];
  return section(rule) === section(odds.rule);
}
