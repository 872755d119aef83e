// The text of an option.

/** @import { Board } from "./board.js" */
/** @import { Choice } from "../protocol.js" */

/** The number before the name of an area. */
const NUMBER = /^\d+\s+(?=\p{L})/u;

/**
 * Returns the text of an option. A path is written with the names of its spaces, as far as they have names.
 * @param {Pick<Board, "label">} board
 * @param {Pick<Choice, "text" | "path">} option
 */
export function optionText(board, { text, path }) {
  if (!path?.length) return text;
  return path.map((space) => board.label(space).replace(NUMBER, "")).join(" → ");
}
