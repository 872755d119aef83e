// Line charts of a finished game, by turn. Each side has a mark of its own, so that colour carries nothing alone.

import { element, svgElement } from "./dom.js";
import { capitalize } from "./i18n.js";

/** @import { Series } from "./end-statistics.js" */
/** @import { Store } from "./store.js" */
/** @typedef {[number, number]} Point */
/**
 * @typedef {object} ChartData
 * @property {string} title
 * @property {number[]} turns
 * @property {Series[]} series
 */

const HEIGHT = 150;
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 12, 12, 26];
const MAX_MARKS = 14;
/** The minimum distance between two turn numbers, in pixels. */
const TURN_WIDTH = 26;
const MARKS = [
  "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",
  "M-4 -4h8v8h-8z",
  "M0 -5.5l5.5 9.5h-11z",
  "M0 -6l6 6l-6 6l-6 -6z",
];

/**
 * Creates a chart with its legend. It is drawn again when its width changes.
 * @param {Store} store
 * @param {ChartData} data
 */
export function lineChart(store, data) {
  const host = element("div", { class: "end-lines" });
  const draw = () => host.replaceChildren(picture(store, data, Math.max(240, host.clientWidth)));
  new ResizeObserver(draw).observe(host);
  return element("div", { class: "end-chart" }, host, legend(store, data));
}

/**
 * @param {Store} store
 * @param {ChartData} data
 */
function legend(store, { series }) {
  const items = series.map(({ side, values }, i) => {
    const name = ` ${capitalize(store.side(side).text)}`;
    const mark = svgElement("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, markAt(i, [0, 0]));
    return element("li", { style: colours(store, side) }, mark, element("b", {}, `${values.at(-1) ?? ""}`), name);
  });
  return element("ul", { class: "end-legend" }, items);
}

/**
 * @param {Store} store
 * @param {string} side
 */
export function colours(store, side) {
  const { fill, flag } = store.side(side);
  return `--fill:${fill};--flag:${flag}`;
}

/**
 * @param {Store} store
 * @param {ChartData} data
 * @param {number} width
 */
function picture(store, data, width) {
  const { turns, series, title } = data;
  const step = niceStep(Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const highest = step * Math.max(1, Math.ceil(Math.max(...series.flatMap(({ values }) => values.map(Number))) / step));
  const [first, last] = [turns[0], Math.max(turns[0] + 1, turns.at(-1) ?? 0)];
  const x = (/** @type {number} */ turn) => LEFT + ((width - LEFT - RIGHT) * (turn - first)) / (last - first);
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / highest;
  const attributes = { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": title };
  return svgElement(
    "svg",
    attributes,
    grid(step, highest, y, width),
    turnNumbers(turns, x),
    series.map(({ side, values }, i) => {
      const points = values.flatMap((value, at) => (value === null ? [] : [pointAt(x(turns[at]), y(value))]));
      return svgElement("g", { style: colours(store, side) }, line(points), marks(i, points));
    }),
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @returns {Point}
 */
function pointAt(x, y) {
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
}

/**
 * Returns the step of a scale with about four lines: 1, 2, 5, 10, 20…
 * @param {number} highest
 */
export function niceStep(highest) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest / 4)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step * 4 >= highest) ?? 10 * power;
}

/**
 * @param {number} step
 * @param {number} highest
 * @param {(value: number) => number} y
 * @param {number} width
 */
function grid(step, highest, y, width) {
  const values = Array.from({ length: highest / step + 1 }, (_, i) => i * step);
  return values.flatMap((value) => [
    svgElement("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
    svgElement("text", { x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, `${value}`),
  ]);
}

/**
 * @param {number[]} turns
 * @param {(turn: number) => number} x
 */
function turnNumbers(turns, x) {
  let end = -Infinity;
  return turns.flatMap((turn) => {
    if (turn === 0 || x(turn) - end < TURN_WIDTH) return [];
    end = x(turn);
    return [svgElement("text", { x: x(turn), y: HEIGHT - 6, "text-anchor": "middle" }, `${turn}`)];
  });
}

/** @param {Point[]} points */
function line(points) {
  return svgElement("polyline", { class: "line", points: points.map((point) => point.join(",")).join(" ") });
}

/**
 * @param {number} i
 * @param {Point[]} points
 */
function marks(i, points) {
  const every = Math.ceil(points.length / MAX_MARKS);
  return points.filter((_, at) => (points.length - 1 - at) % every === 0).map((point) => markAt(i, point));
}

/**
 * @param {number} i
 * @param {Point} point
 */
function markAt(i, [x, y]) {
  return svgElement("path", { class: "mark", d: MARKS[i % MARKS.length], transform: `translate(${x} ${y})` });
}
