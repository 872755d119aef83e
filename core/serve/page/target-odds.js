// The odds of attacks in a word, on the map: of those that are declared, and of those that can be chosen.

import { askedAttack, declaredAttacks, offeredAttacks } from "./attacks.js";
import { isAbout, shortOdds } from "./odds-summary.js";
import { pillAbove } from "./pill.js";

/** @import { Attack } from "./attacks.js" */
/** @import { OddsLoader } from "./odds-loader.js" */
/** @import { Store } from "./store.js" */

/** How long nothing must change before odds are loaded, in milliseconds. */
const DELAY = 120;
const MAX_TARGETS = 24;

export class TargetOdds {
  /** @type {Map<string, Attack>} The attack on each space. */
  #attacks = new Map();
  /** @type {Map<string, SVGElement>} */
  #pills = new Map();
  /** @type {(() => void)[]} */
  #listeners = [];
  #timer = 0;
  #run = 0;
  #key = "";

  /**
   * @param {Store} store
   * @param {OddsLoader} loader
   */
  constructor(store, loader) {
    this.store = store;
    this.loader = loader;
    store.onChange(() => this.#update());
    store.snapshot.on("links", () => this.#update());
  }

  /**
   * Calls a listener whenever other odds are known.
   * @param {() => void} listener
   */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /**
   * Returns the odds of the attack on a space; `null` if there is none, or if they are not known.
   * @param {string} space
   */
  text(space) {
    const attack = this.#attacks.get(space);
    const odds = attack && this.loader.known(space, attack.attackers);
    const { question } = this.store;
    if (!odds || (attack.kind !== "declared" && question && !isAbout(question.rule, odds))) return null;
    return shortOdds(odds);
  }

  #update() {
    const { store } = this;
    if (store.isSending) return;
    const asked = askedAttack(store);
    const all = store.isPresent
      ? [...offeredAttacks(store), ...declaredAttacks(store), ...(asked ? [asked] : [])].slice(-MAX_TARGETS)
      : [];
    const key = `${store.game.moment} ${store.question?.number} ${JSON.stringify(all)}`;
    if (key === this.#key) return;
    this.#key = key;
    this.#attacks = new Map(all.map((attack) => [attack.space, attack]));
    this.#run += 1;
    this.#draw();
    clearTimeout(this.#timer);
    if (this.#attacks.size > 0) this.#timer = setTimeout(() => this.#load(this.#run), DELAY);
  }

  // A decision of the player waits for one request at most.
  /** @param {number} run */
  async #load(run) {
    for (const { space, attackers } of [...this.#attacks.values()].reverse()) {
      if (run !== this.#run || this.store.isSending) return;
      await this.loader.load(space, attackers);
      if (run === this.#run) this.#drawPill(space);
    }
    if (run !== this.#run) return;
    for (const listener of this.#listeners) listener();
    this.store.board.names.update();
  }

  #draw() {
    for (const space of [...this.#pills.keys()]) if (!this.#attacks.has(space)) this.#removePill(space);
    for (const space of this.#attacks.keys()) this.#drawPill(space);
  }

  /** @param {string} space */
  #removePill(space) {
    this.#pills.get(space)?.remove();
    this.#pills.delete(space);
  }

  /** @param {string} space */
  #drawPill(space) {
    const { board, choices } = this.store;
    const text = this.text(space);
    const [at, stack] = [board.at(space), board.stacks.get(space)];
    this.#removePill(space);
    if (text === null || !at || !stack) return;
    const hasCost = (choices.bySpace.get(space) ?? []).some((i) => choices.options[i].cost !== undefined);
    const pill = pillAbove(text, at, stack, { name: "cost odds-pill", side: hasCost ? "foot" : "top" });
    this.#pills.set(space, pill);
    board.layer("marks").append(pill);
  }
}
