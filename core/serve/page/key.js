// The key on the sheet of a table: it lists only the kinds of ground that are on the table.

import { queryAll } from "./dom.js";

/**
 * Shows the entries of the given kinds, one after another in the first places of the hidden list, and hides the others.
 * @param {SVGElement} picture
 * @param {Set<string>} kinds translated
 */
export function showKinds(picture, kinds) {
  const entries = queryAll(picture, ".key-entry");
  for (const entry of entries) entry.dataset.place ??= entry.getAttribute("transform") ?? "";
  const places = entries.map((entry) => entry.dataset.place ?? "");
  const shown = entries.filter((entry) => kinds.has(entry.dataset.kind ?? ""));
  for (const entry of entries) entry.setAttribute("visibility", shown.includes(entry) ? "visible" : "hidden");
  for (const [i, entry] of shown.entries()) entry.setAttribute("transform", places[i]);
}
