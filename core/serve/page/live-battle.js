// The card of a battle that was just fought, beside its place on the board, while the game goes on.

import { svgElement } from "./dom.js";
import { BattleCard } from "./film-battle.js";
import { Motion } from "./film-motion.js";
import { attackedSpaces, changesBetween } from "./film-steps.js";
import { defined, unique } from "./lists.js";

/** @import { Snapshot } from "../protocol.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Battle, Changes } from "./film-steps.js" */
/** @import { Store } from "./store.js" */

/** How long the result is shown, in milliseconds. */
const DURATION = 2200;
/** The most decisions after which what arrives at once is still one battle. */
const MAX_AT_ONCE = 6;
const MAX_OFFERED = 400;

export class LiveBattle {
  /** @type {Snapshot | null} The present that was shown last. */
  #last = null;
  #motion = new Motion();
  #marks = svgElement("g", { class: "live-battle", "aria-hidden": "true" });
  /** The number of the current card. What belongs to an earlier card has no effect. */
  #run = 0;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.card = new BattleCard(store.board, this.#motion);
    this.card.card.classList.add("live");
    store.snapshot.on("", () => this.#update());
    for (const kind of ["pointerdown", "keydown", "wheel"]) {
      addEventListener(kind, () => this.close(), { capture: true, passive: true });
    }
  }

  #update() {
    const { store } = this;
    if (store.isHandedOver) return;
    const before = this.#last;
    const values = /** @type {unknown} */ (Object.fromEntries(store.snapshot.values));
    const after = /** @type {Snapshot} */ (values);
    this.#last = store.isPresent && after.game ? after : null;
    if (!this.#last || store.film !== null) return this.close();
    if (!before || document.hidden) return;
    const passed = (after.game.moment ?? 0) - (before.game.moment ?? 0);
    if (passed < 0) return this.close();
    if (passed === 0 || passed > MAX_AT_ONCE) return;
    const changes = changesBetween(before, after);
    if (changes.battle) this.#show(changes, battleFor(changes, changes.battle, before, after));
  }

  /**
   * @param {Changes} changes
   * @param {Battle} battle
   */
  async #show({ lines, rolls }, battle) {
    this.close();
    const run = this.#run;
    const { board } = this.store;
    const placeOf = (/** @type {string} */ unit) => board.spaceOf(unit);
    const attacked = defined(battle.targets.map(placeOf));
    const spaces = unique(battle.spaces.length ? battle.spaces : attacked).filter((space) => board.at(space));
    if (spaces.length === 0) return;
    // The map may move to what the next question offers first.
    await new Promise((done) => requestAnimationFrame(done));
    if (run !== this.#run || !this.store.isPresent) return;
    this.#marks.replaceChildren(...defined(spaces.map((space) => board.outline(space, { class: "film-target" }))));
    board.layer("units").before(this.#marks);
    const points = defined([...spaces, ...battle.attackers.map(placeOf)].map((space) => board.at(space ?? "")));
    const offered = this.#offered();
    this.#follow(run, points, offered);
    const isSmooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    await this.card.show(points, lines, rolls, isSmooth, offered);
    await this.#motion.wait(DURATION);
    if (run === this.#run) this.close();
  }

  /**
   * Keeps the card beside the place while the map moves.
   * @param {number} run
   * @param {Point[]} points
   * @param {Point[]} offered
   */
  #follow(run, points, offered) {
    const { zoom } = this.store.board;
    let shown = "";
    const step = () => {
      if (run !== this.#run) return;
      const { x, y } = zoom.box;
      const now = `${x} ${y} ${zoom.scale}`;
      if (now !== shown) this.card.place(points, offered);
      shown = now;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** @returns {Point[]} the places that the question is about, and those that it offers */
  #offered() {
    const { question, board, map } = this.store;
    if (!question) return [];
    const scale = map.field?.picture_scale ?? 1;
    const spots = (question.places?.spots ?? []).map(([x, y]) => /** @type {Point} */ ([x * scale, y * scale]));
    const names = [...question.context, ...question.options].map(
      ({ space, unit, path }) => space ?? path?.at(-1) ?? (unit && board.spaceOf(unit)),
    );
    const places = unique(defined(names)).map((name) => board.at(name));
    return [...defined(places), ...spots].slice(0, MAX_OFFERED);
  }

  /** Ends the card. */
  close() {
    this.#run += 1;
    this.#motion.cancel();
    this.card.close();
    this.#marks.remove();
  }
}

// Two people who share a screen know different units, so that units cannot be compared.
/**
 * @param {Changes} changes
 * @param {Battle} battle
 * @param {Snapshot} before
 * @param {Snapshot} after
 * @returns {Battle}
 */
function battleFor({ lines, rolls }, battle, before, after) {
  const attacked = attackedSpaces(lines, rolls);
  if (before.game.viewer?.side === after.game.viewer?.side) {
    return battle.spaces.length || battle.targets.length ? battle : { ...battle, spaces: attacked };
  }
  const told = attacked.length ? attacked : lines.flatMap((line) => line.spaces ?? []);
  return { spaces: unique(told), targets: [], attackers: [] };
}
