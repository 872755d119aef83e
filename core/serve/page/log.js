// The log: one line per event, with its paragraph, under the headings of turns and phases. On request it also has the
// automatic answers. Screen readers read out new lines.

import { automaticItem } from "./automatic.js";
import { button, byId, element, replaceChildren } from "./dom.js";
import { capitalize, translate } from "./i18n.js";
import { defined } from "./lists.js";
import { headings } from "./log-headings.js";
import { continues, grouped, groupItem } from "./log-groups.js";
import { actingSide } from "./log-side.js";
import { secretAnswers } from "./secret-answers.js";

/** @import { Moment } from "./log-headings.js" */
/** @import { Line } from "./log-line.js" */
/** @import { Acted } from "./log-side.js" */
/** @import { ForcedAnswer } from "../protocol.js" */
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
  /** Whether automatic answers are shown. */
  #hasAutomatic = false;
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
    host.append(this.filters, this.list, secretAnswers(store));
    store.snapshot.on("log/", (changed) => this.#update(Math.min(...changed.map(Number))));
    store.snapshot.on("forced/", () => this.#redraw());
  }

  /** @returns {Line[]} */
  get #lines() {
    return this.store.snapshot.list("log/");
  }

  /** @returns {ForcedAnswer[]} */
  get #answers() {
    return this.store.snapshot.list("forced/").filter(({ text }) => text);
  }

  #redraw() {
    this.#drawFilters();
    if (this.#hasAutomatic) this.#draw(0);
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
    const sides = this.store.map.sides.filter(({ name }) => lines.some((line) => this.#sideOf(line) === name));
    const filters = [["", translate("All")], ...sides.map(({ name, text }) => [name, capitalize(text)])];
    const automatic = this.#answers.length > 0 ? this.#automaticButton() : null;
    const sideButtons = filters.length > 1 ? filters.map(([name, text]) => this.#filterButton(name, text)) : [];
    this.filters.hidden = sideButtons.length === 0 && !automatic;
    replaceChildren(this.filters, sideButtons, automatic);
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

  #automaticButton() {
    const toggle = () => {
      this.#hasAutomatic = !this.#hasAutomatic;
      this.#drawFilters();
      this.#draw(0);
    };
    return button(translate("Automatic answers"), toggle, { "aria-pressed": `${this.#hasAutomatic}` });
  }

  /** @param {Acted} line */
  #sideOf(line) {
    return actingSide(this.store.map.sides, line);
  }

  /** @param {Acted} line */
  #isShown(line) {
    return this.#filter === "" || this.#sideOf(line) === this.#filter;
  }

  /** @param {number} first */
  #draw(first) {
    const { list } = this;
    const lines = this.#lines;
    const answers = this.#hasAutomatic ? this.#answers.filter((answer) => this.#isShown(answer)) : [];
    this.#items.length = this.#hasAutomatic ? 0 : Math.min(first, this.#items.length);
    // New lines may belong to the group at the end.
    while (this.#items.length > 0 && continues(lines[this.#items.length - 1], lines[this.#items.length])) {
      this.#items.length -= 1;
    }
    const last = this.#items.findLastIndex(Boolean);
    while (list.lastChild && list.lastChild !== this.#items[last]) list.lastChild.remove();
    /** @type {Moment | undefined} */
    let before = lines[last];
    // Automatic answers stand between the lines.
    const groups = grouped(lines.slice(this.#items.length), () => !this.#hasAutomatic);
    for (const group of groups) {
      const [line] = group;
      const i = this.#items.length;
      const item = this.#isShown(line) ? groupItem(this.store, group) : null;
      for (const _ of group) this.#items.push(item);
      if (!item) continue;
      before = this.#drawAnswers(takeUntil(answers, i), before);
      list.append(...defined([...headings(before, line), item]));
      before = line;
    }
    this.#drawAnswers(answers, before);
    this.#follow();
  }

  /**
   * Draws automatic answers, with headings. Returns the last one, or what precedes them if there are none.
   * @param {ForcedAnswer[]} answers
   * @param {Moment | undefined} before
   */
  #drawAnswers(answers, before) {
    const isTogether = (/** @type {ForcedAnswer} */ a, /** @type {ForcedAnswer} */ b) =>
      a.turn === b.turn && a.phase === b.phase;
    for (let rest = answers; rest.length > 0; ) {
      const end = rest.findIndex((answer) => !isTogether(answer, rest[0]));
      const group = rest.slice(0, end < 0 ? rest.length : end);
      this.list.append(...defined([...headings(before, group[0]), automaticItem(this.store, group)]));
      before = group[0];
      rest = rest.slice(group.length);
    }
    return before;
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
 * Removes from a list the answers given before a line, and returns them.
 * @param {ForcedAnswer[]} answers
 * @param {number} line
 */
function takeUntil(answers, line) {
  const end = answers.findIndex((answer) => answer.line > line);
  return answers.splice(0, end < 0 ? answers.length : end);
}
