// What taps on the board, drops of units, Enter and Escape do.

import { closest, queryAll } from "./dom.js";
import { DoubleTap } from "./double-tap.js";
import { converge, inFormation } from "./formation.js";
import { isUnitPlace } from "./table-units.js";
import { isAlternative, optionsOn } from "./unit-options.js";

/** @import { Choices } from "./choices.js" */
/** @import { Counter } from "../protocol.js" */
/** @import { DomElement } from "./dom.js" */
/** @import { Groups } from "./groups.js" */
/** @import { Highlights } from "./highlights.js" */
/** @import { Placement } from "./placement.js" */
/** @import { Ruler } from "./ruler.js" */
/** @import { Store } from "./store.js" */
/** @import { Usual } from "./usual.js" */
/** @import { Why } from "./why.js" */
/** @typedef {{ why: Why, placement: Placement | null, ruler: Ruler | null, groups: Groups, usual: Usual }} Parts */

export class BoardActions {
  /** @type {number | undefined} */
  #number;
  #doubleTap = new DoubleTap();
  /** @type {number | undefined} The number of the question at the last tap. */
  #tapped;

  /**
   * @param {Store} store
   * @param {Highlights} highlights
   * @param {Parts} parts
   */
  constructor(store, highlights, { why, placement, ruler, groups, usual }) {
    this.store = store;
    this.board = store.board;
    this.highlights = highlights;
    this.why = why;
    this.placement = placement;
    this.ruler = ruler;
    this.groups = groups;
    this.usual = usual;
    store.onChange(() => this.#update());
  }

  // A fan closes when its question changes.
  #update() {
    const number = this.store.question?.number;
    const isNew = number !== this.#number;
    if (isNew && this.board.openFan) this.board.closeFan();
    this.#number = number;
    this.#highlight();
    if (isNew) this.#openOnlyStack();
  }

  // If several units are asked for, and all of them are in one stack that hides some of its units, the stack is fanned
  // out, once the map has moved to the question.
  #openOnlyStack() {
    const { question, choices, answer } = this.store;
    const [first, ...others] = new Set([...choices.byUnit.keys()].map((unit) => this.board.spaceOf(unit)));
    if (!question || answer.isOne || first === undefined || others.length > 0 || choices.bySpace.size > 0) return;
    const [unit] = choices.byUnit.keys();
    if (!closest(this.board.elements.get(unit), ".pile")?.querySelector(".below")) return;
    requestAnimationFrame(() => {
      if (this.store.question?.number !== question.number || this.board.openFan) return;
      this.board.fan(first, this.board.together(first, unit));
      this.#highlight();
    });
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
    const isDouble = this.#doubleTap.isSecond(event);
    if (!closest(target, ".piece, .stack, .fan, [data-space]")) return this.closeFan();
    const place = closest(target, "[data-space], [data-fan]")?.dataset;
    const space = place?.space ?? place?.fan;
    if (isDouble && space && this.#tapTwice(space)) return;
    this.#tapped = this.store.question?.number;
    const counter = closest(target, ".piece");
    if (event.shiftKey && space && this.#select(space, counter, target)) return;
    if (closest(target, ".fan")) return counter ? this.#tapCounter(counter) : undefined;
    if (space && closest(target, ".badge") && this.selectStack(space)) return;
    const pile = closest(target, ".pile, .stack");
    const unit = counter ?? (pile && queryAll(pile, ".top")[0]);
    if (space) this.#tapSpace(space, unit?.dataset.id);
  }

  /**
   * Selects what a finger rests on: a stack, or a unit of an open fan. Returns whether anything could be selected.
   * @param {EventTarget | null} target
   */
  hold(target) {
    const place = closest(target, "[data-space], [data-fan]")?.dataset;
    const space = place?.space ?? place?.fan;
    if (space === undefined || !closest(target, ".stack, .piece")) return false;
    this.why.close();
    const isFirst = this.store.selection.units.size === 0 && !closest(target, ".fan");
    return (isFirst && this.selectStack(space)) || this.#select(space, closest(target, ".piece"), target);
  }

  /**
   * Selects a unit, or the whole stack unless a fan shows its units. Returns whether anything could be selected.
   * @param {string} space
   * @param {DomElement | null} counter
   * @param {EventTarget | null} target
   */
  #select(space, counter, target) {
    const { selection } = this.store;
    const isMeant = (/** @type {string} */ unit) => !closest(target, ".fan") || unit === counter?.dataset.id;
    const units = selection.selectable(space).filter(isMeant);
    selection.toggle(units);
    return units.length > 0;
  }

