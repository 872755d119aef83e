// Whether the player has watched what other sides did while they did it, so that no film of it is needed.

/** @import { Store } from "./store.js" */
/** @typedef {{ first: number, last: number, isCalm: boolean }} Watched moments of the game */

/** The most decisions that a player can follow when they arrive at once. */
const MAX_AT_ONCE = 3;
/** The time per decision, in milliseconds, in which a player can follow a turn. */
const MIN_PAUSE = 150;

export class LiveWatch {
  /** @type {{ moment: number, time: number } | null} Since when nothing was missed. */
  #start = null;
  /** The last moment that was shown. */
  #last = 0;
  #hadQuestion = false;
  /** @type {Watched | null} What was shown before the current question. */
  #watched = null;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    store.snapshot.on("", () => this.#update());
    document.addEventListener("visibilitychange", () => {
      this.#start = null;
    });
  }

  /**
   * Returns whether the player has watched a range of moments.
   * @param {number} first
   * @param {number} last
   */
  covers(first, last) {
    const watched = this.#watched;
    return watched !== null && watched.first <= first && watched.last >= last && watched.isCalm;
  }

  #update() {
    const { store } = this;
    const time = performance.now();
    const moment = store.game.moment ?? 0;
    const hasQuestion = store.question !== null;
    if (!store.isPresent || store.isHandedOver || document.hidden) {
      this.#start = null;
    } else if (!hasQuestion && (this.#start === null || this.#hadQuestion || moment - this.#last > MAX_AT_ONCE)) {
      this.#start = { moment, time };
    } else if (hasQuestion && !this.#hadQuestion) {
      this.#watched = moment - this.#last > MAX_AT_ONCE ? null : this.#since(moment, time);
    } else if (hasQuestion && moment !== this.#last) {
      this.#watched = null;
    }
    this.#last = moment;
    this.#hadQuestion = hasQuestion;
  }

  /**
   * @param {number} last
   * @param {number} time
   */
  #since(last, time) {
    if (this.#start === null) return null;
    const { moment: first, time: start } = this.#start;
    return { first, last, isCalm: time - start >= MIN_PAUSE * (last - first) };
  }
}
