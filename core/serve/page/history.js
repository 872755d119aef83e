// The view of past moments: a slider through the game, a link to each decision (`#at=12`), and games that start there.

import { faultOf, game } from "./api.js";
import { DecisionChanges } from "./decision-changes.js";
import { button, element, replaceChildren } from "./dom.js";
import { exportList } from "./exports.js";
import { translate } from "./i18n.js";
import { roleName } from "./roles.js";

/** @import { GameLinks, PhaseMark, RoleLink, Snapshot } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/** How long the slider must rest before a moment is loaded, in milliseconds. */
const SLIDER_DELAY = 60;

export class History {
  /** The number of the latest moment. */
  length = 0;
  /** @type {PhaseMark[]} */
  #phases = [];
  /** @type {number | null} The last requested moment. */
  #requested = null;
  #timer = 0;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   * @param {(past: Snapshot | null) => void} show shows a past snapshot on the board, or the present
   */
  constructor(store, host, show) {
    this.store = store;
    this.host = host;
    this.show = show;
    this.slider = element("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": translate("Decision") });
    this.slider.oninput = () => this.#goSoon(Number(this.slider.value));
    this.marks = element("select", { "aria-label": translate("Go to a phase") });
    this.marks.onchange = () => this.go(Number(this.marks.value));
    this.status = element("p", { class: "quiet" });
    this.changes = new DecisionChanges(store, element("div", { class: "changes" }));
    this.result = element("div", { role: "status" });
    this.#layOut();
    addEventListener("hashchange", () => this.follow());
  }

  #layOut() {
    const back = this.#step(-1, "◀", translate("previous decision"));
    const on = this.#step(1, "▶", translate("next decision"));
    const buttons = [
      button(translate("Back to the present"), () => this.go(null), { class: "now" }),
      button(translate("Play on from here"), () => this.#fork(), { class: "fork" }),
    ];
    replaceChildren(
      this.host,
      element("div", { class: "slide" }, back, this.slider, on),
      this.status,
      this.changes.host,
      this.marks,
      element("p", { class: "row" }, buttons),
      this.result,
      exportList(this.store, (reason) => this.#showRefusal(reason)),
    );
  }

  /**
   * @param {number} by
   * @param {string} sign
   * @param {string} title
   */
  #step(by, sign, title) {
    return button(sign, () => this.go(this.at + by), { "aria-label": title, title });
  }

  /** The number of the moment that is shown. */
  get at() {
    return this.store.pastMoment ?? this.length;
  }

  /** Reloads the list of moments when the tab is opened. */
  async refresh() {
    const fallback = { moments: this.store.game.moment ?? 0, marks: [] };
    const { moments, marks } = await game.history().catch(() => fallback);
    this.length = moments;
    this.slider.max = `${moments}`;
    this.slider.value = `${this.at}`;
    replaceChildren(
      this.marks,
      marks.map((mark) => element("option", { value: mark.moment }, phaseName(mark))),
    );
    this.#phases = marks;
    this.#showStatus();
  }

  #showStatus() {
    const { pastMoment } = this.store;
    const present = translate("Now: decision {1}", this.length);
    this.status.textContent = pastMoment === null ? present : translate("Decision {1} of {2}", pastMoment, this.length);
    const phase = this.#phases.filter((mark) => mark.moment <= this.at).at(-1);
    if (phase) this.marks.value = `${phase.moment}`;
    this.host.classList.toggle("past", pastMoment !== null);
  }

  /** Goes to the moment named in the address bar. */
  follow() {
    const found = /^#at=(\d+)$/.exec(location.hash);
    const at = found ? Number(found[1]) : null;
    if (at !== this.store.pastMoment) this.go(at);
  }

  /** @param {number} at */
  #goSoon(at) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.go(at), SLIDER_DELAY);
  }

  /** @param {number | null} at a moment; `null` for the present */
  async go(at) {
    if (at === null) return this.#put(null, null);
    const requested = Math.max(0, Math.min(at, this.length || at));
    this.#requested = requested;
    const load = (/** @type {number} */ moment) => game.moment(moment).catch(() => null);
    const [before, past] = await Promise.all([load(Math.max(0, requested - 1)), load(requested)]);
    if (!past || this.#requested !== requested) return;
    this.#put(requested, past);
    if (before && requested > 0) this.changes.show(before, past);
  }

  /**
   * @param {number | null} at
   * @param {Snapshot | null} past
   */
  #put(at, past) {
    this.#requested = at;
    this.changes.clear();
    this.store.pastMoment = at;
    this.store.comparison = null;
    history.replaceState(null, "", at === null ? location.pathname + location.search : `#at=${at}`);
    document.body.classList.toggle("past", at !== null);
    this.show(past);
    this.slider.value = `${this.at}`;
    this.#showStatus();
  }

  /** @param {string} reason */
  #showRefusal(reason) {
    replaceChildren(this.result, element("p", { class: "refused" }, reason));
  }

  async #fork() {
    const fork = game.fork({ moment: this.at });
    await fork
      .then((links) => this.#showFork(links))
      .catch((error) => replaceChildren(this.result, faultOf(error).reason));
  }

  /** @param {GameLinks} fork */
  #showFork({ links }) {
    const name = (/** @type {string} */ side) => this.store.side(side).text;
    const item = (/** @type {RoleLink} */ { role, path }) =>
      element("li", {}, element("a", { href: path }, roleName(role, name)));
    const text = element("p", {}, translate("A new game starts from here:"));
    replaceChildren(this.result, text, element("ul", {}, links.map(item)));
  }
}

/** @param {PhaseMark} mark */
function phaseName({ turn, phase }) {
  return `${turn ? translate("Turn {1}", turn) : translate("Set-up")} · ${phase ?? ""}`;
}
