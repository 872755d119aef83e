// Handles a question that asks for a place on a table: the region offered, the place a click selects, and a preview.

import { bounds, costAlong, distance, touch } from "./geometry.js";
import { svgElement } from "./dom.js";
import { translate } from "./i18n.js";
import { minBy } from "./lists.js";
import { pillAt } from "./pill.js";
import { drawPreview, drawRefusal, drawRegion } from "./placement-drawing.js";

/** @import { Field } from "./field.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Layers } from "./layers.js" */
/** @import { Fault, Places } from "../protocol.js" */
/** @import { Store } from "./store.js" */
/** @typedef {{ spot: Point, isExact: boolean, isFar?: boolean }} Aim the place that a click selects */

/** How long the reason for a refusal stays on the board, in milliseconds. */
const REFUSAL_DURATION = 7000;

export class Placement {
  /** Whether the unit to be placed would touch an enemy at some of the places. */
  hasMeeting = false;
  /** Whether a click selects the exact place, regardless of modifier keys. */
  isExact = false;
  /** @type {number | null} The number of the question whose region is drawn. */
  #number = null;
  /** @type {Aim | null} */
  #aim = null;
  #region = svgElement("g");
  #preview = svgElement("g");
  #refusal = svgElement("g");
  #advised = svgElement("g");
  /** @type {((spot: Point | null) => void)[]} */
  #aimListeners = [];

  /**
   * @param {Store} store
   * @param {Field} field
   * @param {Layers} layers
   */
  constructor(store, field, layers) {
    this.store = store;
    this.field = field;
    this.layers = layers;
    store.onChange(() => this.#update());
  }

  /**
   * Calls a listener whenever the player aims at another place, or at none.
   * @param {(spot: Point | null) => void} listener
   */
  onAim(listener) {
    this.#aimListeners.push(listener);
  }

  /** @param {Aim | null} aim */
  #setAim(aim) {
    if (`${aim?.spot}` === `${this.#aim?.spot}`) return;
    this.#aim = aim;
    for (const listener of this.#aimListeners) listener(aim?.spot ?? null);
  }

  /** The places offered, while the question asks for one. */
  get places() {
    return this.store.question?.places ?? null;
  }

  #update() {
    const { places } = this;
    const number = places ? (this.store.question?.number ?? null) : null;
    this.#markAdvised(places);
    if (number === this.#number) return;
    this.#number = number;
    this.#region.remove();
    this.#refusal.remove();
    this.#removePreview();
    if (!places) return;
    const enemiesAt = this.#enemyFinder();
    const meeting = places.spots.filter((spot) => enemiesAt(spot).length > 0);
    this.hasMeeting = meeting.length > 0;
    this.#region = drawRegion(this.field, places.spots, meeting);
    this.store.board.layer("offer").append(this.#region);
  }

  /**
   * Returns the enemies that the unit to be placed would touch at a spot.
   * @param {Point} spot
   */
  enemiesTouched(spot) {
    return this.#enemyFinder()(spot);
  }

  /**
   * Returns a function that does so for many spots.
   * @returns {(spot: Point) => string[]}
   */
  #enemyFinder() {
    const { question, board } = this.store;
    const outline = this.places?.outline;
    if (!question || !outline?.length || !this.#start()) return () => [];
    const { left, right, top, bottom } = bounds(outline);
    const bases = board.tableUnits?.bases() ?? [];
    const enemies = bases.filter(({ side }) => side !== null && side !== question.side);
    return ([x, y]) => {
      const own = { left: x + left, right: x + right, top: y + top, bottom: y + bottom };
      return enemies.filter(({ edges }) => touch(own, edges)).map(({ id }) => id);
    };
  }

  /** @param {Places | null} places */
  #markAdvised(places) {
    this.#advised.remove();
    const { advised } = this.store;
    if (!places || !advised || !("spot" in advised)) return;
    this.#advised = drawPreview(this.field, places, { spot: advised.spot, isExact: false }, this.#start(), []);
    this.#advised.classList.add("advised");
    this.store.board.layer("marks").append(this.#advised);
  }

  #removePreview() {
    this.#preview.remove();
    this.#setAim(null);
  }

  /**
   * Returns the place that a click selects: the exact place or the nearest one offered. A click clearly outside the region
   * selects its exact place, so that the server says why not.
   * @param {Places} places
   * @param {Point} point
   * @param {boolean} isExact
   * @returns {Aim}
   */
  #aimAt({ spots, outline }, point, isExact) {
    /** @type {Point} */
    const exact = [Math.round(point[0]), Math.round(point[1])];
    if (isExact || this.isExact) return { spot: exact, isExact: true };
    const nearest = minBy(spots, (spot) => distance(spot, point));
    const isFar = nearest !== null && distance(nearest, point) > this.#reachOf(outline);
    return nearest && !isFar ? { spot: nearest, isExact: false } : { spot: exact, isExact: true, isFar };
  }

