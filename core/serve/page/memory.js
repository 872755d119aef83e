// What this browser remembers for games of the same system.

/** @import { Store } from "./store.js" */

/**
 * @template Value
 */
export class Memory {
  /**
   * @param {Store} store
   * @param {string} name
   * @param {Value} initial the value until something is remembered
   * @param {(value: Value, old: Value) => Value} merge adds what an older version of the page has remembered for the
   *   scenario
   */
  constructor(store, name, initial, merge) {
    this.store = store;
    this.name = name;
    this.initial = initial;
    this.merge = merge;
  }

  get #key() {
    return `grognard.${this.name}.${this.store.game.system}`;
  }

  /** @returns {Value} */
  get value() {
    this.#migrate();
    return this.#read(this.#key) ?? this.initial;
  }

  set value(value) {
    localStorage.setItem(this.#key, JSON.stringify(value));
  }

  // Older versions of the page remembered the same for each scenario.
  #migrate() {
    const key = `grognard.${this.name}.${this.store.game.id}`;
    if (key === this.#key || localStorage.getItem(key) === null) return;
    const old = this.#read(key);
    if (old !== null) this.value = this.merge(this.#read(this.#key) ?? this.initial, old);
    localStorage.removeItem(key);
  }

  /**
   * @param {string} key
   * @returns {Value | null}
   */
  #read(key) {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "null");
    } catch {
      return null;
    }
  }
}
