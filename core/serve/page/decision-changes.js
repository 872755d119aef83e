// The changes made by one past decision: the spaces that differ, and the new log lines.

import { element, paragraph, replaceChildren, svgElement } from "./dom.js";
import { capitalize, translate } from "./i18n.js";
import { defined } from "./lists.js";
import { changedKeys, changedSpaces } from "./snapshot.js";

/** @import { LogLine, Question, Snapshot } from "../protocol.js" */
/** @import { Store } from "./store.js" */

export class DecisionChanges {
  /** @type {SVGElement | null} */
  #mark = null;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   */
  constructor(store, host) {
    this.store = store;
    this.host = host;
  }

  clear() {
    this.#mark?.remove();
    this.host.replaceChildren();
  }

  /**
   * @param {Snapshot} before
   * @param {Snapshot} after
   */
  show(before, after) {
    this.clear();
    const { board } = this.store;
    const spaces = changedSpaces(before, after).filter((space) => board.at(space));
    const outlines = spaces.map((space) => board.outline(space, { class: "differs" }));
    this.#mark = svgElement("g", { class: "changed-spaces" }, outlines);
    board.layer("marks").append(this.#mark);
    const lines = defined(changedKeys(before, after, "log/").map((key) => after[key]));
    replaceChildren(this.host, this.#question(before.question), this.#spaces(spaces), logLines(lines));
  }

  /** @param {Question | null} question */
  #question(question) {
    if (!question) return null;
    const side = capitalize(this.store.side(question.side).text);
    return element("p", {}, element("b", {}, `${side}: `), question.prompt);
  }

  /** @param {string[]} spaces */
  #spaces(spaces) {
    const labels = spaces.map((space) => this.store.board.label(space)).join(", ");
    return labels ? element("p", {}, translate("Changed: {1}", labels)) : null;
  }
}

/** @param {LogLine[]} lines */
function logLines(lines) {
  const items = lines.map(({ rule, text }) => element("li", {}, text, " ", paragraph(rule)));
  return items.length ? element("ol", {}, items) : null;
}
