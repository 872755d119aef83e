// The headings between the lines of the log.

import { element } from "./dom.js";
import { translate } from "./i18n.js";

/** @typedef {{ turn?: number, phase?: string | null, date?: string | null }} Moment when something happened */

/**
 * Returns the headings between two lines: of a new turn, and of a new phase.
 * @param {Moment | undefined} before
 * @param {Moment} line
 */
export function headings(before, { turn, phase, date }) {
  const isNewTurn = turn !== undefined && turn !== before?.turn;
  const title = turn ? translate("Turn {1}", turn) : translate("Set-up");
  return [
    isNewTurn ? element("li", { class: "turn" }, title, date ? element("i", {}, date) : null) : null,
    phase && (isNewTurn || phase !== before?.phase) ? element("li", { class: "phase" }, phase) : null,
  ];
}
