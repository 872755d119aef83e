// The past moments of a film. They are loaded ahead, and values that several moments share are kept once.

import { game } from "./api.js";

/** @import { Snapshot } from "../protocol.js" */

/** The number of moments to load ahead. */
const AHEAD = 5;
/** The maximum number of moments to keep. */
const MAX_KEPT = 160;

export class Reel {
  /** @type {Map<number, Promise<Snapshot | null>>} The moments kept, least recently used first. */
  #moments = new Map();
  /** @type {Map<string, unknown>} Values by key and JSON. */
  #values = new Map();

  /** @param {number} last the last moment of the game */
  constructor(last) {
    this.last = last;
  }

  /**
   * Returns a moment; `null` if it cannot be loaded. Loads the moments after it too, those before it, or no others.
   * @param {number} moment
   * @param {1 | -1 | 0} direction
   */
  at(moment, direction = 1) {
    const wanted = this.#load(moment);
    for (let i = 1; i <= AHEAD; i++) {
      const next = moment + i * direction;
      if (next >= 0 && next <= this.last) this.#load(next);
    }
    this.#trim();
    return wanted;
  }

  /** @param {number} moment */
  #load(moment) {
    const kept =
      this.#moments.get(moment) ??
      game.moment(moment).then(
        (snapshot) => this.#share(snapshot),
        () => null,
      );
    this.#moments.delete(moment);
    this.#moments.set(moment, kept);
    return kept;
  }

  /**
   * Replaces values that another moment has too.
   * @param {Snapshot} snapshot
   */
  #share(snapshot) {
    const shared = Object.entries(snapshot).map(([key, value]) => {
      const name = `${key} ${JSON.stringify(value)}`;
      if (!this.#values.has(name)) this.#values.set(name, value);
      return [key, this.#values.get(name)];
    });
    return /** @type {Snapshot} */ (Object.fromEntries(shared));
  }

  #trim() {
    for (const moment of this.#moments.keys()) {
      if (this.#moments.size <= MAX_KEPT) return;
      this.#moments.delete(moment);
    }
  }
}
