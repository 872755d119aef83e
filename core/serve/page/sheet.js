// What is shown of a game: a flat map from keys to values. Whoever draws something listens to the keys it is made of,
// and hears only of those that are different now.

export class Sheet {
  values = new Map();
  #listeners = [];

  get(key) {
    return this.values.get(key);
  }

  // The keys that begin so, and what stands behind that beginning.
  under(prefix) {
    return [...this.values].filter(([key]) => key.startsWith(prefix)).map(([key, value]) => [key.slice(prefix.length), value]);
  }

  // The values of log/0, log/1…, in order.
  list(prefix) {
    return this.under(prefix).sort((a, b) => a[0] - b[0]).map(([, value]) => value);
  }

  on(prefix, draw) {
    this.#listeners.push({ prefix, draw });
  }

  // Another sheet is shown: what is alike stays as it is.
  become(all) {
    const differs = (key) => JSON.stringify(this.values.get(key)) !== JSON.stringify(all.get(key));
    const changed = [...new Set([...this.values.keys(), ...all.keys()])].filter(differs);
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
