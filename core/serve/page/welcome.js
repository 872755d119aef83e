// Instructions for new players, the goal of the battle and, at the end, the result.

import { button, closeButton, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { GameResult } from "../protocol.js" */
/** @import { Store } from "./store.js" */

const KEY = "grognard.welcomed";
const LINES = [
  "The line at the top shows what you have to decide.",
  "Click anything with a gold edge: counters, spaces on the map, buttons.",
  "The red button ends the action. You can undo a decision until dice are rolled.",
  "Point at anything to see what it is. Click anything without a gold edge to see why you cannot choose it.",
];

export class Welcome {
  /** @type {string | null} */
  #drawn = null;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   * @param {() => void} lookBack shows the tab for looking back
   * @param {HTMLElement} score the table of the score
   */
  constructor(store, host, lookBack, score) {
    this.store = store;
    this.host = host;
    this.lookBack = lookBack;
    this.score = score;
    store.snapshot.on("game", () => this.#draw());
  }

  get #isNew() {
    const { viewer, turn = 0 } = this.store.game;
    if (this.store.map.guide) return false;
    return localStorage.getItem(KEY) !== "yes" && viewer?.role !== "spectator" && turn <= 1;
  }

  // Redrawn only when its content changes, because the player may have opened or closed the goal.
  #draw() {
    const { result } = this.store.game;
    const isNew = this.#isNew;
    const key = JSON.stringify([isNew, result]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    replaceChildren(
      this.host,
      result ? this.#ending(result) : null,
      isNew ? this.#greeting() : null,
      this.#goal(isNew),
    );
  }

  /** @param {boolean} open */
  #goal(open) {
    const { goal } = this.store.map;
    const summary = element("summary", {}, translate("How to win"));
    if (!goal) return this.score;
    return element("details", { class: "goal", open }, summary, element("p", {}, goal), this.score);
  }

  /** @param {GameResult} result */
  #ending(result) {
    const lookBack = button(translate("Look back and download"), this.lookBack);
    return element(
      "section",
      { class: "finished" },
      element("h3", {}, translate("The game is over.")),
      element("p", {}, element("b", {}, result.text)),
      element("p", { class: "row" }, lookBack),
    );
  }

  #greeting() {
    const { summary } = this.store.map;
    const close = () => {
      localStorage.setItem(KEY, "yes");
      this.#draw();
    };
    return element(
      "section",
      { class: "welcome" },
      element("h3", {}, translate("Welcome")),
      closeButton(translate("Close"), close),
      summary ? element("p", {}, summary) : null,
      element(
        "ul",
        {},
        LINES.map((line) => element("li", {}, translate(line))),
      ),
    );
  }
}
