// The paths of units, as the log tells them.

/** @import { Line } from "./log-line.js" */

/**
 * Returns the spaces that a unit passed through on its way, without both ends; `null` if the log does not tell all of
 * them.
 * @param {Line[]} lines
 * @param {string} unit
 * @param {string} from
 * @param {string} to
 */
export function spacesBetween(lines, unit, from, to) {
  const way = [from];
  for (const line of lines) {
    if (line.unit === unit && line.path?.[0] === way.at(-1)) way.push(...(line.path ?? []).slice(1));
  }
  return way.length > 1 && way.at(-1) === to ? way.slice(1, -1) : null;
}