  /**
   * Selects all units of a stack. If they are to be moved, chooses the first, so that its goals are shown.
   * @param {string} space
   */
  selectStack(space) {
    const { selection, choices, mover } = this.store;
    const units = selection.selectable(space);
    if (units.length < 2) return false;
    this.closeFan();
    for (const unit of selection.purpose === "pick" ? [] : [...selection.units]) selection.units.delete(unit);
    selection.toggle(units);
    const first = choices.byUnit.get(units[0]);
    if (selection.isMove && mover === undefined && first !== undefined) this.store.pick(first);
    return true;
  }

  /**
   * Acts on a double tap, of which the first tap has already chosen a unit or opened a fan. Returns `false` if the
   * second tap means the same as the first, for example another point.
   * @param {string} space
   */
  #tapTwice(space) {
    if (this.board.openFan?.dataset.fan === space && this.selectStack(space)) return true;
    const { question, answer, isSending } = this.store;
    if (question?.number === this.#tapped && !answer.isOne && !isSending) return false;
    this.usual.give(space);
    return true;
  }

  /**
   * Moves a dropped group to a goal, or attacks with it.
   * @param {string[]} units
   * @param {string[]} path
   * @param {boolean} isDraft whether the player may add units before the attack
   */
  dropGroup(units, path, isDraft) {
    const goal = path.at(-1) ?? path[0];
    if (this.store.selection.purpose !== "attack") {
      return this.groups.move(inFormation(this.board, units, path[0], goal));
    }
    const target = this.#targetIn(goal);
    if (target !== undefined) return this.groups.attack(target, units, isDraft);
    const unit = this.board.counters(goal)[0]?.id;
    this.why.ask(unit === undefined ? { space: goal } : { unit });
  }

  /**
   * Returns the option to attack a space.
   * @param {string} space
   */
  #targetIn(space) {
    return this.store.choices.bySpace.get(space)?.[0] ?? optionsOn(this.store, space)[0];
  }

  /**
   * Sends the selected units to a space, or attacks it with them. Returns whether a tap on the space means that.
   * @param {string} space
   */
  #sendGroup(space) {
    const { selection, mover, choices } = this.store;
    const units = [...selection.units];
    if (units.length === 0) return false;
    const target = selection.purpose === "attack" ? this.#targetIn(space) : undefined;
    if (target !== undefined) this.groups.attack(target, units, false);
    else if (selection.isMove ? optionsOn(this.store, space).length === 0 : isLed(choices, units, mover, space)) {
      this.groups.move(converge(units, space));
    } else return false;
    return true;
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
    const together = this.board.together(space, unit);
    const options = optionsOn(this.store, space, together);
    const wasOpen = this.board.openFan?.dataset.fan === space;
    this.closeFan();
    if (this.#sendGroup(space)) return;
    if (options.length === 1) return this.store.pick(options[0]);
    if (options.length > 1) return wasOpen ? undefined : this.#openFan(space, together);
    if (choices.bySpace.has(space)) return this.#pickGoal(space);
    if (unit && isAlternative(this.store, unit)) return this.store.chooseInstead(unit);
    if (unit && together.length > 1 && !wasOpen) this.board.fan(space, together);
    const isUnitMeant = unit && (choices.bySpace.size === 0 || isUnitPlace(space));
    this.why.ask(isUnitMeant ? { unit } : { space });
  }

  // If several paths end in the same space, picks the shortest. The list of options shows all of them.
  /** @param {string} space */
  #pickGoal(space) {
    const option = this.store.choices.closestPath(space, []);
    if (option !== undefined) this.store.pick(option);
  }

  /**
   * @param {string} space
   * @param {Counter[]} counters
   */
  #openFan(space, counters) {
    const fan = this.board.fan(space, counters);
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
    if (this.store.mover !== undefined) this.store.undoOne();
  }

  /** @param {string} space */
  #focusPile(space) {
    this.#highlight();
    /** @type {SVGElement | null | undefined} */ (this.board.stacks.get(space)?.querySelector(".pile.lit"))?.focus();
  }
}

/**
 * Returns whether the unit whose goal is asked for belongs to the group, and can go to a space.
 * @param {Choices} choices
 * @param {string[]} units
 * @param {string | undefined} mover
 * @param {string} space
 */
function isLed(choices, units, mover, space) {
  return mover !== undefined && units.includes(mover) && choices.bySpace.has(space);
}
