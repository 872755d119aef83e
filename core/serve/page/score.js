// The live score: how near each side is to winning. Chips in the header, and a table below the goal of the battle.

import { game } from "./api.js";
import { byId, element, paragraph, replaceChildren } from "./dom.js";
import { capitalize, translate } from "./i18n.js";
import { sentence } from "./log-line.js";

/** @import { ScoreLine, ScoreValue } from "../protocol.js" */
/** @import { SheetColumn } from "./sheet-column.js" */
/** @import { Store } from "./store.js" */

export class Score {
  #isLoading = false;
  /** The number of the moment whose score is shown. @type {number | null} */
  #moment = null;

  /**
   * @param {Store} store
   * @param {SheetColumn} column
   */
  constructor(store, column) {
    this.store = store;
    this.column = column;
    this.table = element("div", { class: "score" });
    this.chips = byId("score");
    store.snapshot.on("game", () => this.#load());
  }

  /** Loads the score again, because the rules have changed. */
  reload() {
    this.#moment = null;
    this.#load();
  }

  // While the past is shown, the score stays that of the present. Changes that arrive meanwhile are loaded afterwards.
  async #load() {
    const { isPresent, game: state } = this.store;
    if (!isPresent) return;
    const moment = state.moment ?? 0;
    if (this.#isLoading || moment === this.#moment) return;
    this.#isLoading = true;
    const lines = await game.score().catch((error) => {
      this.store.reportFailure(error);
      return [];
    });
    this.#isLoading = false;
    this.#moment = moment;
    // Where units are hidden, the score may be unknown for as long as another side decides.
    if (lines.length > 0 || this.store.question) this.#show(lines);
    if (this.store.isPresent && (this.store.game.moment ?? 0) !== moment) this.#load();
  }

  /** @param {ScoreLine[]} lines */
  #show(lines) {
    const rows = lines.map((line) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, sentence(capitalize(line.label), paragraph(line.rule))),
        element("td", {}, this.#values(line), this.#limit(line)),
      ),
    );
    this.column.showScore(lines);
    replaceChildren(this.table, rows.length ? element("table", {}, element("tbody", {}, rows)) : null);
    const [first] = lines;
    this.chips.hidden = !first;
    if (first) this.#showChips(first);
  }

  /** @param {ScoreLine} line */
  #showChips(line) {
    const label = capitalize(line.label);
    const chips = line.values.map((value) => this.#chip(value));
    this.chips.title = [label, ...chips.map((chip) => chip.title)].join("\n");
    replaceChildren(
      this.chips,
      element("span", { class: "score-label" }, label),
      " ",
      element("span", { class: "score-chips" }, chips, this.#limit(line)),
    );
  }

  /** @param {ScoreValue} value */
  #chip({ side, value }) {
    const { text, fill, ink } = this.store.side(side);
    const label = `${capitalize(text)}: ${value ?? "?"}`;
    const style = `--fill:${fill};--ink:${ink}`;
    return element(
      "span",
      { class: "score-chip", style, title: label, "aria-label": label, role: "img" },
      `${value ?? "?"}`,
    );
  }

  /** @param {ScoreLine} line */
  #limit({ limit }) {
    return limit === null ? null : element("small", {}, ` ${translate("of {1}", limit)}`);
  }

  /** @param {ScoreLine} line */
  #values({ values }) {
    return values.map((value) => this.#value(value));
  }

  /** @param {ScoreValue} value */
  #value({ side, value }) {
    const { text, fill } = this.store.side(side);
    const label = `${capitalize(text)}: ${value ?? "?"}`;
    const dot = element("i", { class: "dot", style: `--fill:${fill}` });
    return element("span", { class: "score-value", title: label, "aria-label": label }, dot, `${value ?? "?"}`);
  }
}
