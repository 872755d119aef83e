// What a drop would mean, next to the pointer during a drag: the cost of the goal, or the odds against an enemy.

import { faultOf, game } from "./api.js";
import { costText } from "./cost-text.js";
import { byId, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";

/** @import { Odds } from "../protocol.js" */
/** @import { Store } from "./store.js" */

export class GoalHint {
  #box = element("div", { class: "goal-hint" });
  /** @type {Map<string, string>} The odds of the dragged units by space. */
  #odds = new Map();
  /** @type {string | null} */
  #space = null;

  /**
   * @param {Store} store
   * @param {string[]} units the dragged units
   */
  constructor(store, units) {
    this.store = store;
    this.units = units;
  }

  /**
   * @param {string} space
   * @param {number} x
   * @param {number} y
   */
  show(space, x, y) {
    const frame = byId("map").getBoundingClientRect();
    this.#box.style.setProperty("left", `${x - frame.left}px`);
    this.#box.style.setProperty("top", `${y - frame.top}px`);
    if (!this.#box.isConnected) byId("map").append(this.#box);
    if (space !== this.#space && this.#isTarget(space)) this.#load(space);
    this.#space = space;
    this.draw();
  }

  /** Redraws the hint, for example once the goals of the dragged unit are known. */
  draw() {
    const { board, choices, selection } = this.store;
    const space = this.#space;
    if (space === null) return;
    const goals = choices.bySpace.get(space) ?? [];
    const [cost] = defined(goals.map((i) => costText(this.store, choices.options[i])));
    const isOffered = goals.length > 0 || this.#isTarget(space);
    const isKnown = choices.bySpace.size > 0 || selection.purpose === "attack";
    this.#box.classList.toggle("refused", isKnown && !isOffered);
    const facts = [cost, this.#odds.get(space)];
    const no = isKnown && !isOffered ? translate("not possible") : null;
    replaceChildren(
      this.#box,
      element("b", {}, board.label(space)),
      ...defined([...facts, no]).map((it) => ` · ${it}`),
    );
  }

  /**
   * Returns whether the dragged units would attack a space.
   * @param {string} space
   */
  #isTarget(space) {
    const { board, choices, question } = this.store;
    const enemies = board.counters(space).filter(({ side }) => side !== question?.side);
    const isOffered = choices.bySpace.has(space) || enemies.some(({ id }) => choices.byUnit.has(id));
    return enemies.length > 0 && isOffered;
  }

  /** @param {string} space */
  async #load(space) {
    if (this.#odds.has(space)) return;
    /** @type {Odds} */
    const odds = await game
      .odds({ space, attackers: this.units })
      .catch((error) => ({ unavailable: faultOf(error).reason }));
    this.#odds.set(space, "unavailable" in odds ? odds.unavailable : odds.line);
    this.draw();
  }

  remove() {
    this.#box.remove();
  }
}
