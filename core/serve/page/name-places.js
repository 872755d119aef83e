// Finds places for names on the map, at which they cover neither each other nor counters.

import { minBy } from "./lists.js";

/** @import { DomElement } from "./dom.js" */
/** @import { Bounds, Point } from "./geometry.js" */
/**
 * @typedef {object} NameLine
 * @property {DomElement[]} texts
 * @property {string} text
 * @property {number} x
 * @property {number} y
 * @property {number} width its width at a font size of 1
 */
/**
 * @typedef {object} Name
 * @property {"goal" | "capital" | "town" | "area" | "crowded" | "place"} kind
 * @property {NameLine[]} lines
 * @property {number} size the font size at which the server has placed it
 * @property {string} anchor
 * @property {Point} space the centre of its space
 * @property {Bounds} [area] the bounds of its space, if that is an area
 */
/**
 * @typedef {object} Placed
 * @property {number} x the start of the first line
 * @property {number} y
 * @property {number} size
 * @property {string} anchor
 * @property {"beside" | "beyond"} [where] whether it is in a neighbouring space, or beyond
 * @property {number} [number] the number of the place
 */

/** The heights of letters above and below the baseline, as parts of the font size. */
const ASCENT = 0.72;
const DESCENT = 0.2;
/** Half the size of the square in a hex that is left for counters, with a little room around it. */
const CENTRE = 605;
/** How far a name at the corner of a hex begins from its centre. */
const CORNER = 250;
/** Counters at most this far from the centre of a space lie in it. */
const NEAR = 250;
/** How much farther from its hex the name of a city may be, if counters surround it. */
const BEYOND = 1600;
/** The part of a city's name that may lie on counters for it to stay at its place. */
const MAX_COVERED = 0.45;
/** The part that may lie on counters for a city's name to stay where it was, and for the name of an area. */
const MAX_STAYING = 0.25;
/** A name beside a counter stands in another hex. It must cover so much less to be better. */
const BESIDE_COST = 0.2;
/** The gap between names, in pixels. */
const GAP = 1;

/**
 * Places names, the first ones first. Those without room are left out.
 * @param {Name[]} names
 * @param {(name: Name) => number} sizeOf returns the font size of a name
 * @param {Bounds[]} counters
 * @param {number} pixel the size of a pixel in picture units
 * @param {Map<Name, Placed | null>} before where the names were
 * @param {Bounds} paper the bounds of the map, beyond which no name is written
 * @returns {Map<Name, Placed>}
 */
export function layOut(names, sizeOf, counters, pixel, before, paper) {
  const reach = Math.max(0, ...counters.map(({ left, right }) => (right - left) / 2)) + 2 * GAP * pixel;
  /** @type {Map<Name, Placed>} */
  const placed = new Map();
  /** @type {Bounds[]} */
  const taken = [];
  for (const name of names) {
    const size = sizeOf(name);
    const all = placesOf(name, size, reach, around(name.space, counters)).map((place, number) => ({
      ...place,
      number,
    }));
    const rated = all.filter(isWithin(name, paper)).map((place) => {
      const frame = frameOf(name, place, GAP * pixel);
      const isFree = !taken.some((other) => overlap(frame, other));
      return { place, covered: isFree ? coveredPart(frame, counters) : 1 };
    });
    const found = choose(name, rated, before.get(name)?.number);
    if (!found) continue;
    placed.set(name, found);
    taken.push(frameOf(name, found, 0));
  }
  return placed;
}

/**
 * Chooses the place where the name was, if it is free, or the first free place. The name of an area may cover a little. A
 * city that has no free place covers as little as possible, and is not left out.
 * @param {Name} name
 * @param {{ place: Placed, covered: number }[]} rated
 * @param {number | undefined} before the number of the place where the name was
 */
function choose({ kind, area }, rated, before) {
  const isCity = kind === "goal" || kind === "capital";
  const close = rated.filter(({ place }) => place.where !== "beyond");
  const same = close.find(({ place }) => place.number === before);
  if (same && same.covered <= (isCity ? MAX_STAYING : 0)) return same.place;
  const free = close.find(({ covered }) => covered === 0);
  if (free) return free.place;
  if (!isCity) {
    const best = area ? minBy(close, ({ covered }) => covered) : undefined;
    return best && best.covered <= MAX_STAYING ? best.place : undefined;
  }
  // Beyond the counters around it, a name may seem to be that of another place.
  const cost = (/** @type {{ place: Placed, covered: number }} */ { place, covered }) =>
    covered + (place.where === "beside" ? BESIDE_COST : 0);
  const least = minBy(close, cost);
  if (least && least.covered <= MAX_COVERED) return least.place;
  const best = minBy(rated, ({ covered }) => covered);
  return best && best.covered < 1 ? best.place : undefined;
}

/**
 * Returns whether a name at a place lies on the map, and its middle in its area.
 * @param {Name} name
 * @param {Bounds} paper
 * @returns {(place: Placed) => boolean}
 */
function isWithin(name, paper) {
  return (place) => {
    const { left, right, top, bottom } = frameOf(name, place, 0);
    if (left < paper.left || right > paper.right || top < paper.top || bottom > paper.bottom) return false;
    const { area } = name;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return !area || (x > area.left && x < area.right && y > area.top && y < area.bottom);
  };
}

