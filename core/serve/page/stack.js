// Stacks of counters: a pile for each side, the strongest on top. In a fan each counter can be seen and chosen.

import { parseSvgFragment, svgElement } from "./dom.js";
import { defined, unique } from "./lists.js";

/** @import { Place } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Counter } from "./protocol.js" */

/** Lengths of the picture. */
const COUNTER = 960;
const STICK_OUT = 90;
const STEP = 1120; // from counter to counter
const GUTTER = 160; // around the counters of a fan
const MAX_DRAWN = 3; // counters of a pile
const MIN_SCALE = 0.55;

/**
 * Draws a stack around the middle of its space: in a row where there is room, else in piles.
 * @param {string} space
 * @param {Counter[]} counters
 * @param {Place} place
 */
export function stack(space, counters, place) {
  const group = stackGroup(space, place, "stack");
  const isWide = counters.length > 1 && counters.length * STEP <= place.room[0];
  const sides = bySide(counters);
  const piles = isWide ? sides.flat().map((counter) => [counter]) : sides;
  const columns = isWide ? piles.length : Math.min(piles.length, 2);
  const rows = Math.ceil(piles.length / columns);
  const scale = scaleIn(place.room, columns, rows);
  for (const [i, counters] of piles.entries()) {
    const [x, y] = gridPoint(i, columns, rows, STEP * scale);
    const transform = `translate(${x} ${y}) scale(${scale})`;
    group.append(svgElement("g", { class: "pile", transform }, pile(counters)));
  }
  return group;
}

/**
 * @param {string} space
 * @param {Place} place
 * @param {string} name
 */
function stackGroup(space, { at: [x, y] }, name) {
  return svgElement("g", { class: name, "data-space": space, transform: `translate(${x} ${y})` });
}

/**
 * Returns the point of a cell in a grid around the middle.
 * @param {number} i
 * @param {number} columns
 * @param {number} rows
 * @param {number} step
 * @returns {Point}
 */
function gridPoint(i, columns, rows, step) {
  return [((i % columns) - (columns - 1) / 2) * step, (Math.floor(i / columns) - (rows - 1) / 2) * step];
}

/**
 * Draws a base on a table, true to scale: its counter and its front.
 * @param {string} space
 * @param {Counter} counter
 * @param {Place} place
 */
export function footing(space, counter, place) {
  const [width, height] = place.base ?? place.room;
  const [x, y] = [width / 2, height / 2];
  const group = stackGroup(space, place, "stack footed");
  const transform = `scale(${Math.min(width, height) / 1000})`;
  group.append(
    svgElement("rect", { class: "footing", x: -x, y: -y, width, height }),
    svgElement("g", { class: "pile", transform }, counterElement(counter, [0, 0])),
    ...front(x, y, place.facing ?? "north"),
  );
  return group;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {"north" | "east" | "south" | "west"} facing
 */
function front(x, y, facing) {
  const edges = {
    north: `M${-x} ${-y}H${x}`,
    south: `M${-x} ${y}H${x}`,
    east: `M${x} ${-y}V${y}`,
    west: `M${-x} ${-y}V${y}`,
  };
  const arrows = {
    north: `M-90 ${-y}l90 -130l90 130z`,
    south: `M-90 ${y}l90 130l90 -130z`,
    east: `M${x} -90l130 90l-130 90z`,
    west: `M${-x} -90l-130 90l130 90z`,
  };
  const edge = svgElement("path", { class: "front", d: edges[facing] });
  return [edge, svgElement("path", { class: "ahead", d: arrows[facing] })];
}

/**
 * Returns the scale at which counters leave number and name of the space legible. A little overlap is better than tiny
 * counters.
 * @param {Point} room
 * @param {number} columns
 * @param {number} rows
 */
function scaleIn([width, height], columns, rows) {
  const fitting = Math.min(width / (columns * STEP - 40), height / (rows * STEP - 40));
  return Math.min(1, Math.max(fitting, MIN_SCALE));
}

/** @param {Counter[]} counters */
function bySide(counters) {
  const sides = unique(counters.map((counter) => counter.side));
  return sides.map((side) => counters.filter((counter) => counter.side === side));
}

/**
 * Draws a pile, the lowest counter first.
 * @param {Counter[]} counters
 */
function pile(counters) {
  const drawn = counters.slice(0, MAX_DRAWN);
  const offset = (/** @type {number} */ i) => ((2 * i + 1 - drawn.length) * STICK_OUT) / 2;
  const parts = drawn.map((counter, i) => counterElement(counter, [offset(i), -offset(i)], i === 0)).reverse();
  const below = counters.slice(MAX_DRAWN).map(hiddenCounter);
  return defined([...below, ...parts, counters.length > 1 ? badge(counters.length, drawn.length) : null]);
}

/** @param {Counter} counter */
function hiddenCounter({ id, side, label }) {
  return svgElement("g", { class: "piece below", "data-id": id, "data-side": side, "aria-label": label });
}

/**
 * Draws a counter.
 * @param {Counter} counter
 * @param {Point} point
 */
export function counterElement({ id, side, label, svg }, [x, y], isTop = true) {
  const picture = parseSvgFragment(svg);
  if (!isTop) picture.setAttribute("aria-hidden", "true");
  const attributes = {
    class: isTop ? "piece top" : "piece",
    "data-id": id,
    "data-side": side,
    transform: `translate(${x} ${y})`,
    role: "img",
    "aria-label": label,
  };
  return svgElement("g", attributes, picture, outline("rim"), outline("ring"));
}

// The highlight around a counter: a dark rim that is visible on every ground, and the colour on it.
/** @param {string} name */
function outline(name) {
  return svgElement("rect", { class: name, x: -530, y: -530, width: 1060, height: 1060, rx: 110 });
}

/**
 * Draws the number of counters on the right edge, where it hides neither number nor name of the space.
 * @param {number} count
 * @param {number} drawn
 */
function badge(count, drawn) {
  const x = 570 + ((drawn - 1) * STICK_OUT) / 2;
  const attributes = { class: "badge", transform: `translate(${x} 230)`, "aria-hidden": "true" };
  return svgElement("g", attributes, svgElement("circle", { r: 190 }), boldText(count, { y: 85, "font-size": 240 }));
}

/**
 * Draws a number in bold type around a point.
 * @param {string | number} number
 * @param {import("./dom.js").Attributes} attributes
 */
export function boldText(number, attributes) {
  return svgElement("text", { "text-anchor": "middle", "font-weight": "bold", ...attributes }, `${number}`);
}

/**
 * Draws all counters of a stack side by side on a tray. Returns it with its size.
 * @param {string} space
 * @param {Counter[]} counters
 * @param {string} label
 */
export function fan(space, counters, label) {
  const columns = fanColumns(counters.length);
  const rows = Math.ceil(counters.length / columns);
  const [width, height] = [columns, rows].map((count) => count * (COUNTER + GUTTER) + GUTTER);
  const tray = svgElement("rect", { class: "tray", x: -width / 2, y: -height / 2, width, height, rx: GUTTER });
  const pieces = counters.map((counter, i) => counterElement(counter, gridPoint(i, columns, rows, COUNTER + GUTTER)));
  const attributes = { class: "fan", "data-fan": space, role: "group", "aria-label": label };
  return { group: svgElement("g", attributes, tray, pieces), width, height };
}

/** @param {number} count */
function fanColumns(count) {
  return count > 12 ? 6 : Math.min(count, 4);
}
