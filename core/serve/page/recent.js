// Recent events, in the first tab. Events since the player's last decision stand out.

import { button, byId, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";
import { lineItem } from "./log-line.js";

/** @import { AbsenceReport } from "./absence.js" */
/** @import { Store } from "./store.js" */
/** @import { Trails } from "./trails.js" */
/** @import { Line as LogLine } from "./log-line.js" */
/** @typedef {LogLine & { key: string, isForced: boolean }} Line */

const MAX_LINES = 40;
const MIN_LINES = 4;
/** The maximum number of forced steps shown in a temporary note. */
const MAX_PASSING = 3;
const PASSING_DURATION = 4000;
/** The storage key for the number of log lines that this browser has shown under this link. */
const KEY = `grognard.seen${location.pathname}`;

export class RecentEvents {
  /** @type {Line[]} */
  #lines = [];
  /** The number of lines when the player last decided. */
  #readCount = 0;
  /** @type {number | null} The number of forced steps taken before the page was opened. */
  #oldSteps = null;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   * @param {Trails} trails
   * @param {AbsenceReport} absence
   * @param {() => void} showLog
   */
  constructor(store, host, trails, absence, showLog) {
    this.store = store;
    this.host = host;
    this.trails = trails;
    this.showLog = showLog;
    store.snapshot.on("", (keys) => this.#update(keys));
    store.snapshot.on("question", () => this.#draw());
    store.onSend(() => {
      this.#readCount = this.#lines.length;
    });
    absence.on(({ log_lines }) => this.#markMissed(log_lines));
    addEventListener("pagehide", () => this.#remember());
  }

  #remember() {
    const { isPresent, snapshot } = this.store;
    if (isPresent) localStorage.setItem(KEY, `${snapshot.list("log/").length}`);
  }

  /** @param {string[]} keys */
  #update(keys) {
    const isFirst = this.#oldSteps === null;
    if (!this.store.isPresent || !(isFirst || keys.some((key) => /^(log|forced)\//.test(key)))) return;
    this.#oldSteps ??= this.store.snapshot.list("forced/").length;
    // During a handover there is no log. The list is emptied for the next side.
    if (this.#lines.length > 0 && this.store.snapshot.list("log/").length === 0) return this.#reset();
    const added = this.#merge(this.#read(this.#oldSteps));
    const read = isFirst ? Number(localStorage.getItem(KEY) ?? Infinity) : this.#readCount;
    this.#readCount = Math.min(read, this.#lines.length);
    if (!isFirst) this.#mention(added.filter((line) => line.isForced));
    this.#draw();
  }

  #reset() {
    this.#oldSteps = null;
    this.#lines = [];
    this.#draw();
  }

  /**
   * Returns the log lines, and the forced steps taken since the page was opened.
   * @param {number} oldSteps
   * @returns {Line[]}
   */
  #read(oldSteps) {
    const { snapshot } = this.store;
    const log = snapshot.under("log/").map(([i, line]) => ({ key: `log/${i}`, isForced: false, ...line }));
    const fresh = snapshot.under("forced/").filter(([i, { text }]) => Number(i) >= oldSteps && text);
    const steps = fresh.map(([i, { side, rule, prompt, text }]) => {
      return { key: `forced/${i}`, side, rule, text: prompt ? `${prompt}: ${text}` : text, isForced: true };
    });
    return [...log, ...steps];
  }

  /**
   * Adds lines in order of arrival. Returns those that are new.
   * @param {Line[]} lines
   */
  #merge(lines) {
    const texts = new Map(lines.map(({ key, text }) => [key, text]));
    const kept = this.#lines.filter(({ key, text }) => texts.get(key) === text);
    const keys = new Set(kept.map(({ key }) => key));
    const added = lines.filter(({ key }) => !keys.has(key));
    this.#lines = [...kept, ...added];
    return added;
  }

  /**
   * Marks what the player missed: log lines, and the forced steps just before the first of them.
   * @param {number} count the number of log lines that were read
   */
  #markMissed(count) {
    const first = this.#lines.findIndex(({ key }) => key === `log/${count}`);
    this.#readCount = first < 0 ? this.#lines.length : first;
    while (this.#lines[this.#readCount - 1]?.isForced) this.#readCount -= 1;
    this.#draw();
  }

  /** @param {Line[]} steps */
  #mention(steps) {
    if (steps.length === 0 || steps.length > MAX_PASSING) return;
    const text = steps.map((step) => step.text).join("; ");
    const note = element("p", { class: "throw passing" }, translate("Played automatically:"), " ", text);
    byId("thrown").append(note);
    setTimeout(() => note.remove(), PASSING_DURATION);
  }

  #draw() {
    const unread = this.#lines.length - this.#readCount;
    const shown = this.#lines.slice(-Math.max(MIN_LINES, Math.min(MAX_LINES, unread)));
    const first = this.#lines.length - shown.length;
    const items = shown.map((line, i) => this.#item(line, first + i >= this.#readCount));
    replaceChildren(
      this.host,
      shown.length || this.trails.summary ? element("h3", {}, translate("Recent events")) : null,
      this.#moves(),
      this.#earlier(first - this.#readCount),
      items.length ? element("ol", {}, items) : null,
    );
  }

  // Unread lines that do not fit here can be read in the log.
  /** @param {number} count */
  #earlier(count) {
    if (count <= 0) return null;
    const one = translate("The log has one earlier line.");
    const text = count === 1 ? one : translate("The log has {1} earlier lines.", count);
    return element("p", { class: "moved" }, text, " ", button(translate("Log"), this.showLog));
  }

  #moves() {
    const { trails } = this;
    if (!trails.summary || !this.store.question) return null;
    const toggle = () => {
      if (trails.isShown) trails.hide();
      else trails.show();
      this.#draw();
    };
    const text = trails.isShown ? translate("Hide") : translate("Show");
    return element("p", { class: "moved" }, trails.summary, " ", button(text, toggle));
  }

  /**
   * @param {Line} line
   * @param {boolean} isFresh
   */
  #item(line, isFresh) {
    const mark = line.isForced ? [element("i", {}, translate("Played automatically:")), " "] : [];
    return lineItem(this.store, line, isFresh ? "fresh" : null, mark);
  }
}
