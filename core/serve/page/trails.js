// Arrows that show where units of other sides have moved since the player's last decision.

import { trail } from "./arrow.js";
import { svgElement } from "./dom.js";
import { scaled } from "./geometry.js";
import { translate } from "./i18n.js";
import { defined, unique } from "./lists.js";
import { spacesBetween } from "./paths.js";

/** @import { AbsenceReport } from "./absence.js" */
/** @import { Move, Position } from "../protocol.js" */
/** @import { LogLine } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/** The number of moves above which their arrows are hidden at first, and drawn thin and pale. */
const MANY = 12;

export class Trails {
  /** @type {Move[]} */
  #moves = [];
  /** The number of log lines before the moves. */
  #lines = 0;
  /** @type {SVGElement | null} */
  #mark = null;

  /**
   * @param {Store} store
   * @param {AbsenceReport} absence
   */
  constructor(store, absence) {
    this.store = store;
    absence.on(({ moves, log_lines }) => {
      this.#moves = moves;
      this.#lines = log_lines;
      if (this.#areMany) this.hide();
      else this.show();
    });
    store.snapshot.on("question", () => this.hide());
    store.snapshot.on("", () => {
      if (!store.isPresent) this.hide();
    });
  }

  get #areMany() {
    return this.#moves.length > MANY;
  }

  get isShown() {
    return this.#mark !== null;
  }

  show() {
    this.hide();
    const arrows = this.#arrows();
    if (arrows.length === 0 || !this.store.isPresent) return;
    const kind = this.#areMany ? "trails many" : "trails";
    this.#mark = svgElement("g", { class: kind, "aria-hidden": "true" }, arrows);
    // Below the units, whose values it would cover.
    this.store.board.layer("offer").prepend(this.#mark);
  }

  // Units that moved the same way share an arrow.
  #arrows() {
    const lines = this.store.snapshot.list("log/").slice(this.#lines);
    const ways = unique(this.#moves.map((move) => JSON.stringify(wayOf(move, lines))));
    return defined(ways.map((way) => this.#arrow(JSON.parse(way))));
  }

  /** @param {Position[]} way */
  #arrow(way) {
    const points = defined(way.map((position) => this.#point(position)));
    return points.length === way.length ? trail(points) : null;
  }

  /** @param {Position} position */
  #point(position) {
    const { board } = this.store;
    return typeof position === "string" ? board.at(position) : scaled(position, board.field?.picture_scale ?? 1);
  }

  hide() {
    this.#mark?.remove();
    this.#mark = null;
  }

  /** A sentence with the number of moves; `null` if there are none. */
  get summary() {
    const count = this.#moves.length;
    if (count === 0) return null;
    if (count === 1) return translate("One enemy unit moved: the arrow shows where.");
    if (this.#areMany) return translate("{1} enemy units moved.", count);
    return translate("{1} enemy units moved: the arrows show where.", count);
  }
}

/**
 * Returns the positions on a unit's way, as far as the log tells them.
 * @param {Move} move
 * @param {LogLine[]} lines
 * @returns {Position[]}
 */
function wayOf({ unit, from, to }, lines) {
  if (typeof from !== "string" || typeof to !== "string") return [from, to];
  return [from, ...(spacesBetween(lines, unit, from, to) ?? []), to];
}
