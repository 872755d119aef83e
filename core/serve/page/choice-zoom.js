// Keeps choices in the visible part of the map.

import { frontPoints, unitPoints } from "./front.js";
import { defined } from "./lists.js";

/** @import { Placement } from "./placement.js" */
/** @import { Store } from "./store.js" */

export class ChoiceZoom {
  /** Whether the units of the first turn have been shown. */
  #isOpened = false;

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
    if (points.length === 0 && board.field) return board.zoom.showGround();
    board.zoom.show(points.length ? points : defined([...board.stacks.keys()].map((space) => board.at(space))));
  }

  /** Shows the whole map if it is legible then, or else the front. A table is shown as a whole, except on phones. */
  open() {
    const { board, game } = this.store;
    const units = unitPoints(board);
    this.#isOpened = units.length > 0 && !game.setup;
    if (board.field && board.zoom.isPhone) return this.show();
    if (board.field || board.zoom.isLegibleAsWhole) return board.zoom.showGround();
    const front = [...this.#movers(), ...frontPoints(board)];
    board.zoom.show(front.length ? front : units);
  }

  /** Returns the positions of the units on the map that can be chosen. */
  #movers() {
    const { board, choices } = this.store;
    const places = [...choices.byUnit.keys()].map((unit) => board.places[board.spaceOf(unit) ?? ""]);
    return defined(places.map((place) => (place?.box ? null : place?.at)));
  }

  /**
   * Moves the map so that all choices and the context of the question are visible. If they do not fit, shows all
   * choices, unless one is already visible.
   */
  follow() {
    const { board, question } = this.store;
    if (!this.#isOpened && !board.zoom.isMoved) this.open();
    const points = this.#points();
    const context = defined((question?.context ?? []).map((choice) => board.at(choice.space)));
    if (points.length + context.length === 0 || board.zoom.include([...points, ...context])) return;
    if (!points.some((point) => board.zoom.sees(point))) this.show();
  }
}
