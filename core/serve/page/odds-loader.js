// Loads odds, one request at a time, and keeps them until the next decision.

import { game } from "./api.js";
import { isUnitPlace } from "./table-units.js";

/** @import { ContactQuery, Odds } from "../protocol.js" */
/** @import { Store } from "./store.js" */

export class OddsLoader {
  /** @type {Map<string, Odds>} */
  #known = new Map();
  /** @type {Map<string, Promise<Odds>>} */
  #loading = new Map();
  #position = "";
  /** @type {Promise<unknown>} The end of the last request. */
  #last = Promise.resolve();

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  // The same attack has other odds after the next decision.
  #forgetOld() {
    const { question, game } = this.store;
    const position = `${game.moment} ${question?.number}`;
    if (position === this.#position) return;
    this.#position = position;
    this.#known.clear();
    this.#loading.clear();
  }

  /**
   * Returns the odds of an attack if they have been loaded.
   * @param {string} space
   * @param {string[] | null} attackers `null` for every unit that can take part
   */
  known(space, attackers) {
    this.#forgetOld();
    return this.#known.get(keyOf(space, attackers));
  }

  /**
   * Loads the odds of an attack, unless they are known. On a table, it is the attack of the unit that the question is about.
   * @param {string} space
   * @param {string[] | null} attackers
   * @returns {Promise<Odds>}
   */
  load(space, attackers) {
    const { mover, board } = this.store;
    const [enemy] = isUnitPlace(space) ? board.counters(space) : [];
    const isFight = enemy !== undefined && mover !== undefined;
    const ask = () => (isFight ? game.contact({ unit: mover, enemy: enemy.id }) : game.odds({ space, attackers }));
    return this.#load(keyOf(space, attackers), ask);
  }

  /**
   * Loads the odds of the fights of a unit at a place on a table, unless they are known.
   * @param {ContactQuery} query
   */
  loadContact(query) {
    return this.#load(JSON.stringify(query), () => game.contact(query));
  }

  /**
   * @param {string} key
   * @param {() => Promise<Odds>} ask
   * @returns {Promise<Odds>}
   */
  #load(key, ask) {
    this.#forgetOld();
    const known = this.#known.get(key);
    if (known) return Promise.resolve(known);
    const loading = this.#loading.get(key) ?? this.#request(key, ask);
    this.#loading.set(key, loading);
    return loading;
  }

  /**
   * @param {string} key
   * @param {() => Promise<Odds>} ask
   * @returns {Promise<Odds>}
   */
  async #request(key, ask) {
    const position = this.#position;
    const before = this.#last;
    /** @type {Promise<Odds>} */
    const reply = before.then(ask).catch((error) => ({ unavailable: this.store.reportFailure(error).reason }));
    this.#last = reply;
    const odds = await reply;
    if (position === this.#position) this.#known.set(key, odds);
    return odds;
  }
}

/**
 * @param {string} space
 * @param {string[] | null} attackers
 */
function keyOf(space, attackers) {
  return `${space} ${attackers ? [...attackers].sort().join("|") : ""}`;
}
