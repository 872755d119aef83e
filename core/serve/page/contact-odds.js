// The odds of the fights that a unit would have at the place at which the player aims on a table.

import { svgElement } from "./dom.js";
import { shortOdds } from "./odds-summary.js";
import { pillAt } from "./pill.js";
import { placeOf } from "./table-units.js";

/** @import { Odds as OddsPanel } from "./odds.js" */
/** @import { OddsLoader } from "./odds-loader.js" */
/** @import { Placement } from "./placement.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Store } from "./store.js" */

/** How long the pointer must rest before odds are loaded, in milliseconds. */
const DELAY = 90;

export class ContactOdds {
  #timer = 0;
  #run = 0;
  #pills = svgElement("g");

  /**
   * @param {Store} store
   * @param {Placement} placement
   * @param {OddsLoader} loader
   * @param {OddsPanel} panel
   */
  constructor(store, placement, loader, panel) {
    this.store = store;
    this.placement = placement;
    this.loader = loader;
    this.panel = panel;
    placement.onAim((spot) => this.#aim(spot));
  }

  /** @param {Point | null} spot */
  #aim(spot) {
    this.#run += 1;
    clearTimeout(this.#timer);
    this.#pills.remove();
    this.panel.clear();
    const { mover } = this.store;
    const enemies = spot && mover !== undefined ? this.placement.enemiesTouched(spot) : [];
    if (!spot || mover === undefined || enemies.length === 0) return;
    this.#timer = setTimeout(() => this.#load(mover, spot, enemies, this.#run), DELAY);
  }

  /**
   * @param {string} unit
   * @param {Point} spot
   * @param {string[]} enemies
   * @param {number} run
   */
  async #load(unit, spot, enemies, run) {
    const all = await Promise.all(enemies.map((enemy) => this.loader.loadContact({ unit, spot, enemy })));
    if (run !== this.#run) return;
    this.#pills = svgElement(
      "g",
      {},
      enemies.map((enemy, i) => this.#pill(enemy, spot, shortOdds(all[i]))),
    );
    this.store.board.layer("marks").append(this.#pills);
    const forecasts = all.flatMap((odds) => ("unavailable" in odds ? [] : odds.forecasts));
    this.panel.showForecasts(this.placement.field.format(spot), forecasts);
  }

  /**
   * @param {string} enemy
   * @param {Point} spot the place aimed at
   * @param {string | null} text
   */
  #pill(enemy, spot, text) {
    const { board } = this.store;
    const [at, stack] = [board.at(placeOf(enemy)), board.stacks.get(placeOf(enemy))];
    if (text === null || !at || !stack) return null;
    // Above both the enemy and the unit that would touch it.
    const [x, y] = at;
    const [, middle] = this.placement.field.toPicture(spot);
    const half = Math.max(board.places[placeOf(enemy)].room[1], board.counter) / 2;
    return pillAt(text, [x, Math.min(y, middle) - half], true, "cost odds-pill");
  }
}
