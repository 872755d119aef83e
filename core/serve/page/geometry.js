// Points in the window, in the picture or on a table: pairs of a distance east and a distance south.

/** @typedef {[number, number]} Point */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Bounds */

/**
 * Returns the distance between two points.
 * @param {Point} a
 * @param {Point} b
 */
export function distance(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/**
 * Returns the point halfway between two points.
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
export function middle(a, b) {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/**
 * Multiplies the coordinates of a point by a factor.
 * @param {readonly [number, number]} point
 * @param {number} factor
 * @returns {Point}
 */
export function scaled([x, y], factor) {
  return [x * factor, y * factor];
}

/**
 * Returns the smallest rectangle that contains all points.
 * @param {readonly Point[]} points at least one
 * @returns {Bounds}
 */
export function bounds(points) {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/**
 * Returns whether two rectangles have a point in common.
 * @param {Bounds} a
 * @param {Bounds} b
 */
export function touch(a, b) {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}

/** The maximum number of points whose neighbours are looked for. */
const SAMPLE = 60;

/**
 * Returns the usual distance of points from their nearest neighbours; `undefined` if there are fewer than two.
 * @param {Point[]} points
 */
export function pitchOf(points) {
  const sample = points.filter((_, i) => i % Math.ceil(points.length / SAMPLE) === 0);
  const nearest = sample.map((point) =>
    Math.min(...points.filter((it) => it !== point).map((it) => distance(it, point))),
  );
  const sorted = nearest.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/**
 * Returns the cost of going from one point to another with an arrow key. Deviation from the key's direction adds to the
 * cost. Points that are not more than `least` ahead cost `Infinity`.
 * @param {Point} from
 * @param {Point} to
 * @param {Point} direction
 * @param {number} [least]
 */
export function costAlong([fromX, fromY], [x, y], [dx, dy], least = 0) {
  const along = (x - fromX) * dx + (y - fromY) * dy;
  const aside = Math.abs((x - fromX) * dy) + Math.abs((y - fromY) * dx);
  return along > least ? along + 2.2 * aside : Infinity;
}
