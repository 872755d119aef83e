// Recent events, in the first tab, without automatic answers. Events since the player's last decision stand out.

import { button, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";
import { headings } from "./log-headings.js";
import { grouped, groupItem } from "./log-groups.js";

/** @import { AbsenceReport } from "./absence.js" */
/** @import { Store } from "./store.js" */
/** @import { Trails } from "./trails.js" */
/** @import { Line as LogLine } from "./log-line.js" */
/** @typedef {LogLine & { key: string }} Line */

const MAX_LINES = 40;
const MIN_LINES = 4;
/** The storage key for the number of log lines that this browser has shown under this link. */
const KEY = `grognard.seen${location.pathname}`;

export class RecentEvents {
  /** @type {Line[]} */
  #lines = [];
  /** The number of lines when the player last decided. */
  #readCount = 0;
  #isFirst = true;

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
    const isFirst = this.#isFirst;
    if (!this.store.isPresent || !(isFirst || keys.some((key) => key.startsWith("log/")))) return;
    this.#isFirst = false;
    // During a handover there is no log. The list is emptied for the next side.
    if (this.#lines.length > 0 && this.store.snapshot.list("log/").length === 0) return this.#reset();
    this.#merge(this.store.snapshot.under("log/").map(([i, line]) => ({ key: `log/${i}`, ...line })));
    const read = isFirst ? Number(localStorage.getItem(KEY) ?? Infinity) : this.#readCount;
    this.#readCount = Math.min(read, this.#lines.length);
    this.#draw();
  }

  #reset() {
    this.#isFirst = true;
    this.#lines = [];
    this.#draw();
  }

  /**
   * Adds lines in order of arrival.
   * @param {Line[]} lines
   */
  #merge(lines) {
    const texts = new Map(lines.map(({ key, text }) => [key, text]));
    const kept = this.#lines.filter(({ key, text }) => texts.get(key) === text);
    const keys = new Set(kept.map(({ key }) => key));
    this.#lines = [...kept, ...lines.filter(({ key }) => !keys.has(key))];
  }

  /**
   * Marks the lines that the player missed.
   * @param {number} count the number of log lines that were read
   */
  #markMissed(count) {
    const first = this.#lines.findIndex(({ key }) => key === `log/${count}`);
    this.#readCount = first < 0 ? this.#lines.length : first;
    this.#draw();
  }

  #draw() {
    const isFresh = new Map(this.#lines.map((line, i) => [line, i >= this.#readCount]));
    const groups = grouped(this.#lines, (line, before) => isFresh.get(line) === isFresh.get(before));
    const unread = groups.filter(([line]) => isFresh.get(line)).length;
    const shown = groups.slice(-Math.max(MIN_LINES, Math.min(MAX_LINES, unread)));
    const first = this.#lines.length - shown.flat().length;
    const items = shown.flatMap((lines, i) => [
      ...headings(shown[i - 1]?.[0], lines[0]),
      groupItem(this.store, lines, isFresh.get(lines[0]) ? "fresh" : null),
    ]);
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
}
