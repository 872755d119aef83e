// What this browser remembers for games of the same scenario.

/** @import { Store } from "./store.js" */

/**
 * @template Value
 */
export class Memory {
  /**
   * @param {Store} store
   * @param {string} name
   * @param {Value} initial the value until something is remembered
   */
  constructor(store, name, initial) {
    this.store = store;
    this.name = name;
    this.initial = initial;
  }

  get #key() {
    return `grognard.${this.name}.${this.store.game.id}`;
  }

  /** @returns {Value} */
  get value() {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? "null") ?? this.initial;
    } catch {
      return this.initial;
    }
  }

  set value(value) {
    localStorage.setItem(this.#key, JSON.stringify(value));
  }
}
