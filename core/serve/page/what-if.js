// The what-if comparison of the game with its replay under the rules on disk.

import { faultOf, game } from "./api.js";
import { button, element, paragraph, replaceChildren, svgElement } from "./dom.js";
import { translate } from "./i18n.js";
import { changedSpaces } from "./snapshot.js";

/** @import { DomElement } from "./dom.js" */
/** @import { Divergence, Snapshot, WhatIf as WhatIfReply } from "../protocol.js" */
/** @import { Store } from "./store.js" */
/** @typedef {Exclude<WhatIfReply, { same: true }>} Comparison */

export class WhatIf {
  /** @type {SVGElement | null} */
  #mark = null;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   * @param {(snapshot: Snapshot | null) => void} show shows another snapshot on the board, or the present
   */
  constructor(store, host, show) {
    this.store = store;
    this.host = host;
    this.show = show;
  }

  /** Offers a comparison. An earlier one stays until a new one is requested. */
  refresh() {
    if (!this.host.querySelector(".first")) this.#showStart();
  }

  /** @param {...(DomElement | null)} status */
  #showStart(...status) {
    const text = "Replays every decision and every die roll of this game under the rules now on disk.";
    replaceChildren(this.host, element("p", {}, translate(text)), this.#compareButton(), ...status);
  }

  #compareButton() {
    return button(translate("What if?"), () => this.#compare());
  }

  async #compare() {
    this.#showStart(status(translate("Replaying the game…")));
    try {
      const reply = await game.whatIf();
      if (!("same" in reply)) return this.#showComparison(reply);
      const areRulesSame = reply.rules === "same";
      const unchanged = translate("Nothing would have been different.");
      this.#showStart(status(areRulesSame ? translate("The rules on disk are the rules of this game.") : unchanged));
    } catch (error) {
      const { reason, diagnostic } = faultOf(error);
      this.#showStart(element("p", { role: "alert" }, reason), diagnostic ? element("pre", {}, diagnostic) : null);
    }
  }

  /** @param {Comparison} comparison */
  #showComparison(comparison) {
    const { log } = comparison;
    replaceChildren(
      this.host,
      ...differences(comparison),
      element("p", { class: "row" }, this.#lookButtons(comparison)),
      logLines(translate("Would not have happened"), log.removed, "removed"),
      logLines(translate("Would have happened"), log.added, "added"),
      element("p", {}, this.#compareButton()),
    );
  }

  /** @param {Comparison} comparison */
  #lookButtons({ current, alternative }) {
    const spaces = changedSpaces(current, alternative);
    const asItWas = translate("What if: as played");
    const asItWouldBe = translate("What if: under the changed rules");
    return [
      button(translate("As played"), () => this.#look(current, asItWas, spaces)),
      button(translate("Under the changed rules"), () => this.#look(alternative, asItWouldBe, spaces)),
      button(translate("Back to the present"), () => this.#look(null, null, [])),
    ];
  }

  /** Goes back to the game. Returns whether a comparison was shown. */
  close() {
    if (this.store.comparison === null) return false;
    this.#look(null, null, []);
    return true;
  }

  /**
   * @param {Snapshot | null} snapshot
   * @param {string | null} title
   * @param {string[]} spaces the spaces that differ
   */
  #look(snapshot, title, spaces) {
    const { board } = this.store;
    this.store.pastMoment = null;
    this.store.comparison = title;
    document.body.classList.toggle("past", title !== null);
    this.show(snapshot);
    this.#mark?.remove();
    const marked = spaces.filter((space) => board.at(space));
    this.#mark = svgElement(
      "g",
      {},
      marked.map((space) => board.outline(space, { class: "differs" })),
    );
    board.layer("marks").append(this.#mark);
  }
}

/** @param {string} text */
function status(text) {
  return element("p", { role: "status" }, text);
}

/** @param {Comparison} comparison */
function differences({ first_difference: first, misfit }) {
  return [
    first && firstDifference(first),
    misfit && misfit.text !== first?.text ? element("p", {}, misfitText(misfit), " ", misfit.text) : null,
  ];
}

/** @param {Divergence} divergence */
function firstDifference({ decision, text }) {
  const title = translate("First difference, at decision {1}:", decision);
  return element("p", { class: "first" }, title, " ", element("b", {}, text));
}

/** @param {Divergence} divergence */
function misfitText({ decision }) {
  return translate("From decision {1} on, the answers are no longer legal:", decision);
}

/**
 * @param {string} title
 * @param {[string, string][]} lines pairs of a paragraph and a text
 * @param {string} name
 */
function logLines(title, lines, name) {
  if (lines.length === 0) return null;
  const items = lines.map(([rule, text]) => element("li", {}, paragraph(rule), " ", text));
  return element("section", { class: name }, element("h3", {}, title), element("ol", {}, items));
}
