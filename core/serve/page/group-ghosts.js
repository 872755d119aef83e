// The spaces to which the units of a dragged group would go.

import { svgElement } from "./dom.js";
import { unique } from "./lists.js";

/** @import { Board } from "./board.js" */
/** @import { Move } from "./formation.js" */

export class GroupGhosts {
  #mark = svgElement("g", { class: "goal-ghosts" });

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    board.layer("marks").prepend(this.#mark);
  }

  /** @param {Move[]} moves */
  show(moves) {
    const goals = unique(moves.map(({ goal }) => goal));
    this.#mark.replaceChildren(...goals.map((goal) => this.board.outline(goal, { class: "goal-ghost" })));
  }

  remove() {
    this.#mark.remove();
  }
}
