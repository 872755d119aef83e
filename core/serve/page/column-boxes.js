// Boxes in the column of the sheet. They are hidden with the column, with everything that is in them.

import { queryAll } from "./dom.js";

/** @import { Board } from "./board.js" */
/** @import { DomElement } from "./dom.js" */

/**
 * Prepares the boxes of a board to be hidden while its column is not shown.
 * @param {Board} board
 */
export function hideWithColumn({ svg, places, zoom }) {
  const edge = zoom.ground.x + zoom.ground.width;
  const spaces = Object.entries(places).filter(([, { box, at }]) => box && at[0] > edge);
  if (spaces.length === 0) return;
  for (const part of queryAll(svg, "text, path").filter((part) => startOf(part) >= edge)) {
    if (!part.closest("[data-space], .sheet-column")) part.classList.add("in-column");
  }
  const chosen = spaces.map(([space]) => `[data-space="${CSS.escape(space)}"]`).join(", ");
  const style = new CSSStyleSheet();
  // A hidden element could not be focused with the keyboard.
  style.insertRule(`.without-key > svg :is(.in-column, ${chosen}) { opacity: 0; pointer-events: none; }`);
  document.adoptedStyleSheets.push(style);
}

/**
 * Returns the horizontal position at which a text or a path starts.
 * @param {DomElement} part
 */
function startOf(part) {
  const [, path] = /^M\s*(-?[\d.]+)/.exec(part.getAttribute("d") ?? "") ?? [];
  return Number(path ?? part.getAttribute("x") ?? -Infinity);
}
