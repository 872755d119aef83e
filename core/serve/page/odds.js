// The odds of an attack while the attacker decides: the probability of each outcome, and the modifiers of the column.

import { element, replaceChildren } from "./dom.js";
import { forecastSection } from "./forecast.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";
import { isUnitPlace } from "./table-units.js";

/** @import { Charts } from "./charts.js" */
/** @import { Meanings } from "./forecast.js" */
/** @import { OddsLoader } from "./odds-loader.js" */
/** @import { Choice, Forecast, Odds as OddsReply, Question } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/** How long the pointer must rest before odds are loaded, in milliseconds. */
const DELAY = 90;

export class Odds {
  /** @type {string | null} */
  #key = null;
  #timer = 0;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   * @param {Charts} charts
   * @param {OddsLoader} loader
   */
  constructor(store, host, charts, loader) {
    this.loader = loader;
    this.store = store;
    this.host = host;
    this.charts = charts;
    store.onChange(() => this.#update());
  }

  // While the player chooses attackers, shows the odds for those picked. When units retreat or advance, nothing is
  // attacked.
  #update() {
    const { question, answer, choices } = this.store;
    const isOwn = (/** @type {Choice} */ option) => question !== null && this.#sideOf(option) === question.side;
    const target = question && choices.options.some(isOwn) ? this.#target(question) : null;
    if (!target) return this.clear();
    const picked = answer.picked.map((i) => choices.options[i]).filter(isOwn);
    const units = defined(picked.map(({ unit }) => unit));
    this.#request(target, units.length ? units : null);
  }

  /**
   * Returns the space that a question is about, if it contains an enemy.
   * @param {Question} question
   */
  #target({ context, side }) {
    return defined(context.map((choice) => choice.space)).find((space) => this.#hasEnemy(space, side));
  }

  /**
   * Shows the odds against an enemy that is under the pointer or focused.
   * @param {string | undefined} space
   */
  showAgainst(space) {
    const { question } = this.store;
    if (!question || !space || this.#target(question) || !this.#hasEnemy(space, question.side)) return;
    this.#request(space, null);
  }

  /**
   * @param {string} space
   * @param {string} side
   */
  #hasEnemy(space, side) {
    return this.store.board.counters(space).some((counter) => counter.side && counter.side !== side);
  }

  /** @param {Choice} option */
  #sideOf({ space, unit }) {
    if (unit === undefined) return undefined;
    return this.store.board.counters(space).find(({ id }) => id === unit)?.side;
  }

  /**
   * @param {string} space
   * @param {string[] | null} attackers
   */
  #request(space, attackers) {
    const key = `${space} ${attackers?.join("|")}`;
    if (this.#key === key) return;
    this.#key = key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(space, attackers, key), DELAY);
  }

  /**
   * @param {string} space
   * @param {string[] | null} attackers
   * @param {string} key
   */
  async #load(space, attackers, key) {
    const odds = await this.loader.load(space, attackers);
    const meanings = await this.charts.meanings();
    if (this.#key === key) this.#show(space, odds, attackers !== null, meanings);
  }

  /** Removes the odds that are shown. */
  clear() {
    this.#key = null;
    clearTimeout(this.#timer);
    this.host.replaceChildren();
  }

  /**
   * @param {string} space
   * @param {OddsReply} odds
   * @param {boolean} isOfPicked
   * @param {Meanings} meanings
   */
  #show(space, odds, isOfPicked, meanings) {
    if ("unavailable" in odds) {
      return replaceChildren(this.host, isOfPicked ? element("p", { class: "odds quiet" }, odds.unavailable) : null);
    }
    const unit = isUnitPlace(space) ? this.store.board.counters(space)[0]?.label : undefined;
    const name = unit ?? this.store.board.label(space);
    const ofAll = translate("Odds at {1} with every unit that can take part", name);
    const title = isOfPicked || unit !== undefined ? translate("Odds against {1}", name) : ofAll;
    this.#showAll(title, odds.forecasts, meanings);
  }

  /**
   * Shows the odds of the fights at a place on a table.
   * @param {string} place
   * @param {Forecast[]} forecasts
   */
  async showForecasts(place, forecasts) {
    this.clear();
    if (forecasts.length === 0) return;
    this.#key = place;
    const meanings = await this.charts.meanings();
    if (this.#key === place) this.#showAll(translate("Odds of the fights at {1}", place), forecasts, meanings);
  }

  /**
   * @param {string} title
   * @param {Forecast[]} forecasts
   * @param {Meanings} meanings
   */
  #showAll(title, forecasts, meanings) {
    const sections = forecasts.map((forecast) => forecastSection(forecast, meanings, this.store.map.sides));
    replaceChildren(this.host, element("div", { class: "odds" }, element("h3", {}, title), sections));
  }
}
