// The charts in force, as printed.

import { game } from "./api.js";
import { element, paragraph, paragraphMark, queryAll, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { Chart, ChartFloor, Meaning } from "../protocol.js" */

export class Charts {
  /** @type {Promise<Chart[]> | null} */
  #charts = null;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
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
    const open = new Set(queryAll(this.host, "details[open]").map((details) => details.dataset.name));
    const isOpen = (/** @type {Chart} */ { name }, /** @type {number} */ i) => (open.size ? open.has(name) : i === 0);
    const empty = element("p", { class: "quiet" }, translate("This battle has no charts."));
    replaceChildren(this.host, charts.length ? charts.map((chart, i) => chartDetails(chart, isOpen(chart, i))) : empty);
  }
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
  const headings = columns.keys.map((key) => element("th", { scope: "col" }, key));
  const row = (/** @type {string} */ key, /** @type {number} */ i) => {
    const data = (cells[i] ?? []).map((cell) => element("td", {}, cell));
    return element("tr", {}, element("th", { scope: "row" }, key), data);
  };
  return element(
    "table",
    { class: "chart" },
    columns.name ? element("caption", {}, columns.name) : null,
    element("thead", {}, element("tr", {}, element("th", { class: "corner" }, rows.name), headings)),
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
