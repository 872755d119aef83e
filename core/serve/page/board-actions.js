// What a tap, a drag or Enter on a thing of the board does.

import { byId, closest } from "./dom.js";
import { DragPath } from "./drag-path.js";
import { translate } from "./i18n.js";
import { isUnitPlace } from "./table-units.js";

/** @import { DomElement } from "./dom.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Highlights } from "./highlights.js" */
/** @import { Odds } from "./odds.js" */
/** @import { Placement } from "./placement.js" */
/** @import { Ruler } from "./ruler.js" */
/** @import { Store } from "./store.js" */
/** @import { Why } from "./why.js" */
/** @typedef {{ why: Why, odds: Odds, placement: Placement | null, ruler: Ruler | null }} Parts */

export class BoardActions {
  /** @type {number | undefined} */
  #number;
  /** @type {string | undefined} The space under the pointer. */
  #hovered;
  /** @type {string | null} The place under the pointer on a table, in words. */
  #hoveredSpot = null;
  /** @type {string | null | undefined} The ground under the pointer on a table. */
  #hoveredGround;

  /**
   * @param {Store} store
   * @param {Highlights} highlights
   * @param {Parts} parts
   */
  constructor(store, highlights, { why, odds, placement, ruler }) {
    this.store = store;
    this.board = store.board;
    this.highlights = highlights;
    this.why = why;
    this.odds = odds;
    this.placement = placement;
    this.ruler = ruler;
    store.onChange(() => this.#update());
    store.snapshot.on("stack/", (spaces) => {
      if (this.#hovered !== undefined && spaces.includes(this.#hovered)) this.#describe();
    });
  }

  // A fan is closed with its question.
  #update() {
    const number = this.store.question?.number;
    if (number !== this.#number && this.board.openFan) this.board.closeFan();
    this.#number = number;
    this.#highlight();
    this.#describe();
  }

  #highlight() {
    this.highlights.show(this.store.choices, this.store.answer);
  }

  /**
   * @param {EventTarget | null} target
   * @param {PointerEvent} event
   */
  tap(target, event) {
    this.why.close();
    if (this.placement?.places && this.#isPlace(target)) return this.placement.click(event);
    if (!closest(target, ".piece, .stack, .fan, [data-space]")) return this.#closeFan();
    const counter = closest(target, ".piece");
    if (closest(target, ".fan")) return counter ? this.#tapCounter(counter) : undefined;
    const space = closest(target, "[data-space]")?.dataset.space;
    const top = closest(closest(target, ".pile, .stack"), ".pile, .stack")?.querySelector(".top");
    if (space) this.#tapSpace(space, (counter ?? /** @type {DomElement | null | undefined} */ (top))?.dataset.id);
  }

  // While a place is asked for, a click anywhere on the table means one, unless it is on another of one's own units.
  /** @param {EventTarget | null} target */
  #isPlace(target) {
    const space = closest(target, "[data-space]")?.dataset.space;
    const unit = closest(target, ".piece")?.dataset.id;
    if (unit && this.#isOther(unit)) return false;
    return space === undefined || space === this.board.field?.table || isUnitPlace(space);
  }

  /**
   * Chooses the element that has the focus.
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
    if (this.store.answer.isOne) this.#closeFan();
    this.store.pick(option);
  }

  // A unit that can be chosen is meant; where there are several the fan lets the player choose.
  /**
   * @param {string} space
   * @param {string | undefined} unit the unit that was touched
   */
  #tapSpace(space, unit) {
    const { choices } = this.store;
    const options = this.#optionsOn(space);
    const wasOpen = this.board.openFan?.dataset.fan === space;
    this.#closeFan();
    if (options.length === 1) return this.store.pick(options[0]);
    if (options.length > 1) return wasOpen ? undefined : this.#openFan(space);
    if (choices.bySpace.has(space)) return this.#pickGoal(space);
    if (unit && this.#isOther(unit)) return this.store.chooseInstead(unit);
    if (unit && this.board.counters(space).length > 1 && !wasOpen) this.board.fan(space);
    const isUnitMeant = unit && (choices.bySpace.size === 0 || isUnitPlace(space));
    this.why.ask(isUnitMeant ? { unit } : { space });
  }

  /**
   * Returns the options that are units on a space.
   * @param {string} space
   */
  #optionsOn(space) {
    const { byUnit } = this.store.choices;
    return this.board.counters(space).flatMap(({ id }) => byUnit.get(id) ?? []);
  }

  // While a goal is asked for one's own unit, a click on another of them means that one.
  /** @param {string} unit */
  #isOther(unit) {
    const { question, choices, game, mover } = this.store;
    const isOwn = (/** @type {string | undefined} */ id) =>
      Boolean(question) && this.board.sideOf(id) === question?.side;
    const isGoalAsked = choices.bySpace.size > 0 || choices.places !== null;
    return Boolean(game.undo) && isGoalAsked && mover !== unit && isOwn(mover) && isOwn(unit);
  }

