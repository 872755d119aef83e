// The log: one line per event, with its paragraph. Screen readers read out new lines.

import { byId, element, paragraph, replaceChildren } from "./dom.js";

/** @import { LogLine } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/** The maximum number of new lines to read out. */
const MAX_READ_OUT = 6;
/** How close to its end the log must be scrolled to follow new lines, in pixels. */
const END = 60;

export class Log {
  /**
   * @param {Store} store
   * @param {HTMLElement} host
   */
  constructor(store, host) {
    this.store = store;
    this.list = element("ol", { class: "log", tabindex: "0" });
    host.append(this.list);
    store.snapshot.on("log/", (changed) => this.#draw(Math.min(...changed.map(Number))));
  }

  /** @param {number} first the first line that changed */
  #draw(first) {
    const { list } = this;
    const fresh = this.store.snapshot.list("log/").slice(first);
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < END;
    while (list.children.length > first) list.lastChild?.remove();
    list.append(...fresh.map(line));
    if (isAtEnd) this.scrollToEnd();
    replaceChildren(
      byId("news"),
      fresh.slice(-MAX_READ_OUT).map(({ text }) => element("p", {}, text)),
    );
  }

  scrollToEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/** @param {LogLine} line */
function line({ rule, text }) {
  return element("li", {}, paragraph(rule), " ", element("span", {}, text));
}
