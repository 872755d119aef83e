// The units that the player has chosen to move, or to attack with, together. They are known only to the page.

import { svgElement, closest, queryAll } from "./dom.js";
import { boldText } from "./counter.js";

/** @import { Store } from "./store.js" */
/**
 * @typedef {"move" | "attack" | "pick" | null} Purpose what selected units do: they move one by one, attack the target
 *   that is asked for, or are the answer to a question that asks for several units
 */

export class Selection {
  /** @type {Set<string>} */
  units = new Set();
  /** @type {(key: string) => boolean | undefined} Whether a unit chosen in this kind of question is then moved. */
  movesAfter = () => undefined;
  /** @type {Purpose} */
  #purpose = null;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /** What units that are selected now would do. @returns {Purpose} */
  get purpose() {
    const { question, answer, choices, mover, board } = this.store;
    if (!question || choices.places) return null;
    const isOwn = [...choices.byUnit.keys()].some((unit) => board.sideOf(unit) === question.side);
    if (!answer.isOne) return isOwn && answer.form.kind === "several" ? "pick" : null;
    if (isOwn) return this.isMove ? "move" : null;
    if (mover !== undefined) return choices.bySpace.size > 0 && board.sideOf(mover) === question.side ? "move" : null;
    return this.#targets().length > 0 ? "attack" : null;
  }

  /** Whether the question asks for a unit that is moved next. */
  get isMove() {
    const { question, answer, choices } = this.store;
    if (!question || !answer.isOne || choices.byUnit.size === 0) return false;
    const isFree = question.stop !== null && question.context.every(({ unit, space }) => !unit && !space);
    return this.movesAfter(question.key) ?? isFree;
  }

  /** The enemy units and the spaces with enemies that the question offers. */
  #targets() {
    const { question, choices, board } = this.store;
    const isEnemy = (/** @type {string | null | undefined} */ side) => side !== question?.side;
    const units = [...choices.byUnit.keys()].filter((unit) => isEnemy(board.sideOf(unit)));
    const spaces = [...choices.bySpace.keys()].filter((space) =>
      board.counters(space).some(({ side }) => isEnemy(side)),
    );
    return [...units, ...spaces];
  }

  /**
   * Returns the units in a space that can be selected.
   * @param {string | undefined} space
   */
  selectable(space) {
    const { question, choices, board } = this.store;
    const { purpose } = this;
    const own = board.counters(space).filter(({ side }) => purpose !== null && side === question?.side);
    const isOffered = (/** @type {string} */ unit) => choices.byUnit.has(unit);
    const mustBeOffered = purpose === "pick" || (purpose === "move" && choices.byUnit.size > 0);
    return own.map(({ id }) => id).filter((unit) => !mustBeOffered || isOffered(unit));
  }

  /**
   * Selects units, or deselects them if all are selected already.
   * @param {string[]} units
   */
  toggle(units) {
    const { store } = this;
    if (units.length === 0) return;
    if (this.purpose === "pick") {
      const options = units.flatMap((unit) => store.choices.byUnit.get(unit) ?? []);
      return store.pickAll(options, false);
    }
    const { mover } = store;
    if (this.units.size === 0 && this.purpose === "move" && mover !== undefined) this.units.add(mover);
    const areSelected = units.every((unit) => this.units.has(unit));
    for (const unit of units) {
      if (areSelected) this.units.delete(unit);
      else this.units.add(unit);
    }
    store.redraw();
  }

  /** Deselects all units. Returns whether any were selected. */
  clear() {
    const had = this.units.size > 0;
    this.units.clear();
    if (had) this.store.redraw();
    return had;
  }

  /** Drops units that are off the map, and all of them once the question is about something else. */
  update() {
    const { purpose, store } = this;
    if (purpose !== this.#purpose) this.units.clear();
    this.#purpose = purpose;
    for (const unit of this.units) if (!store.board.has(unit)) this.units.delete(unit);
    this.#draw();
  }

  #draw() {
    const { board } = this.store;
    for (const old of queryAll(board.over, ".grouped")) old.classList.remove("grouped");
    for (const old of queryAll(board.over, ".group-count")) old.remove();
    /** @type {Map<SVGElement, number>} */
    const piles = new Map();
    for (const unit of this.units) {
      const piece = board.elements.get(unit);
      const pile = /** @type {SVGElement | null} */ (closest(piece, ".pile"));
      board.openFan?.querySelector(`[data-id="${CSS.escape(unit)}"]`)?.classList.add("grouped");
      (pile ?? piece)?.classList.add("grouped");
      if (pile) piles.set(pile, (piles.get(pile) ?? 0) + 1);
    }
    for (const [pile, count] of piles) if (queryAll(pile, ".piece").length > 1) pile.append(drawCount(count));
  }
}

/** @param {number} count */
function drawCount(count) {
  const text = boldText(count, { y: 95, "font-size": 270 });
  return svgElement(
    "g",
    { class: "group-count", transform: "translate(-430 -430)" },
    svgElement("circle", { r: 210 }),
    text,
  );
}
