// What has happened since the player's last decision. The server remembers it across reloads and browsers.

import { game } from "./api.js";

/** @import { Absence } from "../protocol.js" */
/** @import { Store } from "./store.js" */

export class AbsenceReport {
  /** Whether the player has no question to answer. */
  #isAway = true;
  #isLoaded = false;
  /** @type {((absence: Absence) => void)[]} */
  #listeners = [];
  /** @type {Absence | null} */
  #latest = null;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    store.snapshot.on("question", () => this.#update());
  }

  /**
   * Calls a listener when the page is opened, and whenever the player must decide again after other players' decisions.
   * @param {(absence: Absence) => void} listener
   */
  on(listener) {
    this.#listeners.push(listener);
  }

  async #update() {
    const { store } = this;
    if (!store.isPresent || !store.game.viewer) return;
    const isBack = this.#isAway && store.question !== null;
    this.#isAway = store.question === null;
    if (this.#isLoaded && !isBack) return;
    this.#isLoaded = true;
    const number = store.question?.number;
    const absence = await game.absence().catch(() => null);
    if (!absence || store.question?.number !== number) return;
    this.#latest = absence;
    this.repeat();
  }

  /** Calls the listeners again, when the present is shown again. */
  repeat() {
    const absence = this.#latest;
    if (absence) for (const listener of this.#listeners) listener(absence);
  }
}
