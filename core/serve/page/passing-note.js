// Notes at the foot of the panel that disappear after a while.

import { byId, element } from "./dom.js";

const DURATION = 4000; // milliseconds

/**
 * @param {string} text
 * @param {number} [duration] in milliseconds
 */
export function showPassingNote(text, duration = DURATION) {
  const note = element("p", { class: "throw passing", role: "status" }, text);
  byId("thrown").append(note);
  setTimeout(() => note.remove(), duration);
  return note;
}