  // Several paths may end on one space: the list tells them apart.
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

  #closeFan() {
    if (this.board.closeFan() !== undefined) this.#highlight();
  }

  /** Goes one step back: closes a reason or a fan, gives back what was picked, undoes the choice of a unit. */
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

  /**
   * Begins a drag: of a unit that can be chosen, of the unit a goal is asked for, or of the ruler.
   * @param {EventTarget | null} target
   * @param {Point} start
   * @param {PointerEvent} event
   */
  lift(target, start, event) {
    if (this.ruler && (this.ruler.isOn || event.shiftKey)) return this.ruler.drag(start);
    const data = closest(target, "[data-space], [data-fan]")?.dataset;
    const space = data?.space ?? data?.fan;
    const { question, answer } = this.store;
    if (!question || space === undefined || !answer.isOne) return null;
    const onDrop = this.#dragOf(space, closest(target, ".piece")?.dataset.id);
    if (!onDrop) return null;
    this.#closeFan();
    return new DragPath(this.board, space, onDrop);
  }

  /**
   * Returns what a drag does; `null` if it moves the map.
   * @param {string} space
   * @param {string | undefined} unit
   * @returns {((path: string[]) => void) | null}
   */
  #dragOf(space, unit) {
    const { question, choices } = this.store;
    const option = this.#draggedOption(space, unit);
    if (option !== undefined) return (path) => this.store.drag(option, path);
    if (unit !== undefined && this.#isOther(unit)) return (path) => this.store.chooseInstead(unit, path);
    const isMover = question?.about.some((choice) => choice.unit !== undefined && choice.space === space);
    return choices.bySpace.size > 0 && isMover ? (path) => this.#arrive(path) : null;
  }

  /**
   * Returns the option of a dragged unit of one's own, or of the only unit on its space that can be chosen.
   * @param {string} space
   * @param {string | undefined} unit
   */
  #draggedOption(space, unit) {
    const { choices, question } = this.store;
    const ofUnit = unit === undefined ? undefined : choices.byUnit.get(unit);
    const others = this.board.stacks.has(space) ? this.#optionsOn(space) : [];
    const option = ofUnit ?? (others.length === 1 ? others[0] : undefined);
    if (option === undefined) return undefined;
    const side = this.board.sideOf(choices.options[option].unit) ?? question?.side;
    return side === question?.side ? option : undefined;
  }

  /** @param {string[]} path */
  #arrive(path) {
    const goal = path.at(-1);
    const option = this.store.choices.closestPath(goal, path);
    if (option === undefined) this.why.ask({ space: goal });
    else this.store.pick(option);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.board.zoom.pan(dx, dy);
  }

  /**
   * @param {number} factor
   * @param {Point} point
   */
  pinch(factor, point) {
    this.board.zoom.by(factor, point);
  }

  /**
   * Describes what is under the pointer or has the focus, and shows the odds against it.
   * @param {EventTarget | null} target
   * @param {PointerEvent} [event]
   */
  hover(target, event) {
    const space = closest(target, "#sight [data-space]")?.dataset.space;
    if (this.placement) return this.#hoverTable(this.placement, target, space, event);
    if (space === this.#hovered) return;
    this.#hovered = space;
    this.#describe();
    if (space === undefined) return;
    const canBeChosen = this.store.choices.bySpace.has(space) || this.#optionsOn(space).length > 0;
    if (canBeChosen) this.odds.showAgainst(space);
  }

  /**
   * @param {Placement} placement
   * @param {EventTarget | null} target
   * @param {string | undefined} space
   * @param {PointerEvent | undefined} event
   */
  #hoverTable(placement, target, space, event) {
    this.#hoveredSpot = event ? placement.hover(event) : null;
    this.#hoveredGround = closest(target, ".layer-laid .ground")?.querySelector("title")?.textContent;
    this.#hovered = space;
    this.#describe();
  }

  #describe() {
    byId("peek").textContent = this.placement ? this.#tableDescription() : this.#spaceDescription();
  }

  #spaceDescription() {
    if (!this.#hovered) return "";
    const { choices } = this.store;
    const costs = choices.bySpace.get(this.#hovered)?.map((i) => choices.options[i].cost) ?? [];
    const cost = costs.find((cost) => cost !== undefined && cost !== null);
    return `${this.board.describe(this.#hovered)}${cost === undefined ? "" : ` · ${translate("cost {1}", cost)}`}`;
  }

  #tableDescription() {
    const unit = this.board.counters(this.#hovered)[0]?.label;
    return [this.#hoveredSpot, unit, this.#hoveredGround].filter(Boolean).join(" · ");
  }
}
