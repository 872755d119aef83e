// The charts in force, as printed.

import { game } from "./api.js";
import { element, paragraph, paragraphMark, queryAll, replaceChildren } from "./dom.js";
import { capitalize, translate } from "./i18n.js";
import { minBy } from "./lists.js";

/** @import { Chart, ChartFloor, Meaning } from "../protocol.js" */
/** @import { Store } from "./store.js" */

export class Charts {
  /** @type {Promise<Chart[]> | null} */
  #charts = null;
  /** The paragraph for which a chart was opened last. @type {string | null} */
  #rule = null;

  /**
   * @param {HTMLElement} host
   * @param {Store} store
   */
  constructor(host, store) {
    this.host = host;
    this.store = store;
  }

  /** Returns the meanings of chart results. */
  async meanings() {
    this.#charts ??= load();
    const printed = (/** @type {Chart} */ { meanings, cells }) =>
      meanings.filter(({ result }) => cells.some((row) => row.includes(result)));
    return new Map((await this.#charts).flatMap(printed).map(({ result, text }) => [result, text]));
  }

  async show() {
    this.#charts = load();
    const charts = await this.#charts;
    const { question, game } = this.store;
    const rule = question?.rule ?? game.rule ?? "";
    const isSame = rule === this.#rule;
    this.#rule = rule;
    const usual = chartFor(charts, [question?.rule, game.rule], game.turns);
    const open = new Set(queryAll(this.host, "details[open]").map((details) => details.dataset.name));
    const isOpen = (/** @type {Chart} */ chart) => (isSame && open.size ? open.has(chart.name) : chart === usual);
    const empty = element("p", { class: "quiet" }, translate("This battle has no charts."));
    replaceChildren(this.host, charts.length ? charts.map((chart) => chartDetails(chart, isOpen(chart))) : empty);
  }
}

/**
 * Returns the chart whose paragraph is closest to those of the question and the phase. Without one, returns the first
 * chart that is not the turn track, which the map has.
 * @param {Chart[]} charts
 * @param {(string | null | undefined)[]} rules
 * @param {number} [turns]
 */
function chartFor(charts, rules, turns) {
  for (const rule of rules) {
    const best = minBy(charts, (chart) => -closeness(chart.rule, rule));
    if (best && closeness(best.rule, rule) > 0) return best;
  }
  const isTrack = (/** @type {Chart} */ { rows }) =>
    rows.keys.length === turns && rows.keys.every((key, i) => key === `${i + 1}`);
  return charts.find((chart) => !isTrack(chart)) ?? charts[0];
}

/**
 * Returns how close the numbers of two paragraphs are; 0 if they are in different sections.
 * @param {string | null} a
 * @param {string | null | undefined} b
 */
function closeness(a, b) {
  if (!a || !b) return 0;
  const [first, second] = [a, b].map((number) => number.match(/\d+|\p{L}+/gu) ?? []);
  const end = first.findIndex((part, i) => part !== second[i]);
  return end < 0 ? first.length : end;
}

/** @returns {Promise<Chart[]>} */
function load() {
  return game.charts().catch(() => []);
}

/**
 * @param {Chart} chart
 * @param {boolean} open
 */
function chartDetails(chart, open) {
  return element(
    "details",
    { "data-name": chart.name, open },
    element("summary", {}, chart.title || chart.name, " ", paragraphMark(chart.rule)),
    element("div", { class: "scroll", tabindex: "0" }, chartTable(chart)),
    meaningList(chart.meanings),
  );
}

/** @param {Meaning[] | undefined} meanings */
function meaningList(meanings) {
  if (!meanings?.length) return null;
  const items = meanings.flatMap(({ result, text }) => [element("dt", {}, result), element("dd", {}, text)]);
  return element("dl", { class: "meanings" }, items);
}

/** @param {Chart} chart */
function chartTable({ rows, columns, cells, below }) {
  const headings = columns.keys.map((key) => element("th", { scope: "col" }, heading(key)));
  const row = (/** @type {string} */ key, /** @type {number} */ i) => {
    const data = (cells[i] ?? []).map((cell) => element("td", {}, cell));
    return element("tr", {}, element("th", { scope: "row" }, heading(key)), data);
  };
  return element(
    "table",
    { class: "chart" },
    columns.name && !columns.keys.every(isWord) ? element("caption", {}, heading(columns.name)) : null,
    element("thead", {}, element("tr", {}, element("th", { class: "corner" }, heading(rows.name)), headings)),
    element("tbody", {}, rows.keys.map(row)),
    below?.text ? chartFoot(below, columns.keys.length + 1) : null,
  );
}

/**
 * @param {ChartFloor} floor
 * @param {number} colspan
 */
function chartFoot({ text, rule }, colspan) {
  return element("tfoot", {}, element("tr", {}, element("td", { colspan }, text, " ", paragraph(rule))));
}

/**
 * Returns whether a heading says what it is, so that its axis needs no name.
 * @param {string} key
 */
function isWord(key) {
  return /^\p{L}{3}/u.test(key);
}

/** @param {string} text */
function heading(text) {
  return isWord(text) ? capitalize(text) : text;
}
