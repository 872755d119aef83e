// Describes whatever is under the pointer or focused, and shows the odds against it.

import { costText } from "./cost-text.js";
import { byId, closest, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";
import { optionsOn } from "./unit-options.js";

/** @import { Odds } from "./odds.js" */
/** @import { Placement } from "./placement.js" */
/** @import { Store } from "./store.js" */

/** The number of units that are listed in a space. */
const MAX_UNITS = 6;

export class Hover {
  /** @type {string | undefined} */
  #space;
  /** @type {string | null} A description of the place under the pointer, on a table. */
  #spot = null;
  /** @type {string | null | undefined} The ground under the pointer, on a table. */
  #ground;

  /**
   * @param {Store} store
   * @param {Odds} odds
   * @param {Placement | null} placement
   */
  constructor(store, odds, placement) {
    this.store = store;
    this.odds = odds;
    this.placement = placement;
    store.onChange(() => this.#describe());
    store.snapshot.on("stack/", (spaces) => {
      if (this.#space !== undefined && spaces.includes(this.#space)) this.#describe();
    });
  }

  /**
   * @param {EventTarget | null} target
   * @param {PointerEvent} [event]
   */
  over(target, event) {
    const space = closest(target, "#sight [data-space]")?.dataset.space;
    if (this.placement) return this.#overTable(this.placement, target, space, event);
    if (space === this.#space) return;
    this.#space = space;
    this.#describe();
    if (space === undefined) return;
    const canBeChosen = this.store.choices.bySpace.has(space) || optionsOn(this.store, space).length > 0;
    if (canBeChosen) this.odds.showAgainst(space);
  }

  /**
   * @param {Placement} placement
   * @param {EventTarget | null} target
   * @param {string | undefined} space
   * @param {PointerEvent | undefined} event
   */
  #overTable(placement, target, space, event) {
    this.#spot = event ? placement.hover(event) : null;
    this.#ground = closest(target, ".layer-ground .ground")?.querySelector("title")?.textContent;
    const isOther = space !== this.#space;
    this.#space = space;
    this.#describe();
    if (isOther && this.store.choices.bySpace.has(space ?? "")) this.odds.showAgainst(space);
  }

  #describe() {
    replaceChildren(byId("peek"), this.placement ? this.#tableText() : this.#spaceParts());
  }

  // The space, and its units one a line.
  #spaceParts() {
    if (!this.#space) return [];
    const { board, choices } = this.store;
    const costs = choices.bySpace.get(this.#space)?.map((i) => costText(this.store, choices.options[i])) ?? [];
    const [cost] = defined(costs);
    const labels = board.counters(this.#space).map(({ label }) => label);
    const shown = labels.slice(0, labels.length > MAX_UNITS + 1 ? MAX_UNITS : labels.length);
    const more = labels.length > shown.length ? [translate("and {1} more", labels.length - shown.length)] : [];
    const place = `${board.describePlace(this.#space)}${cost === undefined ? "" : ` · ${cost}`}`;
    return [element("span", {}, place), ...[...shown, ...more].map((text) => element("span", { class: "unit" }, text))];
  }

  #tableText() {
    const unit = this.store.board.counters(this.#space)[0]?.label;
    return [this.#spot, unit, this.#ground].filter(Boolean).join(" · ");
  }
}
