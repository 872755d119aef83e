// What taps on the board, Enter and Escape do.

import { closest, queryAll } from "./dom.js";
import { isUnitPlace } from "./table-units.js";
import { isAlternative, optionsOn } from "./unit-options.js";

/** @import { DomElement } from "./dom.js" */
/** @import { Highlights } from "./highlights.js" */
/** @import { Placement } from "./placement.js" */
/** @import { Ruler } from "./ruler.js" */
/** @import { Store } from "./store.js" */
/** @import { Why } from "./why.js" */
/** @typedef {{ why: Why, placement: Placement | null, ruler: Ruler | null }} Parts */

export class BoardActions {
  /** @type {number | undefined} */
  #number;

  /**
   * @param {Store} store
   * @param {Highlights} highlights
   * @param {Parts} parts
   */
  constructor(store, highlights, { why, placement, ruler }) {
    this.store = store;
    this.board = store.board;
    this.highlights = highlights;
    this.why = why;
    this.placement = placement;
    this.ruler = ruler;
    store.onChange(() => this.#update());
  }

  // A fan closes when its question changes.
  #update() {
    const number = this.store.question?.number;
    if (number !== this.#number && this.board.openFan) this.board.closeFan();
    this.#number = number;
    this.#highlight();
  }

  #highlight() {
    this.highlights.show(this.store.choices, this.store.answer, (option) => this.store.isAdvised(option));
  }

  /**
   * @param {EventTarget | null} target
   * @param {PointerEvent} event
   */
  tap(target, event) {
    this.why.close();
    if (this.placement?.places && this.#isPlace(target)) return this.placement.click(event);
    if (!closest(target, ".piece, .stack, .fan, [data-space]")) return this.closeFan();
    const counter = closest(target, ".piece");
    if (closest(target, ".fan")) return counter ? this.#tapCounter(counter) : undefined;
    const space = closest(target, "[data-space]")?.dataset.space;
    const pile = closest(target, ".pile, .stack");
    const unit = counter ?? (pile && queryAll(pile, ".top")[0]);
    if (space) this.#tapSpace(space, unit?.dataset.id);
  }

  // While a question asks for a place, a click on the table is an answer, unless it hits another of the player's units.
  /** @param {EventTarget | null} target */
  #isPlace(target) {
    const space = closest(target, "[data-space]")?.dataset.space;
    const unit = closest(target, ".piece")?.dataset.id;
    if (unit && isAlternative(this.store, unit)) return false;
    return space === undefined || space === this.board.field?.table || isUnitPlace(space);
  }

  /**
   * Chooses the focused element.
   * @param {DomElement} element
   */
  choose(element) {
    const space = closest(element, "[data-space]")?.dataset.space;
    if (element.matches(".piece")) this.#tapCounter(element);
    else if (space) this.#tapSpace(space, undefined);
  }

  /** @param {DomElement} counter */
  #tapCounter(counter) {
    const option = this.highlights.option(counter);
    if (option === undefined) return void this.why.ask({ unit: counter.dataset.id });
    if (this.store.answer.isOne) this.closeFan();
    this.store.pick(option);
  }

  // A tap selects the unit that can be chosen. If there are several, a fan opens.
  /**
   * @param {string} space
   * @param {string | undefined} unit the unit that was touched
   */
  #tapSpace(space, unit) {
    const { choices } = this.store;
    const options = optionsOn(this.store, space);
    const wasOpen = this.board.openFan?.dataset.fan === space;
    this.closeFan();
    if (options.length === 1) return this.store.pick(options[0]);
    if (options.length > 1) return wasOpen ? undefined : this.#openFan(space);
    if (choices.bySpace.has(space)) return this.#pickGoal(space);
    if (unit && isAlternative(this.store, unit)) return this.store.chooseInstead(unit);
    if (unit && this.board.counters(space).length > 1 && !wasOpen) this.board.fan(space);
    const isUnitMeant = unit && (choices.bySpace.size === 0 || isUnitPlace(space));
    this.why.ask(isUnitMeant ? { unit } : { space });
  }

  // If several paths end in the same space, picks the shortest. The list of options shows all of them.
  /** @param {string} space */
  #pickGoal(space) {
    const option = this.store.choices.closestPath(space, []);
    if (option !== undefined) this.store.pick(option);
  }

  /** @param {string} space */
  #openFan(space) {
    const fan = this.board.fan(space);
    this.#highlight();
    /** @type {SVGElement | null | undefined} */ (fan?.querySelector(".lit"))?.focus({ preventScroll: true });
  }

  /** Closes the fan if one is open. */
  closeFan() {
    if (this.board.closeFan() !== undefined) this.#highlight();
  }

  /** Goes back one step: closes a reason or a fan, clears the answer, or undoes the choice of a unit. */
  back() {
    if (this.why.close() || this.ruler?.close()) return;
    const space = this.board.closeFan();
    if (space !== undefined) return this.#focusPile(space);
    if (this.store.clear()) return;
    if (this.store.mover !== undefined) this.store.undo();
  }

  /** @param {string} space */
  #focusPile(space) {
    this.#highlight();
    /** @type {SVGElement | null | undefined} */ (this.board.stacks.get(space)?.querySelector(".pile.lit"))?.focus();
  }
}
