// The choice of a film in the tab "Look back": any turns or phases of the past.

import { game } from "./api.js";
import { button, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { History, PhaseMark } from "../protocol.js" */
/** @import { Store } from "./store.js" */

export class FilmRange {
  /** @type {History} */
  #history = { moments: 0, marks: [] };

  /**
   * @param {Store} store
   * @param {(first: number, last: number) => void} open plays a film
   */
  constructor(store, open) {
    this.store = store;
    this.from = element("select", { "aria-label": translate("From") });
    this.to = element("select", { "aria-label": translate("To") });
    this.from.onchange = () => this.#fillTo();
    const play = () => open(Number(this.from.value), Number(this.to.value));
    this.host = element(
      "fieldset",
      { class: "film-range" },
      element("legend", {}, translate("Film")),
      element("p", {}, element("span", { "aria-hidden": "true" }, translate("From")), this.from),
      element("p", {}, element("span", { "aria-hidden": "true" }, translate("To")), this.to),
      button(translate("Play as a film"), play, { class: "film-play" }),
    );
  }

  /** Reloads the phases when the tab is opened. */
  async refresh() {
    const history = await game.history().catch(() => null);
    this.host.hidden = !history || history.moments === 0;
    if (!history) return;
    this.#history = history;
    const at = this.store.pastMoment ?? history.moments;
    replaceChildren(this.from, history.marks.map(option));
    const shown = history.marks.findLast(({ moment }) => moment <= at);
    if (shown) this.from.value = `${history.marks.find(({ turn }) => turn === shown.turn)?.moment}`;
    this.#fillTo();
  }

  // By default, a film ends with the turn in which it begins.
  #fillTo() {
    const { marks, moments } = this.#history;
    const first = Number(this.from.value);
    const later = marks.filter(({ moment }) => moment > first && moment < moments);
    const end = element("option", { value: moments }, translate("the present"));
    replaceChildren(this.to, later.map(option), end);
    const turn = marks.find(({ moment }) => moment === first)?.turn;
    this.to.value = `${later.find((mark) => mark.turn !== turn)?.moment ?? moments}`;
  }
}

/** @param {PhaseMark} mark */
function option({ moment, turn, phase }) {
  const name = `${turn ? translate("Turn {1}", turn) : translate("Set-up")} · ${phase ?? ""}`;
  return element("option", { value: moment }, name);
}
