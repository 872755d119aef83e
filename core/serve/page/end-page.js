// The page that a finished game shows over its board: the result, the map turn by turn, losses, battles, and what to do
// next.

import { game } from "./api.js";
import { EndActions } from "./end-actions.js";
import { decisiveBattles } from "./end-battles.js";
import { EndMap } from "./end-map.js";
import { battleList, charts, figures, headline, losses, owners, revealedUnits } from "./end-sections.js";
import { changesIn, hasHidden, revealed, turnEnds } from "./end-statistics.js";
import { button, byId, closeButton, closest, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";

/** @import { Battle } from "./end-battles.js" */
/** @import { Change, Frame } from "./end-statistics.js" */
/** @import { Line } from "./log-line.js" */
/** @import { Snapshot } from "../protocol.js" */
/** @import { Store } from "./store.js" */
/** @typedef {{ lookBack: (moment: number | null) => void }} EndHandlers */

const MAX_BATTLES = 5;
/** The number of snapshots requested at once. */
const AT_ONCE = 4;

export class EndPage {
  /** @type {string | null} The result that is shown. */
  #result = null;
  /** @type {Map<number, string>} The date of each turn, if the log has one. */
  #dates = new Map();
  /** @type {Frame[]} */
  #frames = [];
  /** @type {EndMap | null} */
  #map = null;
  /** @type {EndActions | null} */
  #actions = null;
  /** @type {HTMLButtonElement | null} The button beside the prompt that opens and closes the page. */
  #opener = null;

  /**
   * @param {Store} store
   * @param {string} picture
   * @param {EndHandlers} handlers
   */
  constructor(store, picture, handlers) {
    this.store = store;
    this.picture = picture;
    this.handlers = handlers;
    const attributes = { id: "end", role: "dialog", "aria-labelledby": "end-title", tabindex: "-1", hidden: true };
    this.host = element("section", attributes);
    this.host.addEventListener("keydown", (event) => event.key !== "Escape" && event.stopPropagation());
    document.addEventListener("keydown", (event) => this.#key(event), { capture: true });
    // A click on a line of the log points at the board.
    byId("panel").addEventListener("click", (event) => closest(event.target, ".event") && this.close());
    byId("map").after(this.host);
    store.snapshot.on("game", () => this.#update());
    store.onChange(() => this.#drawPhase());
  }

  get isOpen() {
    return !this.host.hidden;
  }

  // The last phase says nothing once the game is over.
  #drawPhase() {
    const { isPresent, game } = this.store;
    if (!isPresent || !game?.result) return;
    const text = translate("The game is over");
    byId("phase").textContent = text;
    byId("phase").title = text;
  }

  /** Creates the button that opens and closes the page; `null` if the game is not over. */
  openButton() {
    const { isPresent, game } = this.store;
    const isOver = isPresent ? Boolean(game.result) : this.#result !== null;
    if (!isOver) return null;
    this.#opener = button("", () => this.#toggle());
    this.#drawOpener();
    return this.#opener;
  }

  #drawOpener() {
    if (!this.#opener) return;
    this.#opener.textContent = this.isOpen ? translate("Show the board") : translate("Result");
    this.#opener.className = this.isOpen ? "result" : "result go";
  }

  #toggle() {
    if (this.isOpen) this.close();
    else this.open();
  }

  // Opens when the game ends, and closes when the past or a comparison is shown on the board.
  #update() {
    const { isPresent, game } = this.store;
    if (!isPresent) return this.close();
    const result = game.result?.text ?? null;
    if (result === this.#result) return;
    this.#result = result;
    if (result === null) return this.close();
    // The log of the last decision arrives together with the result.
    queueMicrotask(() => this.#begin());
  }

  async #begin() {
    const values = /** @type {unknown} */ (Object.fromEntries(this.store.snapshot.values));
    const last = /** @type {Snapshot} */ (values);
    this.#readDates();
    this.#layOut(last);
    // A guide has its last word first. The button beside the prompt opens the page.
    if (!document.querySelector("#guide:not([hidden])")) this.open();
    this.#actions?.refresh();
    await this.#load(last);
  }

  /** @returns {Line[]} */
  get #lines() {
    return this.store.snapshot.list("log/");
  }

  #readDates() {
    for (const { turn, date } of this.#lines) if (turn && date) this.#dates.set(turn, date);
    /** @type {{ turn?: number, date?: string | null }} */
    const { turn, date } = this.store.game;
    if (turn && date) this.#dates.set(turn, date);
  }

  /**
   * @param {string} text
   * @param {number} turn
   */
  #dated(text, turn) {
    return defined([translate(text, turn), this.#dates.get(turn)]).join(", ");
  }

  /** @param {Snapshot} last */
  #layOut(last) {
    const { title, turn, result } = last.game;
    this.#map = new EndMap(this.store, this.picture, (turn) => this.#dated("After turn {1}", turn));
    this.#actions = new EndActions(this.store, () => this.#lookBack());
    this.sections = element("div", { class: "end-sections", "aria-busy": "true" });
    const left = element("div", { class: "end-left" }, this.#map.host, this.#actions.host);
    replaceChildren(
      this.host,
      closeButton(translate("Show the board"), () => this.close()),
      headline(title, this.#dated("After turn {1}", turn), result?.text ?? ""),
      element("div", { class: "end-columns" }, left, this.sections),
    );
    this.#map.showEnd(last);
  }

  /** @param {Snapshot} last */
  async #load(last) {
    const ends = turnEnds(await game.history().catch(() => ({ moments: last.game.moment, marks: [] })));
    /** @type {(Snapshot | null)[]} */
    const snapshots = [];
    for (let i = 0; i < ends.length; i += AT_ONCE) {
      snapshots.push(...(await Promise.all(ends.slice(i, i + AT_ONCE).map(({ moment }) => this.#at(moment, last)))));
    }
    if (last.game.result?.text !== this.#result) return;
    this.#frames = ends.flatMap((end, i) => {
      const snapshot = snapshots[i];
      return snapshot ? [{ ...end, snapshot }] : [];
    });
    this.#map?.setTurns(this.#frames);
    await this.#fill(last);
  }

  /**
   * @param {number} moment
   * @param {Snapshot} last
   * @returns {Promise<Snapshot | null>}
   */
  #at(moment, last) {
    return moment >= last.game.moment ? Promise.resolve(last) : game.moment(moment).catch(() => null);
  }

  /** @param {Snapshot} last */
  async #fill(last) {
    const { store } = this;
    const frames = this.#frames;
    const changes = changesIn(frames);
    replaceChildren(
      /** @type {HTMLElement} */ (this.sections),
      charts(store, frames),
      owners(store, frames),
      this.#battles(changes),
      losses(store, changes),
      revealedUnits(store, await this.#revealed(last)),
      figures(store, frames, changes),
    );
    this.sections?.removeAttribute("aria-busy");
    this.host.classList.add("filled");
  }

  /** @param {Change[]} changes */
  #battles(changes) {
    const battles = decisiveBattles(this.#lines, this.store.snapshot.list("dice/"), changes, MAX_BATTLES);
    const nameOf = (/** @type {number} */ turn) => this.#dated("Turn {1}", turn);
    return battleList(battles, nameOf, (battle) => this.#showBattle(battle));
  }

  /**
   * Returns what the end revealed. The state just before it is needed only if something was hidden.
   * @param {Snapshot} last
   */
  async #revealed(last) {
    if (!this.#frames.some(({ snapshot }) => hasHidden(snapshot))) return [];
    const before = await game.moment(Math.max(0, last.game.moment - 1)).catch(() => null);
    return before ? revealed(before, last) : [];
  }

  // Just before the attack, all units are still in place.
  /** @param {Battle} battle */
  async #showBattle({ line, index }) {
    const moment = Math.max(0, (await this.#momentOf(index)) - 1);
    await this.#map?.showEvent(moment, line.spaces ?? [], `${this.#dated("Turn {1}", line.turn ?? 0)}: ${line.text}`);
    this.#map?.host.scrollIntoView({ block: "nearest" });
  }

  /**
   * Returns the first moment at which the log has a line.
   * @param {number} line the number of the line
   */
  async #momentOf(line) {
    const hasLine = (/** @type {Snapshot | null} */ snapshot) => Boolean(snapshot && `log/${line}` in snapshot);
    const next = this.#frames.findIndex(({ snapshot }) => hasLine(snapshot));
    let [low, high] = [this.#frames[next - 1]?.moment ?? 0, this.#frames[next]?.moment ?? 0];
    while (low + 1 < high) {
      const middle = Math.floor((low + high) / 2);
      if (hasLine(await game.moment(middle).catch(() => null))) high = middle;
      else low = middle;
    }
    return high;
  }

  #lookBack() {
    const moment = this.#map?.moment ?? null;
    this.close();
    this.handlers.lookBack(moment);
  }

  open() {
    if (this.#result === null) return;
    this.host.hidden = false;
    byId("map").inert = true;
    document.body.classList.add("ending");
    this.#drawOpener();
    this.host.focus({ preventScroll: true });
  }

  close() {
    if (!this.isOpen) return;
    const hadFocus = this.host.contains(document.activeElement);
    this.host.hidden = true;
    byId("map").inert = false;
    document.body.classList.remove("ending");
    this.#drawOpener();
    if (hadFocus) this.#opener?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || !this.isOpen || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }
}
