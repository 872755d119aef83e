// What is shown of a game: a flat map from keys to values. Whoever draws something listens to the keys it is made of,
// and hears only of those that are different now.

const { compare } = new Intl.Collator("en", { numeric: true });

// Keys in order: what is numbered by its number, log/9 before log/10. The server sends them as texts are sorted.
export function sortedKeys(keys) {
  return [...keys].sort(compare);
}

// The keys that begin so and differ between two sheets, in order.
export function changedKeys(before, after, prefix) {
  const all = new Set([...Object.keys(before), ...Object.keys(after)].filter((key) => key.startsWith(prefix)));
  return sortedKeys(all).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}

export class Snapshot {
  values = new Map();
  #listeners = [];

  get(key) {
    return this.values.get(key);
  }

  // The keys that begin so, in order, by what stands behind that beginning; and their values.
  under(prefix) {
    const keys = [...this.values.keys()].filter((key) => key.startsWith(prefix));
    return sortedKeys(keys).map((key) => [key.slice(prefix.length), this.values.get(key)]);
  }

  // The values of log/0, log/1…, in order.
  list(prefix) {
    return this.under(prefix).map(([, value]) => value);
  }

  on(prefix, draw) {
    this.#listeners.push({ prefix, draw });
  }

  // Another sheet is shown: what is alike stays as it is.
  become(all) {
    const differs = (key) => JSON.stringify(this.values.get(key)) !== JSON.stringify(all.get(key));
    const changed = sortedKeys([...new Set([...this.values.keys(), ...all.keys()])].filter(differs));
    this.values = new Map(all);
    this.#tell(changed);
  }

  #tell(changed) {
    for (const { prefix, draw } of this.#listeners) {
      const keys = changed.filter((key) => key.startsWith(prefix));
      if (keys.length > 0) draw(keys.map((key) => key.slice(prefix.length)));
    }
  }
}
