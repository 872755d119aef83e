// The sections of the page that a finished game shows. A section without data is `null`.

import { dice } from "./die.js";
import { element, paragraph, paragraphMark } from "./dom.js";
import { colours, lineChart } from "./end-chart.js";
import { heldSince, pointsHeld, reckoning, spacesHeld, splitResult, stepsLost } from "./end-statistics.js";
import { capitalize, translate } from "./i18n.js";
import { defined } from "./lists.js";

/** @import { Battle } from "./end-battles.js" */
/** @import { Change, Frame, Series } from "./end-statistics.js" */
/** @import { Child } from "./dom.js" */
/** @import { Counter } from "../protocol.js" */
/** @import { Store } from "./store.js" */

const MAX_HELD = 30;
const MAX_REVEALED = 40; // spaces

/**
 * @param {string} title
 * @param {...(Child | Child[])} content
 */
export function section(title, ...content) {
  return element("section", {}, element("h3", {}, title), ...content);
}

/**
 * Creates the headline: who won, and how that came about.
 * @param {string} battle
 * @param {string} turn
 * @param {string} result
 */
export function headline(battle, turn, result) {
  const { headline, reason, rule } = splitResult(result);
  return element(
    "header",
    {},
    element("p", { class: "end-kicker" }, `${battle} · ${turn}`),
    element("h2", { id: "end-title" }, headline, reason ? null : [" ", paragraph(rule)]),
    reason ? element("p", { class: "end-reason" }, capitalize(reason), ". ", paragraph(rule)) : null,
  );
}

/**
 * Creates the charts of points held and steps lost. If places have no points, the number of spaces held is shown.
 * @param {Store} store
 * @param {Frame[]} frames
 */
export function charts(store, frames) {
  const sides = store.playedSides.map(({ name }) => name);
  const points = pointsHeld(frames, sides, store.map.spaces);
  const turns = frames.map(({ turn }) => turn);
  const isLong = turns.filter((turn) => turn > 0).length > 1;
  const titles = isLong
    ? ["Points of the places held, turn by turn", "Spaces held, turn by turn", "Steps lost, turn by turn"]
    : ["Points of the places held", "Spaces held", "Steps lost"];
  const [ofPoints, ofSpaces, ofSteps] = titles.map((title) => translate(title));
  const held = points.length
    ? { title: ofPoints, series: points }
    : { title: ofSpaces, series: spacesHeld(frames, sides, isOnMap(store)) };
  const lost = { title: ofSteps, series: stepsLost(frames, sides) };
  return [held, lost]
    .filter(hasData)
    .map(({ title, series }) =>
      section(title, isLong ? lineChart(store, { title, turns, series }) : sentence(store, series)),
    );
}

/**
 * Writes the last values in a line, where a chart would have a single point.
 * @param {Store} store
 * @param {Series[]} series
 */
function sentence(store, series) {
  const parts = series.map(({ side, values }) => `${capitalize(store.side(side).text)}: ${values.at(-1) ?? 0}`);
  return element("p", { class: "end-sentence" }, `${parts.join(" · ")}`);
}

/**
 * Returns whether a space is on the map, and not a box beside it.
 * @param {Store} store
 */
function isOnMap({ map }) {
  return (/** @type {string} */ space) => !map.spaces[space]?.box;
}

/** @param {{ series: Series[] }} chart */
function hasData({ series }) {
  return series.some(({ values }) => values.some((value) => value));
}

/**
 * Creates the list of owners. If there are many spaces, only those that changed hands are listed.
 * @param {Store} store
 * @param {Frame[]} frames
 */
export function owners(store, frames) {
  const held = heldSince(frames).filter(({ space }) => isOnMap(store)(space));
  const listed = held.length > MAX_HELD ? held.filter(({ since }) => since > 0).slice(0, MAX_HELD) : held;
  if (listed.length === 0) return null;
  const order = store.map.sides.map(({ name }) => name);
  listed.sort((a, b) => order.indexOf(a.side) - order.indexOf(b.side) || a.since - b.since);
  const items = listed.map(({ space, side, since }) => {
    const { fill, ink, text } = store.side(side);
    const turn = since ? element("i", {}, translate("turn {1}", since)) : null;
    const spoken = element("span", { class: "heard" }, ` (${text})`);
    return element("li", { style: `--fill:${fill};--ink:${ink}` }, placeName(store, space), spoken, turn && " ", turn);
  });
  return section(translate("Places held, and since when"), element("ul", { class: "end-held" }, items));
}

/**
 * Returns the name of a space without its number, if it has both.
 * @param {Store} store
 * @param {string} space
 */
function placeName(store, space) {
  const label = store.board.label(space);
  const [, number, name] = /^(\S+)\s+(\p{L}.*)$/u.exec(label) ?? [];
  return number === space || /^\d[\d.,-]*$/.test(number) ? name : label;
}

/**
 * Creates the table of losses by side and type.
 * @param {Store} store
 * @param {Change[]} changes
 */
