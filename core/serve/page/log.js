// The log: one line per event, with its paragraph, under the headings of turns and phases. Screen readers read out new
// lines.

import { button, byId, element, replaceChildren } from "./dom.js";
import { capitalize, translate } from "./i18n.js";
import { defined } from "./lists.js";
import { lineItem } from "./log-line.js";

/** @import { Line } from "./log-line.js" */
/** @import { Store } from "./store.js" */

/** The maximum number of new lines to read out. */
const MAX_READ_OUT = 6;
/** How close to its end the log must be scrolled to follow new lines, in pixels. */
const END = 60;

export class Log {
  /** @type {(HTMLElement | null)[]} The item of each line; `null` for a line that is filtered out. */
  #items = [];
  /** The side whose lines are shown; empty for all lines. */
  #filter = "";
  #isAtEnd = true;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   */
  constructor(store, host) {
    this.store = store;
    this.filters = element("div", { class: "log-filter", role: "group", "aria-label": translate("Show") });
    this.list = element("ol", { class: "log", tabindex: "0" });
    this.list.addEventListener("scroll", () => {
      const { scrollHeight, scrollTop, clientHeight } = this.list;
      this.#isAtEnd = scrollHeight - scrollTop - clientHeight < END;
    });
    // Dice and notices below the log make it smaller.
    new ResizeObserver(() => this.#follow()).observe(this.list);
    host.append(this.filters, this.list);
    store.snapshot.on("log/", (changed) => this.#update(Math.min(...changed.map(Number))));
  }

  /** @returns {Line[]} */
  get #lines() {
    return this.store.snapshot.list("log/");
  }

  /** @param {number} first the first line that changed */
  #update(first) {
    this.#drawFilters();
    this.#draw(first);
    replaceChildren(
      byId("news"),
      this.#lines
        .slice(first)
        .slice(-MAX_READ_OUT)
        .map(({ text }) => element("p", {}, text)),
    );
  }

  // Only what at least one line is about can be filtered.
  #drawFilters() {
    const lines = this.#lines;
    const sides = this.store.map.sides.filter(({ name }) => lines.some(({ side }) => side === name));
    const filters = [["", translate("All")], ...sides.map(({ name, text }) => [name, capitalize(text)])];
    this.filters.hidden = filters.length === 1;
    replaceChildren(
      this.filters,
      filters.map(([name, text]) => this.#filterButton(name, text)),
    );
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  #filterButton(name, text) {
    const choose = () => {
      this.#filter = name;
      this.#drawFilters();
      this.#draw(0);
    };
    return button(text, choose, { "aria-pressed": `${name === this.#filter}` });
  }

  /** @param {Line} line */
  #isShown({ side }) {
    return this.#filter === "" || side === this.#filter;
  }

  /** @param {number} first */
  #draw(first) {
    const { list } = this;
    const lines = this.#lines;
    this.#items.length = Math.min(first, this.#items.length);
    let last = this.#items.findLastIndex(Boolean);
    while (list.lastChild && list.lastChild !== this.#items[last]) list.lastChild.remove();
    for (const [i, line] of [...lines.entries()].slice(this.#items.length)) {
      const isShown = this.#isShown(line);
      this.#items[i] = isShown ? lineItem(this.store, line) : null;
      if (!isShown) continue;
      list.append(...defined([...headings(lines[last], line), this.#items[i]]));
      last = i;
    }
    this.#follow();
  }

  // Asking for the height takes time, so it is not done for a log that is not seen.
  #follow() {
    if (this.#isAtEnd && this.list.checkVisibility()) this.scrollToEnd();
  }

  scrollToEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/**
 * Returns the headings between two lines: of a new turn, and of a new phase.
 * @param {Line | undefined} before
 * @param {Line} line
 */
function headings(before, { turn, phase, date }) {
  const isNewTurn = turn !== undefined && turn !== before?.turn;
  const title = turn ? translate("Turn {1}", turn) : translate("Set-up");
  return [
    isNewTurn ? element("li", { class: "turn" }, title, date ? element("i", {}, date) : null) : null,
    phase && (isNewTurn || phase !== before?.phase) ? element("li", { class: "phase" }, phase) : null,
  ];
}
