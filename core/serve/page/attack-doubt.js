// Asks before an attack that has little chance, beside its target.

import { askedAttack, attackedSpace, declaredAttacks, targetOf } from "./attacks.js";
import { doubts } from "./doubts.js";
import { button, element } from "./dom.js";
import { translate } from "./i18n.js";
import { isAbout, isHopeless, shortOdds } from "./odds-summary.js";

/** @import { Attack } from "./attacks.js" */
/** @import { OddsLoader } from "./odds-loader.js" */
/** @import { Odds } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/** How long an answer waits for its odds, in milliseconds. */
const PATIENCE = 1500;
/** The distance between the card and the middle of the target, in counters, and from the edge of the map, in pixels. */
const GAP = 0.8;
const EDGE = 8;

export class AttackDoubt {
  /** @type {Set<string>} The attacks that the player has confirmed, by phase and space. */
  #confirmed = new Set();
  /** @type {HTMLElement | null} */
  #card = null;
  #space = "";
  /** @type {(isMeant: boolean) => void} */
  #decide = () => {};

  /**
   * @param {Store} store
   * @param {OddsLoader} loader
   */
  constructor(store, loader) {
    this.store = store;
    this.loader = loader;
    store.attackDoubt = () => this.#ask();
    store.board.zoom.onMove(() => this.#place());
    store.onChange(() => this.#card && store.answer.picked.length === 0 && this.#end(false));
  }

  /** @returns {Promise<boolean> | null} `null` if there is nothing to ask */
  #ask() {
    this.#end(false);
    const attack = doubts.areOn && doubts.areAttacksDoubted ? this.#attack() : null;
    if (!attack || this.#confirmed.has(this.#keyOf(attack))) return null;
    const known = this.loader.known(attack.space, attack.attackers);
    if (known && !this.#isDoubtful(attack, known)) return null;
    return this.#isMeant(attack);
  }

  /** @returns {Attack | null} the attack that the answer in progress makes */
  #attack() {
    const { store } = this;
    const { answer, choices } = store;
    if (!answer.isOne) {
      const asked = askedAttack(store);
      return asked?.attackers ? asked : null;
    }
    const option = choices.options[answer.picked[0]];
    const space = option && !attackedSpace(store) ? targetOf(store, option) : undefined;
    if (space === undefined || declaredAttacks(store).some((attack) => attack.space === space)) return null;
    return { space, attackers: null, kind: "offered" };
  }

  /** @param {Attack} attack */
  #keyOf({ space }) {
    const { turn, phase } = this.store.game;
    return `${turn} ${phase} ${space}`;
  }

  /**
   * @param {Attack} attack
   * @param {Odds} odds
   */
  #isDoubtful({ space }, odds) {
    const { question, board } = this.store;
    const enemy = board.counters(space).find(({ side }) => side && side !== question?.side)?.side;
    return question !== null && isAbout(question.rule, odds) && isHopeless(odds, this.store.side(enemy).text);
  }

  /** @param {Attack} attack */
  async #isMeant(attack) {
    let isCancelled = false;
    this.#decide = () => {
      isCancelled = true;
    };
    const late = new Promise((done) => setTimeout(() => done(null), PATIENCE));
    const odds = /** @type {Odds | null} */ (
      await Promise.race([this.loader.load(attack.space, attack.attackers), late])
    );
    if (isCancelled) return false;
    if (!odds || !this.#isDoubtful(attack, odds)) return true;
    const isMeant = await this.#open(attack, odds);
    if (isMeant) this.#confirmed.add(this.#keyOf(attack));
    return isMeant;
  }

  /**
   * @param {Attack} attack
   * @param {Odds} odds
   * @returns {Promise<boolean>}
   */
  #open({ space, attackers }, odds) {
    const { board } = this.store;
    const short = shortOdds(odds);
    const name = board.label(space);
    const title = short === null ? translate("Attack {1}?", name) : translate("Attack {1} at {2}?", name, short);
    const every = translate("Even with every unit that can take part, the attack has little chance.");
    const text = attackers === null ? every : translate("The attack has little chance.");
    const attributes = { class: "attack-doubt", role: "alertdialog", "aria-label": title };
    const always = () => {
      doubts.areAttacksDoubted = false;
      this.#end(true);
    };
    const card = element(
      "div",
      attributes,
      element("b", {}, title),
      element("p", {}, text),
      element(
        "p",
        { class: "doubt-buttons" },
        button(translate("Attack"), () => this.#end(true), { class: "attack-anyway" }),
        button(translate("Do not attack"), () => this.#end(false), { class: "attack-not" }),
        button(translate("Never ask this again"), always, { class: "attack-always" }),
      ),
    );
    card.onkeydown = (event) => this.#key(event);
    this.#card = card;
    this.#space = space;
    board.host.parentElement?.append(card);
    this.#place();
    /** @type {HTMLElement | null} */ (card.querySelector(".attack-not"))?.focus({ preventScroll: true });
    return new Promise((done) => {
      this.#decide = done;
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "Tab" || event.key === "Enter" || event.key === " ") return event.stopPropagation();
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.#end(false);
  }

  /** @param {boolean} isMeant */
  #end(isMeant) {
    const decide = this.#decide;
    this.#decide = () => {};
    this.#card?.remove();
    this.#card = null;
    decide(isMeant);
  }

  // Below the target, or above it if there is no room.
  #place() {
    const card = this.#card;
    const { zoom, counter, host } = this.store.board;
    const at = this.store.board.at(this.#space);
    if (!card || !at || !host) return;
    const [x, y] = [(at[0] - zoom.box.x) * zoom.scale, (at[1] - zoom.box.y) * zoom.scale];
    const { offsetWidth: width, offsetHeight: height } = card;
    const gap = GAP * counter * zoom.scale;
    const below = y + gap + height <= zoom.size.height - zoom.insets.bottom - EDGE;
    const left = Math.max(EDGE, Math.min(x - width / 2, zoom.size.width - width - EDGE));
    const top = Math.max(EDGE, below ? y + gap : y - gap - height);
    card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }
}