export function losses(store, changes) {
  if (changes.length === 0) return null;
  const { steps, units, regained } = reckoning(
    changes,
    store.playedSides.map(({ name }) => name),
  );
  const rows = [
    row(translate("Steps lost"), steps),
    row(translate("Units lost"), units),
    regained.some(Boolean) ? row(translate("Steps regained"), regained) : null,
  ];
  return section(
    translate("The reckoning"),
    element(
      "table",
      { class: "end-table" },
      element("caption", {}, translate("Counted after each turn, for all units that you could see.")),
      head(store, ""),
      element("tbody", {}, defined(rows)),
    ),
  );
}

/**
 * Creates the table of losses by type; `null` if only one type has lost steps.
 * @param {Store} store
 * @param {Change[]} changes
 */
function lossesByType(store, changes) {
  const names = store.playedSides.map(({ name }) => name);
  const own = changes.filter(({ side }) => side === null || names.includes(side));
  const { types } = reckoning(own, names);
  if (types.length < 2) return null;
  const rows = types.map(({ type, steps, units }) =>
    row(
      capitalize(type),
      names.map((_, i) => withUnits(steps[i], units[i])),
    ),
  );
  const caption = element("caption", {}, translate("Steps lost by type"));
  return element("table", { class: "end-table" }, caption, head(store, ""), element("tbody", {}, rows));
}

/**
 * @param {number} steps
 * @param {number} units
 */
function withUnits(steps, units) {
  if (units === 0) return `${steps}`;
  return units === 1 ? translate("{1} (one unit)", steps) : translate("{1} ({2} units)", steps, units);
}

/**
 * @param {Store} store
 * @param {string} corner
 */
function head(store, corner) {
  const names = store.playedSides.map(({ name, text }) => {
    const dot = element("span", { class: "dot", style: colours(store, name) });
    return element("th", { scope: "col" }, dot, ` ${capitalize(text)}`);
  });
  return element("thead", {}, element("tr", {}, element(corner ? "th" : "td", {}, corner), names));
}

/**
 * @param {string} name
 * @param {(string | number)[]} values
 */
function row(name, values) {
  const cells = values.map((value) => element("td", {}, `${value}`));
  return element("tr", {}, element("th", { scope: "row" }, name), cells);
}

/**
 * Creates the figures of the charts as tables, and the losses by type.
 * @param {Store} store
 * @param {Frame[]} frames
 * @param {Change[]} changes
 */
export function figures(store, frames, changes) {
  const sides = store.playedSides.map(({ name }) => name);
  const [lost, held] = [stepsLost(frames, sides), spacesHeld(frames, sides, isOnMap(store))];
  const tables = [
    { title: translate("Spaces held"), series: held },
    { title: translate("Steps lost so far"), series: lost },
  ].filter(hasData);
  if (tables.length === 0) return null;
  const table = (/** @type {typeof tables[number]} */ { title, series }) => {
    const rows = frames.map(({ turn }, i) =>
      row(
        turn ? `${turn}` : translate("Set-up"),
        series.map(({ values }) => values[i] ?? ""),
      ),
    );
    const caption = element("caption", {}, title);
    return element(
      "table",
      { class: "end-table" },
      caption,
      head(store, translate("Turn")),
      element("tbody", {}, rows),
    );
  };
  return element(
    "details",
    { class: "end-figures" },
    element("summary", {}, translate("All figures")),
    lossesByType(store, changes),
    tables.map(table),
  );
}

/**
 * Creates the list of decisive battles. A click shows the place and the moment.
 * @param {Battle[]} battles
 * @param {(turn: number) => string} nameOf
 * @param {(battle: Battle) => void} show
 */
export function battleList(battles, nameOf, show) {
  if (battles.length === 0) return null;
  return section(
    translate("The decisive battles"),
    element(
      "ol",
      { class: "end-battles" },
      battles.map((battle) => battleItem(battle, nameOf, show)),
    ),
  );
}

/**
 * @param {Battle} battle
 * @param {(turn: number) => string} nameOf
 * @param {(battle: Battle) => void} show
 */
function battleItem(battle, nameOf, show) {
  const { line, cost, roll } = battle;
  const count = cost === 1 ? translate("one step lost") : translate("{1} steps lost", cost);
  const attributes = { type: "button", class: "event", onclick: () => show(battle) };
  const die = element("span", { class: "end-die", "aria-hidden": "true" }, roll ? dice(roll) : null);
  const facts = element("small", {}, `${nameOf(line.turn ?? 0)} · ${count}`);
  const text = element("span", {}, line.text, "\u00a0", paragraphMark(line.rule), facts);
  return element("li", {}, element("button", attributes, die, text));
}

/**
 * Creates the list of units that were hidden until the end.
 * @param {Store} store
 * @param {[string, Counter[]][]} spaces
 */
export function revealedUnits(store, spaces) {
  if (spaces.length === 0) return null;
  const items = spaces.slice(0, MAX_REVEALED).map(([space, counters]) => {
    const units = counters.map((counter) => counter.label).join("; ");
    return element("li", {}, element("b", {}, store.board.label(space)), ` ${units}`);
  });
  return section(translate("Hidden until the end"), element("ul", { class: "end-revealed" }, items));
}
