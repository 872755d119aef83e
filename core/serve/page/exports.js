// Exports: the game, a side's record, pictures of the board, the log.

import { apiUrl } from "./api.js";
import { element } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { Store } from "./store.js" */
/** @typedef {(reason: string) => void} RefusalListener */

const EXPORTS = [
  ["replay.jsonl", "The whole game, for replay"],
  ["record.jsonl", "What this side saw and decided"],
  ["board.svg", "The board as a vector drawing (SVG)"],
  ["board.png", "The board as an image (PNG)"],
  ["log.txt", "The log as text"],
];
/** How long the browser has to save a file before its data is released, in milliseconds. */
const DOWNLOAD_TIME = 10000;

/**
 * Creates the list of exports, with its heading.
 * @param {Store} store
 * @param {RefusalListener} onRefused
 */
export function exportList(store, onRefused) {
  const items = EXPORTS.map(([file, text]) => {
    const onclick = (/** @type {Event} */ event) => {
      event.preventDefault();
      download(file, store.pastMoment, onRefused);
    };
    return element("li", {}, element("a", { href: apiUrl(`export/${file}`), download: "", onclick }, translate(text)));
  });
  return [element("h3", {}, translate("Downloads")), element("ul", { class: "exports" }, items)];
}

/**
 * Saves an export. The server may refuse it, for example while units are hidden. A plain link would save the refusal as
 * a file.
 * @param {string} file
 * @param {number | null} moment
 * @param {RefusalListener} onRefused
 */
async function download(file, moment, onRefused) {
  const at = moment === null || /jsonl$/.test(file) ? "" : `?at=${moment}`;
  const response = await fetch(apiUrl(`export/${file}${at}`)).catch(() => null);
  if (!response?.ok) return onRefused(await reasonOf(response));
  const link = element("a", { href: URL.createObjectURL(await response.blob()), download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_TIME);
}

/**
 * @param {Response | null} response
 * @returns {Promise<string>}
 */
async function reasonOf(response) {
  const fault = await response?.json().catch(() => null);
  return fault?.reason ?? translate("Connection to the server lost; reconnecting…");
}