/**
 * Returns the part of a frame that others cover.
 * @param {Bounds} frame
 * @param {Bounds[]} others
 */
function coveredPart(frame, others) {
  const areas = others
    .filter((other) => overlap(frame, other))
    .map((other) => {
      const width = Math.min(frame.right, other.right) - Math.max(frame.left, other.left);
      return width * (Math.min(frame.bottom, other.bottom) - Math.max(frame.top, other.top));
    });
  const area = (frame.right - frame.left) * (frame.bottom - frame.top);
  return Math.min(0.99, areas.reduce((sum, area) => sum + area, 0) / area);
}

/**
 * Returns the places for a name at a font size, the one chosen by the server first.
 * @param {Name} name
 * @param {number} size
 * @param {number} reach half the size of a counter in the space
 * @param {Bounds} own the counters in the space
 * @returns {Placed[]}
 */
function placesOf(name, size, reach, own) {
  const { anchor, space, kind, lines } = name;
  if (kind === "area" || kind === "crowded") return placesInArea(name, size, own);
  const edge = Math.max(CENTRE, reach);
  const below = Math.max(edge, own.bottom - space[1]) + ASCENT * size;
  const above = Math.min(-edge, own.top - space[1]);
  const right = Math.max(edge, own.right - space[0]);
  const left = Math.min(-edge, own.left - space[0]);
  const beside = 0.3 * size;
  /** @type {[number, number, string][]} */
  const places = [
    [0, below, "middle"],
    [0, above, "middle"],
    [right, beside, "start"],
    [left, beside, "end"],
    [-CORNER, below, "start"],
    [CORNER, below, "end"],
    [-CORNER, above, "start"],
    [CORNER, above, "end"],
  ];
  const first = usualPlace(name);
  const toPlace = (/** @type {[number, number, string]} */ [dx, dy, anchor]) => {
    /** @type {Placed["where"]} */
    const where = dy === beside ? "beside" : undefined;
    return { x: space[0] + dx, y: space[1] + dy, size, anchor, where };
  };
  /** @type {Placed[]} */
  const found = [places[first], ...places.filter((_, i) => i !== first)].map(toPlace);
  if (size <= name.size) found.unshift({ x: lines[0].x, y: lines[0].y, size, anchor });
  if (kind !== "goal" && kind !== "capital") return found;
  /** @type {[number, number, string][]} */
  const beyond = [
    [0, below + BEYOND, "middle"],
    [0, above - BEYOND, "middle"],
    [right + BEYOND, beside, "start"],
    [left - BEYOND, beside, "end"],
  ];
  return [...found, ...beyond.map((place) => ({ ...toPlace(place), where: /** @type {const} */ ("beyond") }))];
}

/**
 * Returns the frame of the counters around the centre of a space.
 * @param {Point} centre
 * @param {Bounds[]} counters
 * @returns {Bounds}
 */
function around([x, y], counters) {
  const square = { left: x - NEAR, right: x + NEAR, top: y - NEAR, bottom: y + NEAR };
  const own = counters.filter((counter) => overlap(counter, square));
  return {
    left: Math.min(x, ...own.map(({ left }) => left)),
    right: Math.max(x, ...own.map(({ right }) => right)),
    top: Math.min(y, ...own.map(({ top }) => top)),
    bottom: Math.max(y, ...own.map(({ bottom }) => bottom)),
  };
}

/**
 * Returns the number of the place that the server has chosen for a name.
 * @param {Name} name
 */
function usualPlace({ anchor, space, lines }) {
  const [dx, dy] = [lines[0].x - space[0], lines[0].y - space[1]];
  const isEnd = anchor === "end";
  if (anchor === "middle") return dy > 0 ? 0 : 1;
  if (Math.abs(dx) > CORNER + 50) return isEnd ? 3 : 2;
  return (dy > 0 ? 4 : 6) + (isEnd ? 1 : 0);
}

// Below the counters, above them, in the middle, or beside them.
/**
 * @param {Name} name
 * @param {number} size
 * @param {Bounds} own
 * @returns {Placed[]}
 */
function placesInArea({ lines, size: usual, anchor, space }, size, own) {
  const [{ x, y }] = lines;
  const below = y + ASCENT * (size - usual);
  const lower = own.bottom + (ASCENT + 0.15) * size;
  const high = (lines.length - 1) * size;
  const above = 2 * space[1] - (y - ASCENT * usual) - high;
  const higher = own.top - (DESCENT + 0.15) * size - high;
  const middle = space[1] + 0.3 * size - high / 2;
  const places = [below, lower, above, higher, middle].map((y) => ({ x, y, size, anchor }));
  const beside = [
    { x: own.right + DESCENT * size, y: middle, size, anchor: "start" },
    { x: own.left - DESCENT * size, y: middle, size, anchor: "end" },
  ];
  return [...places, ...beside];
}

/**
 * @param {Name} name
 * @param {Placed} place
 * @param {number} gap
 * @returns {Bounds}
 */
export function frameOf({ lines }, { x, y, size, anchor }, gap) {
  const width = size * Math.max(...lines.map((line) => line.width));
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  const bottom = y + (lines.length - 1 + DESCENT) * size;
  return { left: left - gap, right: left + width + gap, top: y - ASCENT * size - gap, bottom: bottom + gap };
}

/**
 * @param {Bounds} a
 * @param {Bounds} b
 */
export function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
