// List functions that JavaScript lacks.

/**
 * Returns the items that are neither `null` nor `undefined`.
 * @template T
 * @param {readonly T[]} items
 * @returns {NonNullable<T>[]}
 */
export function defined(items) {
  return /** @type {NonNullable<T>[]} */ (items.filter((item) => item !== null && item !== undefined));
}

/**
 * Returns the distinct items, in order of first appearance.
 * @template T
 * @param {Iterable<T>} items
 */
export function unique(items) {
  return [...new Set(items)];
}

/**
 * Returns the first of the items with the lowest cost; `null` for an empty list.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => number} cost
 * @returns {T | null}
 */
export function minBy(items, cost) {
  let best = null;
  let lowest = Infinity;
  for (const item of items) {
    const value = cost(item);
    if (best !== null && value >= lowest) continue;
    best = item;
    lowest = value;
  }
  return best;
}
