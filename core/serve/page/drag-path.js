// The path along which a unit is dragged to its goal.

import { svgElement } from "./dom.js";

/** @import { Board } from "./board.js" */

export class DragPath {
  #mark = svgElement("g", { class: "dragged" });

  /**
   * @param {Board} board
   * @param {string} start
   * @param {(spaces: string[]) => void} onDrop
   */
  constructor(board, start, onDrop) {
    this.board = board;
    this.onDrop = onDrop;
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
    if (this.spaces.length > 1) this.onDrop(this.spaces);
  }

  cancel() {
    this.#mark.remove();
  }
}
