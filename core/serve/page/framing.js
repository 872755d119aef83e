// Where to place the window: around what must be visible, with as much else as possible.

import { bounds } from "./geometry.js";
import { minBy } from "./lists.js";

/** @import { Point } from "./geometry.js" */
/** @typedef {{ at: Point, weight: number }} Wish a point that should be visible, and how much that is worth */

/**
 * Returns the middle of a window that contains the required points, and of all others as many as possible. If the
 * required points do not fit, the window contains as many of them as possible.
 * @param {Point[]} required
 * @param {Wish[]} wishes
 * @param {number} width
 * @param {number} height
 * @returns {Point}
 */
export function middleFor(required, wishes, width, height) {
  const range = required.length ? bounds(required) : null;
  const isRoomy = !range || (range.right - range.left <= width && range.bottom - range.top <= height);
  if (!isRoomy) {
    const wanted = required.map((at) => ({ at, weight: 1 }));
    return middleFor([], wanted, width, height);
  }
  /** @param {Point} point */
  const near = ([x, y]) =>
    /** @type {Point} */ (
      range
        ? [
            within(x, range.right - width / 2, range.left + width / 2),
            within(y, range.bottom - height / 2, range.top + height / 2),
          ]
        : [x, y]
    );
  const around = (/** @type {Point} */ [x, y]) =>
    wishes.filter(({ at }) => Math.abs(at[0] - x) <= width / 2 && Math.abs(at[1] - y) <= height / 2);
  const centre = range ? middleOf(required) : null;
  const candidates = [...(centre ? [centre] : []), ...wishes.map(({ at }) => near(at))];
  const groups = candidates.map((point) => around(point));
  const worth = (/** @type {Wish[]} */ group) => -group.reduce((sum, { weight }) => sum + weight, 0);
  const best = minBy(groups, worth) ?? [];
  const shown = [...required, ...best.map(({ at }) => at)];
  return shown.length ? middleOf(shown) : [0, 0];
}

/** @param {Point[]} points */
function middleOf(points) {
  const { left, right, top, bottom } = bounds(points);
  return /** @type {Point} */ ([(left + right) / 2, (top + bottom) / 2]);
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function within(value, least, most) {
  return Math.min(Math.max(value, least), most);
}
