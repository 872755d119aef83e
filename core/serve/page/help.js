// Instructions for playing, and the list of keys.

import { element } from "./dom.js";
import { translate } from "./i18n.js";

const HOW_TO_PLAY = [
  "Click anything with a gold edge. Nothing else can be chosen.",
  "Drag a unit to its destination, or click the unit and then the destination.",
  "Shift-click units, drag a box with Shift held, or click the number on a stack to choose several units. Then click " +
    "their goal, or drag them there; units from different spaces keep their formation.",
  "On a touch screen, keep a finger on a stack or unit to choose it; do the same with others to add them.",
  "While targets are on offer, drag a unit or the chosen units onto one to attack it with them.",
  "Double-click a unit or a target to give the usual answer: all attackers, the same as last time, or stay.",
  "Click anything else to see why you cannot choose it, with the paragraph of the rules.",
  "Zoom with the mouse wheel or two fingers; drag the map to move it.",
  "Point at an enemy to see the odds.",
];
const KEYS = [
  ["Tab, ← ↑ → ↓", "go from choice to choice"],
  ["Enter", "choose it"],
  ["Space", "the usual answer: the same as last time, or the only one"],
  ["Ctrl+Enter", "send the selection"],
  ["Escape", "go back"],
  ["X", "end the action (the red button)"],
  ["U, R", "undo, redo"],
  ["+, −, 0", "zoom in, zoom out, show the whole map"],
  ["F", "show everything you can choose"],
  ["H", "faster: bots play without pauses"],
  ["A, T", "ask for advice, follow it"],
  ["Space, ← →", "film: play or pause, step by step"],
  ["P", "read the paragraph of the current question"],
  ["?", "this help"],
];
const TABLE_KEYS = [
  ["0 – 9", "type a place: 41,33.5"],
  ["← ↑ → ↓", "go from place to place"],
  ["M", "the ruler"],
  ["Shift, Alt", "with a click: the exact place"],
  ["Shift", "with a drag: measure"],
];

/** @param {boolean} isTable */
export function help(isTable) {
  const keys = isTable ? [...KEYS, ...TABLE_KEYS] : KEYS;
  const entries = keys.flatMap(([key, text]) => [
    element("dt", {}, translate(key)),
    element("dd", {}, translate(text)),
  ]);
  return element(
    "div",
    { class: "helped" },
    element("h3", {}, translate("How to play")),
    element(
      "ul",
      {},
      HOW_TO_PLAY.map((line) => element("li", {}, translate(line))),
    ),
    element("h3", {}, translate("Keys")),
    element("dl", { class: "keys" }, entries),
  );
}
