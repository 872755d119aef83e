// Arrows that show where units of other sides have moved since the player's last decision.

import { arrow } from "./arrow.js";
import { svgElement } from "./dom.js";
import { scaled } from "./geometry.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";

/** @import { AbsenceReport } from "./absence.js" */
/** @import { Move, Position } from "../protocol.js" */
/** @import { Store } from "./store.js" */

export class Trails {
  /** @type {Move[]} */
  #moves = [];
  /** @type {SVGElement | null} */
  #mark = null;

  /**
   * @param {Store} store
   * @param {AbsenceReport} absence
   */
  constructor(store, absence) {
    this.store = store;
    absence.on(({ moves }) => {
      this.#moves = moves;
      this.show();
    });
    store.snapshot.on("question", () => this.hide());
    store.snapshot.on("", () => {
      if (!store.isPresent) this.hide();
    });
  }

  get isShown() {
    return this.#mark !== null;
  }

  show() {
    this.hide();
    const arrows = this.#arrows();
    if (arrows.length === 0 || !this.store.isPresent) return;
    this.#mark = svgElement("g", { class: "trails", "aria-hidden": "true" }, arrows);
    this.store.board.layer("marks").prepend(this.#mark);
  }

  // Units that moved between the same two places share an arrow.
  #arrows() {
    // What is put on a table for the first time has not moved.
    const moves = this.#moves.filter(({ from }) => !(this.store.board.field && typeof from === "string"));
    const ways = new Map(moves.map(({ from, to }) => [JSON.stringify([from, to]), { from, to }]));
    const drawn = [...ways.values()].map((way) => {
      const [from, to] = [this.#point(way.from), this.#point(way.to)];
      return from && to ? arrow(from, to, "trail") : null;
    });
    return defined(drawn);
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
    return translate("{1} enemy units moved: the arrows show where.", count);
  }
}