  /**
   * Returns how far from an offered place a click may be: the larger side of the footprint, or the distance between places.
   * @param {Point[] | null | undefined} outline
   */
  #reachOf(outline) {
    const { lattice } = this.field.map;
    if (!outline?.length) return lattice;
    const { left, right, top, bottom } = bounds(outline);
    return Math.max(lattice, right - left, bottom - top);
  }

  /**
   * Previews a click at the pointer's position. Returns a description of it.
   * @param {MouseEvent} event
   */
  hover(event) {
    const point = this.field.under(event.clientX, event.clientY);
    const isOnTable = this.field.isOnTable(point);
    const aim = this.places && isOnTable ? this.#aimAt(this.places, point, isModified(event)) : null;
    if (this.places && aim && !aim.isFar) return this.#show(this.places, aim);
    this.#removePreview();
    if (aim) return `${this.field.format(aim.spot)} · ${translate("outside the region")}`;
    return isOnTable ? this.field.format([Math.round(point[0]), Math.round(point[1])]) : null;
  }

  /**
   * @param {Places} places
   * @param {Aim} aim
   */
  #show(places, aim) {
    this.#preview.remove();
    this.#setAim(aim);
    const mover = this.store.mover;
    this.#preview = drawPreview(this.field, places, aim, this.#start(), this.layers.distancesAround(mover));
    const cost = this.#cost(places, aim);
    if (cost !== null) this.#preview.append(this.#costPill(cost, aim.spot, places));
    this.store.board.layer("marks").append(this.#preview);
    return this.#describe(places, aim);
  }

  /**
   * Returns the cost of a place; `null` if it is not known.
   * @param {Places} places
   * @param {Aim} aim
   */
  #cost({ spots, costs }, { spot: [x, y], isExact }) {
    const cost = isExact ? undefined : costs?.[spots.findIndex((spot) => spot[0] === x && spot[1] === y)];
    return cost === undefined ? null : this.field.formatLength(cost);
  }

  /**
   * @param {string} cost
   * @param {Point} spot
   * @param {Places} places
   */
  #costPill(cost, spot, { outline }) {
    const [x, y] = this.field.toPicture(spot);
    const foot = outline?.length ? bounds(outline).bottom * this.field.map.picture_scale : 0;
    return pillAt(cost, [x, y + foot], false);
  }

  /** The current spot of the unit to be placed, if it has one. */
  #start() {
    return this.store.board.tableUnits?.spotOf(this.store.mover);
  }

  /**
   * Describes a place: `41,33 · 4.5 km · cost 5`.
   * @param {Places} places
   * @param {Aim} aim
   */
  #describe(places, aim) {
    const { spot, isExact } = aim;
    const start = this.#start();
    const way = start ? ` · ${this.field.formatLength(distance(spot, start))}` : "";
    const cost = this.#cost(places, aim);
    const price = cost === null ? "" : ` · ${translate("cost {1}", cost)}`;
    return `${this.field.format(spot)}${isExact ? ` ${translate("exact")}` : ""}${way}${price}`;
  }

  /**
   * Answers with the place that a click selects.
   * @param {MouseEvent} event
   */
  async click(event) {
    const point = this.field.under(event.clientX, event.clientY);
    if (!this.places || !this.field.isOnTable(point)) return;
    const aim = this.#aimAt(this.places, point, isModified(event));
    // A finger cannot hover: the first tap shows what the second one does.
    const isShown = `${this.aimed}` === `${aim.spot}`;
    if (isTouch(event) && !aim.isFar && !isShown) {
      this.#show(this.places, aim);
      return;
    }
    await this.choose(aim.spot);
  }

  /**
   * Answers with a place. If it is refused, shows the reason there.
   * @param {Point} spot
   */
  async choose(spot) {
    this.#refusal.remove();
    const fault = await this.store.place(spot);
    if (fault) this.#showRefusal(spot, fault);
  }

  /**
   * @param {Point} spot
   * @param {Fault} fault
   */
  #showRefusal(spot, fault) {
    const { board } = this.store;
    const mark = drawRefusal(this.field.toPicture(spot), fault, 12 / board.zoom.scale);
    this.#refusal = mark;
    board.layer("marks").append(mark);
    setTimeout(() => mark.remove(), REFUSAL_DURATION);
  }

  /** The place selected with the arrow keys or the pointer. */
  get aimed() {
    return this.#aim?.spot ?? null;
  }

  /**
   * Goes to the next offered place in a direction. Returns a description of it.
   * @param {Point} direction
   */
  step(direction) {
    const { places } = this;
    const here = this.aimed ?? this.#start() ?? places?.spots[places.spots.length >> 1];
    if (!places || !here) return null;
    const cost = (/** @type {Point} */ spot) => costAlong(here, spot, direction);
    const next = minBy(places.spots, cost);
    if (!next || cost(next) === Infinity) return null;
    this.store.board.zoom.reveal(this.field.toPicture(next));
    return this.#show(places, { spot: next, isExact: false });
  }

  /**
   * Returns two opposite corners of the area that contains the offered places.
   * @returns {Point[]}
   */
  corners() {
    if (!this.places?.spots.length) return [];
    const { left, right, top, bottom } = bounds(this.places.spots);
    return [this.field.toPicture([left, top]), this.field.toPicture([right, bottom])];
  }
}

/** @param {MouseEvent} event */
const isTouch = (event) => event instanceof PointerEvent && event.pointerType === "touch";
/** @param {MouseEvent} event */
const isModified = (event) => event.altKey || event.shiftKey;
