// The visible state of a game: a flat map from keys to values. Each part of the page listens to the keys it shows. It
// is called only when their values change.

import { unique } from "./lists.js";

/** @import { Snapshot } from "../protocol.js" */
/** @typedef {(keys: string[]) => void} Listener receives the changed keys, without the prefix */

const { compare } = new Intl.Collator("en", { numeric: true });

/**
 * Returns keys in numerical order: `log/9` before `log/10`. The server sorts them as strings.
 * @param {Iterable<string>} keys
 */
function sortedKeys(keys) {
  return [...keys].sort(compare);
}

/**
 * Returns whether two values of a key differ.
 * @param {unknown} left
 * @param {unknown} right
 */
function differ(left, right) {
  return left !== right && JSON.stringify(left) !== JSON.stringify(right);
}

/**
 * Returns the keys that begin with a prefix and have different values in two snapshots, in order.
 * @template {string} Prefix
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @param {Prefix} prefix
 */
export function changedKeys(before, after, prefix) {
  const [left, right] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const keys = unique([...left.keys(), ...right.keys()]).filter((key) => key.startsWith(prefix));
  const changed = keys.filter((key) => differ(left.get(key), right.get(key)));
  return /** @type {`${Prefix}${number}`[]} */ (sortedKeys(changed));
}

/**
 * Returns the spaces whose stacks differ between two snapshots.
 * @param {Snapshot} before
 * @param {Snapshot} after
 */
export function changedSpaces(before, after) {
  return changedKeys(before, after, "stack/").map((key) => key.slice("stack/".length));
}

export class ObservableSnapshot {
  /** @type {Map<string, unknown>} */
  values = new Map();
  /** @type {{ prefix: string, listener: Listener }[]} */
  #listeners = [];

  /**
   * @template {keyof Snapshot} Key
   * @param {Key} key
   */
  get(key) {
    return /** @type {Snapshot[Key] | undefined} */ (this.values.get(key));
  }

  /**
   * Returns the entries whose keys have a prefix, in order, without the prefix.
   * @template {"stack/" | "off/" | "log/" | "forced/" | "dice/"} Prefix
   * @param {Prefix} prefix
   */
  under(prefix) {
    const keys = sortedKeys([...this.values.keys()].filter((key) => key.startsWith(prefix)));
    const entries = keys.map((key) => [key.slice(prefix.length), this.values.get(key)]);
    return /** @type {[string, Snapshot[`${Prefix}${number}`]][]} */ (entries);
  }

  /**
   * Returns the values of `log/0`, `log/1`…, in order.
   * @template {"log/" | "forced/" | "dice/"} Prefix
   * @param {Prefix} prefix
   */
  list(prefix) {
    return this.under(prefix).map(([, value]) => value);
  }

  /**
   * Calls a listener whenever the values of keys with a prefix change.
   * @param {string} prefix
   * @param {Listener} listener
   */
  on(prefix, listener) {
    this.#listeners.push({ prefix, listener });
  }

  /**
   * Replaces all values and reports the keys that differ.
   * @param {Map<string, unknown>} values
   */
  replace(values) {
    const differs = (/** @type {string} */ key) => differ(this.values.get(key), values.get(key));
    const changed = sortedKeys(unique([...this.values.keys(), ...values.keys()]).filter(differs));
    this.values = new Map(values);
    this.#notify(changed);
  }

  /** @param {string[]} changed */
  #notify(changed) {
    for (const { prefix, listener } of this.#listeners) {
      const keys = changed.filter((key) => key.startsWith(prefix));
      if (keys.length > 0) listener(keys.map((key) => key.slice(prefix.length)));
    }
  }
}
