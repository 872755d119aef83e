// The guide of a first battle: a card in the panel that explains what to do next. It never decides anything, and it
// follows what the player does: steps that are done already, or that the game has passed, are skipped.

import { button, byId, closeButton, closest, element, paragraph, replaceChildren } from "./dom.js";
import { GuideMarks, isOpen, isRuleOpen } from "./guide-marks.js";
import { GuideProgress } from "./guide-progress.js";
import { translate } from "./i18n.js";

/** @import { Guide as GuideText, GuideStep } from "../protocol.js" */
/** @import { Moment } from "./guide-progress.js" */
/** @import { Store } from "./store.js" */

/** The number of a paragraph in brackets, such as (8.2.1). */
const RULE = /\((\d+\.\d+(?:\.\d+)*)\)/;

export class Guide {
  /** What is drawn. @type {string | null} */
  #drawn = null;
  /** The index of an earlier step that is shown again. @type {number | null} */
  #reread = null;
  /** The index of the step to which the map was moved. @type {number | null} */
  #revealed = null;

  /**
   * @param {Store} store
   * @param {GuideText} guide
   */
  constructor(store, guide) {
    this.store = store;
    this.guide = guide;
    this.key = `grognard.guide.${location.pathname}`;
    const { next = 0, isClosed = false } = JSON.parse(localStorage.getItem(this.key) ?? "{}");
    this.progress = new GuideProgress(guide.steps, next);
    this.isClosed = isClosed;
    this.marks = new GuideMarks(store);
    this.host = element("section", { id: "guide", "aria-label": guide.title, hidden: true });
    byId("tabs").after(this.host);
    this.#listen();
  }

  #listen() {
    const { store } = this;
    store.onChange(() => this.#update());
    store.snapshot.on("", () => this.#update());
    // Parts of the page are opened and closed in the panel.
    const options = { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "open"] };
    const isOwn = (/** @type {MutationRecord} */ { target }) => this.host.contains(target);
    const observer = new MutationObserver((records) => records.every(isOwn) || this.#update());
    observer.observe(byId("panel"), options);
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key({ key, target, ctrlKey, metaKey, altKey }) {
    if (ctrlKey || metaKey || altKey || closest(target, "input, select, textarea, dialog, #rulebook")) return;
    if (key.toLowerCase() === "n" && !this.host.hidden && !this.isClosed) this.#forward();
  }

  get #isReader() {
    const { viewer } = this.store.game;
    return viewer !== undefined && viewer.side === this.guide.side && viewer.role !== "spectator";
  }

  /** @returns {Moment} */
  get #moment() {
    const { game, question, board } = this.store;
    const { side, phases } = this.guide;
    const own = [...board.pieces].flatMap(([space, counters]) =>
      counters.filter((counter) => counter.side === side).map(({ id }) => `${id}@${space}`),
    );
    return {
      turn: game.turn ?? 0,
      phase: phases.indexOf(game.phase ?? ""),
      over: Boolean(game.result),
      question: question?.key ?? null,
      number: question?.number ?? null,
      positions: own.sort().join(),
      spaceOf: (unit) => board.spaceOf(unit),
      isOpen,
      isRuleOpen,
    };
  }

  // Between the player's own decisions, nothing is asked for a moment.
  get #isSettled() {
    const { game, question, isPresent } = this.store;
    const isOther = Boolean(game.active_side) && game.active_side !== this.guide.side;
    return isPresent && (question !== null || Boolean(game.result) || isOther);
  }

  #update() {
    if (!this.#isReader) return this.#hide();
    if (!this.#isSettled) return;
    const moment = this.#moment;
    const before = this.progress.next;
    const at = this.progress.step(moment);
    if (this.progress.next !== before) this.#leave();
    if (at === null && this.#reread === null) return this.#hide();
    const shown = this.#reread ?? at ?? 0;
    const hint = at === shown && this.progress.hasStrayed(moment) ? this.guide.steps[shown].hint : null;
    this.#show(shown, hint);
  }

  /** Notes that another step has begun. */
  #leave() {
    this.#reread = null;
    this.#save();
  }

  #save() {
    localStorage.setItem(this.key, JSON.stringify({ next: this.progress.next, isClosed: this.isClosed }));
  }

  #hide() {
    if (this.host.hidden) return;
    this.marks.clear();
    this.host.hidden = true;
    this.#drawn = null;
  }

  /**
   * @param {number} at
   * @param {string | null} hint
   */
  #show(at, hint) {
    const step = this.guide.steps[at];
    this.host.hidden = false;
    const key = JSON.stringify([at, hint, this.#reread, this.isClosed]);
    if (key !== this.#drawn) this.#draw(at, step, hint);
    this.#drawn = key;
    if (this.isClosed) return this.marks.clear();
    this.marks.draw(step.show);
    if (this.#revealed !== at) this.marks.reveal(step.show);
    this.#revealed = at;
  }

  /**
   * @param {number} at
   * @param {GuideStep} step
   * @param {string | null} hint
   */
  #draw(at, step, hint) {
    this.host.classList.toggle("closed", this.isClosed);
    if (this.isClosed) {
      const open = button(translate("Continue the guide"), () => this.#setClosed(false), { class: "open" });
      return replaceChildren(this.host, open);
    }
    const count = translate("Step {1} of {2}", at + 1, this.guide.steps.length);
    const texts = step.text.split("\n\n").map((text) => element("p", {}, withChips(text)));
    const hinted = hint ? element("p", { class: "guide-hint" }, withChips(hint)) : null;
    replaceChildren(
      this.host,
      element("header", {}, element("h3", {}, this.guide.title), element("small", {}, count)),
      closeButton(translate("Close the guide"), () => this.#setClosed(true)),
      element("div", { class: "guide-text", "aria-live": "polite" }, texts, hinted),
      element("p", { class: "row" }, this.#buttons(at, step)),
    );
    this.host.dataset.step = `${at + 1}`;
  }

  /**
   * @param {number} at
   * @param {GuideStep} step
   */
  #buttons(at, step) {
    const isLast = at === this.guide.steps.length - 1;
    const isWaiting = step.until !== null && this.#reread === null;
    const label = isWaiting ? "Skip this step" : isLast ? "Close the guide" : "Next";
    const attributes = { class: isWaiting ? "guide-skip" : "go guide-next", title: translate("shortcut: N") };
    return [
      button(translate("Back"), () => this.#back(at), { disabled: at === 0 }),
      button(translate(label), () => this.#forward(), attributes),
    ];
  }

  /** @param {number} at */
  #back(at) {
    this.#reread = Math.max(0, at - 1);
    this.#update();
  }

  #forward() {
    if (this.#reread === null) this.progress.pass();
    else this.#reread = this.#reread + 1 < this.progress.next ? this.#reread + 1 : null;
    this.#save();
    this.#update();
  }

  /** @param {boolean} isClosed */
  #setClosed(isClosed) {
    this.isClosed = isClosed;
    this.#save();
    this.#update();
  }
}

/**
 * Returns a text with a chip for the number of each paragraph.
 * @param {string} text
 */
function withChips(text) {
  return text.split(RULE).map((part, i) => (i % 2 ? paragraph(part) : part));
}
