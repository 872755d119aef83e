// Smooth outlines around places on a lattice.

import { middle } from "./geometry.js";

/** @import { Point } from "./geometry.js" */

/** How often each point of an outline is moved towards its neighbours. */
const ROUNDS = 6;

/**
 * Returns the path around all places, as curves. Each place stands for the square around it.
 * @param {readonly Point[]} places
 * @param {number} pitch the distance between neighbouring places
 * @param {number} scale picture units per unit of length
 */
export function smoothOutline(places, pitch, scale) {
  return loops(edges(places, pitch))
    .map((corners) => corners.map((corner, i) => middle(corner, corners[(i + 1) % corners.length])))
    .map((points) => cut(rounded(points, points.length < 24 ? 1 : ROUNDS)))
    .map(
      (points) =>
        `${points.map(([x, y], i) => `${i ? "L" : "M"}${Math.round(x * scale)} ${Math.round(y * scale)}`).join("")}Z`,
    )
    .join("");
}

/**
 * Returns the sides of the squares that have no neighbour, clockwise, by the corner at which they begin.
 * @param {readonly Point[]} places
 * @param {number} pitch
 */
function edges(places, pitch) {
  const known = new Set(places.map((place) => place.join()));
  const half = pitch / 2;
  /** @type {Map<string, Point[]>} */
  const ends = new Map();
  const add = (/** @type {Point} */ from, /** @type {Point} */ to) =>
    ends.set(from.join(), [...(ends.get(from.join()) ?? []), to]);
  for (const [x, y] of places) {
    const [left, right, top, bottom] = [x - half, x + half, y - half, y + half];
    if (!known.has(`${x},${y - pitch}`)) add([left, top], [right, top]);
    if (!known.has(`${x + pitch},${y}`)) add([right, top], [right, bottom]);
    if (!known.has(`${x},${y + pitch}`)) add([right, bottom], [left, bottom]);
    if (!known.has(`${x - pitch},${y}`)) add([left, bottom], [left, top]);
  }
  return ends;
}

/**
 * Joins sides to closed lines.
 * @param {Map<string, Point[]>} ends
 */
function loops(ends) {
  /** @type {Point[][]} */
  const all = [];
  for (const [start, first] of ends) {
    while (first.length) {
      /** @type {Point[]} */
      const loop = [];
      for (let next = first.pop(); next; next = ends.get(next.join())?.pop()) {
        loop.push(next);
        if (next.join() === start) break;
      }
      all.push(loop);
    }
  }
  return all;
}

/**
 * Moves each point of a closed line to the mean of itself and its neighbours, several times.
 * @param {Point[]} points
 * @param {number} times
 * @returns {Point[]}
 */
function rounded(points, times) {
  if (times === 0) return points;
  const at = (/** @type {number} */ i) => points[(i + points.length) % points.length];
  const mean = (/** @type {number} */ i) => middle(at(i), middle(at(i - 1), at(i + 1)));
  return rounded(
    points.map((_, i) => mean(i)),
    times - 1,
  );
}

/**
 * Cuts the corners of a closed line.
 * @param {Point[]} points
 */
function cut(points) {
  const part = (/** @type {Point} */ [ax, ay], /** @type {Point} */ [bx, by], /** @type {number} */ share) =>
    /** @type {Point} */ ([ax + (bx - ax) * share, ay + (by - ay) * share]);
  return points.flatMap((point, i) => {
    const next = points[(i + 1) % points.length];
    return [part(point, next, 0.25), part(point, next, 0.75)];
  });
}
