// What to do, for those who see the board for the first time; how the battle is won; and what to do when it is over.

import { button, closeButton, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { GameResult } from "../protocol.js" */
/** @import { Store } from "./store.js" */

const KEY = "grognard.welcomed";
const LINES = [
  "The line at the top says what you decide now.",
  "What has a gold edge can be clicked: counters, spaces of the map, buttons.",
  "A red button ends what you are doing. Undo takes back, until dice are rolled.",
  "Point at anything to read what it is; click what is not gold to learn why not.",
];

export class Welcome {
  /** @type {string | null} */
  #drawn = null;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   * @param {() => void} lookBack shows the tab in which a game is looked back at
   */
  constructor(store, host, lookBack) {
    this.store = store;
    this.host = host;
    this.lookBack = lookBack;
    store.snapshot.on("game", () => this.#draw());
  }

  get #isNew() {
    const { viewer, turn = 0 } = this.store.game;
    return localStorage.getItem(KEY) !== "yes" && viewer?.role !== "spectator" && turn <= 1;
  }

  // Drawn only when something is different: the player may have opened or closed the goal.
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
    const summary = element("summary", {}, translate("How it is won"));
    return goal ? element("details", { class: "goal", open }, summary, element("p", {}, goal)) : null;
  }

  /** @param {GameResult} result */
  #ending(result) {
    const lookBack = button(translate("Look back, and take it with you"), this.lookBack);
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
