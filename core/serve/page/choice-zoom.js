// Keeps choices in the visible part of the map.

import { defined } from "./lists.js";

/** @import { Placement } from "./placement.js" */
/** @import { Store } from "./store.js" */

export class ChoiceZoom {
  /**
   * @param {Store} store
   * @param {Placement | null} placement
   */
  constructor(store, placement) {
    this.store = store;
    this.placement = placement;
  }

  /** Returns the positions of the choices in the picture. */
  #points() {
    const { board, choices } = this.store;
    return [...defined(choices.spaces().map((space) => board.at(space))), ...(this.placement?.corners() ?? [])];
  }

  /** Shows all choices, or if nothing can be chosen, all units or the whole table. */
  show() {
    const { board } = this.store;
    const points = this.#points();
    // The units in the boxes beside a table tell nothing about it.
    if (points.length === 0 && board.field) return board.zoom.fit();
    board.zoom.show(points.length ? points : defined([...board.stacks.keys()].map((space) => board.at(space))));
  }

  /**
   * Moves the map so that all choices and the context of the question are visible. If they do not fit, shows all
   * choices, unless one is already visible.
   */
  follow() {
    const { board, question } = this.store;
    const points = this.#points();
    const context = defined((question?.context ?? []).map((choice) => board.at(choice.space)));
    if (points.length + context.length === 0 || board.zoom.include([...points, ...context])) return;
    if (!points.some((point) => board.zoom.sees(point))) this.show();
  }
}
