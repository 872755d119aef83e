// The text of an option.

/** @import { Board } from "./board.js" */
/** @import { Choice } from "../protocol.js" */

/** The number before the name of an area. */
const NUMBER = /^\d+\s+(?=\p{L})/u;

/**
 * Returns the text of an option. A path has the names of its spaces; one without a name keeps its number.
 * @param {Pick<Board, "label">} board
 * @param {Pick<Choice, "text" | "path">} option
 */
export function optionText(board, { text, path }) {
  if (!path?.length) return text;
  return path.map((space) => board.label(space).replace(NUMBER, "")).join(" → ");
}
