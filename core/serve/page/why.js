// The reason why something cannot be chosen, shown below the question with its paragraph.

import { faultOf, game } from "./api.js";
import { button, closeButton, element, paragraph, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { Fault, WhyQuery } from "../protocol.js" */
/** @import { Notices } from "./notices.js" */
/** @import { Store } from "./store.js" */

/** How long a reason stays on the page, in milliseconds. */
const DURATION = 7000;

export class Why {
  /** @type {number | undefined} */
  #number;
  #timer = 0;
  /** @type {Fault | null} The reason shown while the options picked do not fit. */
  #misfit = null;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   * @param {Notices} notices
   */
  constructor(store, host, notices) {
    this.store = store;
    this.host = host;
    this.notices = notices;
    store.onRefused = (fault) => this.show(fault);
    store.onMissedGoal = (space) => this.ask({ space });
    store.onRefusedUnit = (unit) => this.ask({ unit });
    store.onChange(() => this.#update());
  }

  // A reason disappears together with its question, and the reason why options do not fit together with the options.
  #update() {
    const { question, answer } = this.store;
    if (this.#number !== question?.number) this.close();
    this.#number = question?.number;
    if (answer.misfit === this.#misfit) return;
    if (answer.misfit) this.show(answer.misfit);
    else this.close();
    this.#misfit = answer.misfit;
    if (this.#misfit) clearTimeout(this.#timer);
  }

  /**
   * @param {WhyQuery} query
   * @param {string} [lead] what precedes the reason
   */
  async ask(query, lead = "") {
    const reason = this.#knownReason(query);
    if (reason) return this.show({ reason }, lead);
    const number = this.store.question?.number;
    const why = await game.why(query).catch(faultOf);
    if (number !== this.store.question?.number) return;
    this.show("allowed" in why ? { reason: translate("This is not part of the current decision.") } : why, lead);
  }

  // Some reasons are known without asking the server.
  /** @param {WhyQuery} query */
  #knownReason({ unit, space }) {
    const { question, choices, game, isPresent } = this.store;
    if (!question) {
      if (!isPresent) return translate("This is the past. Play on from here, or go back to the present.");
      return game.result ? translate("The game is over.") : translate("It is not your turn.");
    }
    if (choices.places) return null;
    if (choices.isOnMap) {
      if (space && choices.bySpace.size === 0) return translate("Click a unit with a gold edge.");
      return unit && choices.byUnit.size === 0 ? translate("Click a space with a gold edge.") : null;
    }
    const inPanel = translate("Choose a counter in the panel.");
    return choices.offMapUnits.length ? inPanel : translate("Use the gold buttons above.");
  }

  /**
   * @param {Fault} fault
   * @param {string} [lead] what precedes the reason
   */
  show(fault, lead = "") {
    if (fault.diagnostic) return this.notices.showFailure(fault);
    const { rule, rule_title, reason } = fault;
    const { game, mover } = this.store;
    const canGoBack = game.undo && mover !== undefined;
    const box = element(
      "div",
      { class: "why" },
      lead ? `${lead} ` : null,
      paragraph(rule, rule_title),
      " ",
      sentence(reason),
      canGoBack ? button(translate("Choose something else"), () => this.store.undoOne()) : null,
      closeButton(translate("Close"), () => this.close()),
    );
    replaceChildren(this.host, box);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.close(), DURATION);
  }

  /** Removes the reason. Returns whether there was one. */
  close() {
    const hadReason = this.host.childElementCount > 0;
    this.host.replaceChildren();
    return hadReason;
  }
}

/**
 * Turns a clause into a sentence.
 * @param {string} reason
 */
function sentence(reason) {
  return reason && !/[.!?…]$/.test(reason) ? `${reason[0].toUpperCase()}${reason.slice(1)}.` : reason;
}
