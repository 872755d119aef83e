// The introduction for new players: what the battle is about, how it is won and what to look at. It is shown once for
// each game system, and at the beginning of the rulebook.

import { closeButton, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";
import { blocks } from "./rulebook.js";

/** @import { Introduction as IntroductionText } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/** The storage key for the titles of the introductions that were closed. */
const KEY = "grognard.introduced";

/** @returns {string[]} */
function closedTitles() {
  return JSON.parse(localStorage.getItem(KEY) ?? "[]");
}

export class Introduction {
  /**
   * @param {Store} store
   * @param {HTMLElement} host
   * @param {IntroductionText} introduction
   */
  constructor(store, host, introduction) {
    this.store = store;
    this.host = host;
    this.introduction = introduction;
    store.snapshot.on("game", () => this.#update());
  }

  get #isDue() {
    const { viewer, turn = 0, result } = this.store.game;
    const isNew = turn <= 1 && !result && viewer?.role !== "spectator";
    return isNew && !closedTitles().includes(this.introduction.title);
  }

  // Drawn once, so that the player does not lose the place.
  #update() {
    if (!this.#isDue) return this.host.replaceChildren();
    if (this.host.childElementCount > 0) return;
    const { title, text } = this.introduction;
    replaceChildren(
      this.host,
      element(
        "section",
        { class: "introduced" },
        element("h3", {}, title),
        closeButton(translate("Close"), () => this.#close()),
        blocks(text),
      ),
    );
  }

  #close() {
    localStorage.setItem(KEY, JSON.stringify([...closedTitles(), this.introduction.title]));
    this.#update();
  }
}
