// Keeps what the player is asked about, and what is offered, in the visible part of the map.

import { frontPoints, unitPoints } from "./front.js";
import { defined } from "./lists.js";

/** @import { Point } from "./geometry.js" */
/** @import { Placement } from "./placement.js" */
/** @import { Store } from "./store.js" */

/** The part of what is offered that must be visible for the map to rest. */
const ENOUGH = 0.5;

export class ChoiceZoom {
  /** Whether the units of the first turn have been shown. */
  #isOpened = false;
  /** @type {number | null} The last question for which the map was moved. */
  #number = null;
  /** @type {string | null} The unit that the player has just picked. */
  #picked = null;

  /**
   * @param {Store} store
   * @param {Placement | null} placement
   */
  constructor(store, placement) {
    this.store = store;
    this.placement = placement;
    store.onSend(({ options }, { answer }) => {
      this.#picked = ("one" in answer && options[answer.one]?.unit) || null;
    });
  }

  /** Returns the positions of the choices in the picture. */
  #points() {
    const { board, choices } = this.store;
    return [...defined(choices.spaces().map((space) => board.at(space))), ...(this.placement?.corners() ?? [])];
  }

  /** Returns the positions of what the question is about. */
  #subject() {
    const { board, question } = this.store;
    return defined((question?.context ?? []).map(({ space }) => board.at(space)));
  }

  /** Shows all choices, or if nothing can be chosen, all units or the whole table. */
  show() {
    const { board } = this.store;
    const points = this.#points();
    const subject = this.#subject();
    if (subject.length > 0 && !board.field) return board.zoom.frame(subject, points, frontPoints(board));
    // The units in the boxes beside a table tell nothing about it.
    if (points.length === 0 && board.field) return board.zoom.showGround();
    board.zoom.show(points.length ? points : defined([...board.stacks.keys()].map((space) => board.at(space))));
  }

  /** Shows the whole map if it is legible then, or else the question and the front. A table is shown as a whole, except
   * on phones. */
  open() {
    const { board, game, question } = this.store;
    const units = unitPoints(board);
    this.#isOpened = units.length > 0 && !game.setup;
    this.#number = question?.number ?? null;
    board.showTrays(Boolean(game.setup));
    if (board.field && board.zoom.isPhone) return this.show();
    if (board.field || board.zoom.isLegibleAsWhole) return board.zoom.showGround();
    if (!game.setup && this.#subject().length > 0) return this.show();
    const front = [...this.#movers(), ...(game.setup ? [] : this.#goals()), ...frontPoints(board)];
    board.zoom.show(front.length ? front : units);
  }

  /** Returns the positions of the units on the map that can be chosen. */
  #movers() {
    const { board, choices } = this.store;
    const places = [...choices.byUnit.keys()].map((unit) => board.places[board.spaceOf(unit) ?? ""]);
    return defined(places.map((place) => (place?.box ? null : place?.at)));
  }

  /** Returns the positions of the spaces on the map that can be chosen. */
  #goals() {
    const { board, choices } = this.store;
    const places = [...choices.bySpace.keys()].map((space) => board.places[space]);
    return defined(places.map((place) => (place?.box ? null : place?.at)));
  }

  /** Forgets the last question, because the map has shown something else since. */
  forget() {
    this.#number = null;
  }

  /**
   * For a new question, moves the map if what the question is about or most of what it offers is out of view. After the
   * player has picked a unit in view, the map stays.
   */
  follow() {
    const { board, question, mover } = this.store;
    if (!this.#isOpened && !board.zoom.isMoved) return this.open();
    if (!question || question.number === this.#number) return;
    this.#number = question.number;
    const isPicked = mover !== undefined && mover === this.#picked;
    this.#picked = null;
    const [subject, points] = [this.#subject(), this.#points()];
    board.zoom.measure();
    const sees = (/** @type {Point} */ point) => board.zoom.sees(point);
    if (subject.length + points.length === 0 || (isPicked && subject.every(sees))) return;
    const seen = points.filter(sees).length;
    if (subject.every(sees) && (points.length === 0 || seen >= ENOUGH * points.length)) return;
    if (board.zoom.include([...subject, ...points])) return;
    // A question about nothing in particular may offer more than fits.
    if (subject.length > 0 || seen === 0) this.show();
  }
}
