// Keeps what the player is asked about, and what is offered, in the visible part of the map.

import { byId } from "./dom.js";
import { frontPoints, unitPoints } from "./front.js";
import { bounds, distance } from "./geometry.js";
import { defined, minBy } from "./lists.js";
import { isUnitPlace } from "./table-units.js";

/** @import { Point } from "./geometry.js" */
/** @import { Placement } from "./placement.js" */
/** @import { Store } from "./store.js" */

/** The part of what is offered that must be visible for the map to rest. */
const ENOUGH = 0.5;
/** How far from the edge of the window the middle of a counter must be for the counter to be visible, in counters. */
const HALF = 0.6;

export class ChoiceZoom {
  /** Whether the units of the first turn have been shown. */
  #isOpened = false;
  /** @type {string | null} The kind of question of the set-up for which the map was framed. */
  #setUpKey = null;
  /** @type {number | null} The last question for which the map was moved. */
  #number = null;
  /** @type {string | null} The unit that the player has just picked. */
  #picked = null;
  /** @type {string | null} The side that was asked last, unless others have decided since. */
  #side = null;

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
    new ResizeObserver(() => this.#stayInView()).observe(byId("panel"));
  }

  // On a phone, odds that have come make the panel larger.
  #stayInView() {
    const { board, question } = this.store;
    if (!question || question.number !== this.#number || !board.zoom.isPhone || board.zoom.isMoved) return;
    const subjects = this.#subjects();
    board.zoom.measure();
    if (!subjects.every((area) => this.#sees(area)) && !board.zoom.include(subjects.flat())) this.show();
  }

  /** @param {Point[]} area */
  #sees(area) {
    const { zoom, counter } = this.store.board;
    return area.every((point) => zoom.sees(point, HALF * counter, HALF * counter));
  }

  /** Returns the areas of the choices in the picture. */
  #offers() {
    const { board, choices } = this.store;
    const corners = this.placement?.corners() ?? [];
    const units = defined([...choices.byUnit.keys()].map((unit) => board.pointOf(unit)));
    return [...this.#areas([...choices.bySpace.keys()]), ...[...units, ...corners].map((point) => [point])];
  }

  /** The places of what the question is about. */
  get #subjectPlaces() {
    return defined((this.store.question?.context ?? []).map(({ space }) => space));
  }

  /** Returns the areas of what the question is about. */
  #subjects() {
    return this.#areas(this.#subjectPlaces);
  }

  /**
   * Returns the points that must be visible in each space: the middle of a space of the map, two corners of a box.
   * @param {string[]} spaces
   * @returns {Point[][]}
   */
  #areas(spaces) {
    const { places } = this.store.board;
    return defined(spaces.map((space) => places[space])).map(({ at, room, box }) => {
      const [x, y] = at;
      const [halfX, halfY] = [room[0] / 2, room[1] / 2];
      return box
        ? [
            [x - halfX, y - halfY],
            [x + halfX, y + halfY],
          ]
        : [at];
    });
  }

  /** Shows all choices, or if nothing can be chosen, all units or the whole table. */
  show() {
    const { board } = this.store;
    const points = this.#offers().flat();
    if (board.field) return this.#showOnTable(points);
    const subject = this.#subjects().flat();
    if (subject.length > 0) return board.zoom.frame(subject, points, frontPoints(board));
    board.zoom.show(points.length ? points : defined([...board.stacks.keys()].map((space) => board.at(space))));
  }

  // The units in the boxes beside a table tell nothing about it.
  /** @param {Point[]} offers */
  #showOnTable(offers) {
    const { board } = this.store;
    const units = this.#subjectPlaces.filter(isUnitPlace);
    const points = [...this.#areas(units).flat(), ...offers];
    if (points.length === 0) return board.zoom.showGround();
    board.zoom.frame(points, [], unitPoints(board));
  }

  /** Shows the whole map if it is legible then, or else the question and the front. A table is shown as a whole
   * during the set-up, except on phones. */
  open() {
    const { board, game, question } = this.store;
    const units = unitPoints(board);
    this.#isOpened = units.length > 0 && !game.setup;
    this.#number = question?.number ?? null;
    this.#side = question?.side ?? null;
    board.showTrays(Boolean(game.setup));
    if (board.field && (board.zoom.isPhone || !game.setup)) return this.show();
    if (board.field) return board.zoom.showGround();
    const room = game.setup ? this.#setUpPoints() : [];
    this.#setUpKey = game.setup ? (question?.key ?? null) : null;
    if (room.length > 0) return board.zoom.show(room);
    if (board.zoom.isLegibleAsWhole) return board.zoom.showGround();
    if (!game.setup && this.#subjects().length > 0) return this.show();
    const choices = [...this.#movers(), ...(game.setup ? [] : this.#goals())];
    const front = frontPoints(board);
    // Choices that fit into the window are in view, however much of the front is elsewhere.
    if (choices.length > 0 && board.zoom.fits(choices)) return board.zoom.frame(choices, [], front);
    board.zoom.show(choices.length + front.length ? [...choices, ...front] : units);
  }

  /**
   * Returns where units can be set up: the spaces on offer, or else those that the side holds; on phones, which would show
   * only some of them, the one in their middle.
   * @returns {Point[]}
   */
  #setUpPoints() {
    const { board, question, choices, snapshot } = this.store;
    if (!question) return [];
    const offered = [...this.#goals(), ...this.#movers()];
    if (offered.length > 0 || choices.isOnMap) return offered;
    if (board.zoom.isLegibleAsWhole) return [];
    const held = Object.entries(board.places).filter(
      ([space, { box }]) => !box && snapshot.get(`owner/${space}`) === question.side,
    );
    const points = held.map(([, { at }]) => at);
    if (!board.zoom.isPhone || points.length === 0) return points;
    const { left, right, top, bottom } = bounds(points);
    return defined([minBy(points, (point) => distance(point, [(left + right) / 2, (top + bottom) / 2]))]);
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
    const { board, game, question, mover, isSending } = this.store;
    board.showTrays(Boolean(game.setup));
    const isSetUpFramed = game.setup && question !== null && question.key === this.#setUpKey;
    if (!this.#isOpened && !board.zoom.isMoved && !isSetUpFramed) return this.open();
    if (!question && !isSending) this.#side = null;
    if (!question || question.number === this.#number) return;
    this.#number = question.number;
    const isReturning = question.side !== this.#side;
    this.#side = question.side;
    const isPicked = mover !== undefined && mover === this.#picked;
    this.#picked = null;
    board.zoom.measure();
    const [subjects, offers] = [this.#subjects(), this.#offers()];
    const sees = (/** @type {Point[]} */ area) => this.#sees(area);
    if (subjects.length + offers.length === 0 || (isPicked && subjects.length > 0 && subjects.every(sees))) return;
    const seen = offers.filter(sees).length;
    if (subjects.every(sees) && (offers.length === 0 || seen >= ENOUGH * offers.length)) return;
    if (board.zoom.include([...subjects, ...offers].flat())) return;
    // A question about nothing in particular may offer more than fits. Then the map rests, except for a player who comes
    // back from the other side's decisions.
    if (subjects.length > 0 || seen === 0 || isReturning) this.show();
  }
}
