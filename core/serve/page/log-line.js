// A line of the log, in the colour of the side that acts. If the server says where the event happened, a click shows the place.

import { element, paragraph, paragraphMark, svgElement } from "./dom.js";
import { capitalize } from "./i18n.js";
import { defined } from "./lists.js";
import { actingSide } from "./log-side.js";

/** @import { Board } from "./board.js" */
/** @import { Child } from "./dom.js" */
/** @import { LogLine } from "../protocol.js" */
/** @import { Store } from "./store.js" */
/** @typedef {Pick<LogLine, "rule" | "text"> & Partial<LogLine>} Line */

/** How long a place stays marked, in milliseconds. */
const DURATION = 4000;

/**
 * @param {Store} store
 * @param {Line} line
 * @param {string | null} [name] the class of the item
 */
export function lineItem({ board, map }, line, name = null) {
  const { rule, text, spaces } = line;
  const places = (spaces ?? []).filter((space) => board.at(space));
  const number = places.length ? paragraphMark(rule) : paragraph(rule);
  const content = sentence(capitalize(text), number);
  const show = { type: "button", class: "event", onclick: () => pointOut(board, places) };
  const side = actingSide(map.sides, line);
  const found = map.sides.find((one) => one.name === side);
  const attributes = { class: name, style: found && `--fill:${found.fill}` };
  return element("li", attributes, places.length ? element("button", show, content) : content);
}

/**
 * Returns a sentence with its paragraph.
 * @param {Child | Child[]} text
 * @param {HTMLElement | null} number
 */
export function sentence(text, number) {
  return element("span", { class: "sentence" }, element("span", {}, text), " ", number);
}

/**
 * Shows spaces on the board and marks them for a moment.
 * @param {Board} board
 * @param {string[]} spaces
 */
function pointOut(board, spaces) {
  const points = defined(spaces.map((space) => board.at(space)));
  if (!board.zoom.include(points)) board.zoom.show(points);
  const layer = board.layer("marks");
  layer.querySelector(".event-places")?.remove();
  const outlines = spaces.map((space) => board.outline(space, { class: "pointed" }));
  const mark = svgElement("g", { class: "event-places" }, outlines);
  layer.append(mark);
  setTimeout(() => mark.remove(), DURATION);
}
