// The path along which a unit is dragged to its goal.

import { svgElement } from "./dom.js";

/** @import { Board } from "./board.js" */
/**
 * @typedef {object} DragActions
 * @property {(space: string, x: number, y: number) => void} over called when the pointer moves over a space
 * @property {(spaces: string[]) => void} drop
 * @property {() => void} end called when the drag ends, whether or not the unit was dropped
 */

export class DragPath {
  #mark = svgElement("g", { class: "dragged" });

  /**
   * @param {Board} board
   * @param {string} start
   * @param {DragActions} actions
   */
  constructor(board, start, actions) {
    this.board = board;
    this.actions = actions;
    this.spaces = [start];
    board.layer("marks").append(this.#mark);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  move(x, y) {
    const space = this.board.spaceUnder(x, y);
    if (space && space !== this.spaces.at(-1)) this.#enter(space);
    if (space) this.actions.over(space, x, y);
  }

  // Going back to a space removes the spaces after it.
  /** @param {string} space */
  #enter(space) {
    const visit = this.spaces.indexOf(space);
    this.spaces = visit >= 0 ? this.spaces.slice(0, visit + 1) : [...this.spaces, space];
    const [cx, cy] = this.board.at(space) ?? [0, 0];
    const end = svgElement("circle", { class: "drag-end", cx, cy, r: 260 });
    this.#mark.replaceChildren(this.board.line(this.spaces, { class: "drag-line" }), end);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  drop(x, y) {
    this.move(x, y);
    this.cancel();
    if (this.spaces.length > 1) this.actions.drop(this.spaces);
  }

  cancel() {
    this.#mark.remove();
    this.actions.end();
  }
}
