// How to play, and the list of keys.

import { element } from "./dom.js";
import { translate } from "./i18n.js";

const HOW_TO_PLAY = [
  "Gold is lit: click it. Nothing else can be chosen.",
  "Drag a unit to where it shall go, or click it and then its goal.",
  "Click what is not lit to learn why, with the paragraph.",
  "Wheel, two fingers or a drag of the map change what is seen.",
  "Point at an enemy to see the odds.",
];
const KEYS = [
  ["Tab, ← ↑ → ↓", "go to what is lit"],
  ["Enter", "choose it"],
  ["Ctrl+Enter", "send what was chosen"],
  ["Escape", "go back"],
  ["X", "end this: the button on the right"],
  ["U, R", "undo, redo"],
  ["+, −, 0", "closer, farther, the whole map"],
  ["F", "find what is lit"],
  ["H", "faster: agents wait no more"],
  ["?", "this help"],
];
const TABLE_KEYS = [
  ["0 – 9", "type a place: 41,33.5"],
  ["← ↑ → ↓", "go from place to place"],
  ["M", "the ruler"],
  ["Shift, Alt", "with a click: the very place"],
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
