// Why something is not lit: a sentence with its paragraph, beside the hand that asked.

import { element, paragraph } from "./dom.js";
import { translate } from "./i18n.js";

const STAYS = 7000;

export class Why {
  constructor(store, host) {
    Object.assign(this, { store, host });
    store.refused = (refusal) => this.tell(refusal);
    store.missed = (space) => this.ask({ space });
    store.refusedUnit = (unit) => this.ask({ unit });
    store.onAnswer(() => this.#asked());
  }

  // A sentence about a question goes with it.
  #asked() {
    if (this.number !== this.store.asked?.number) this.close();
    this.number = this.store.asked?.number;
  }

  async ask(what) {
    const { asked, offer } = this.store;
    if (!asked) return this.tell({ reason: this.#nobody() });
    if (offer.byUnit.size + offer.bySpace.size === 0 && !offer.places)
      return this.tell({
        reason: offer.waiting.length
          ? translate("Choose a counter in the panel.")
          : translate("Choose with the gold buttons above."),
      });
    const number = this.store.asked.number;
    const told = await this.store.why(what).catch((error) => error.refusal ?? { reason: error.message });
    if (number !== this.store.asked?.number) return;
    this.tell(told.free ? { reason: translate("It is not asked for now.") } : told);
  }

  #nobody() {
    const { game, isPresent } = this.store;
    if (!isPresent) return translate("This is the past; play on from here, or go back to now.");
    return game.ended ? translate("The game is over.") : translate("It is not your turn.");
  }

  tell(refusal) {
    const back =
      this.store.asked && this.store.game.undo && this.store.asked.about?.some((thing) => thing.unit !== undefined)
        ? element("button", { type: "button", onclick: () => this.store.undo() }, translate("Choose something else"))
        : null;
    const now = this.store.asked
      ? element("p", { class: "quiet" }, translate("You decide now: {1}", this.store.asked.prompt))
      : null;
    const close = element(
      "button",
      { type: "button", class: "close", "aria-label": translate("Close"), onclick: () => this.close() },
      "×",
    );
    this.host.replaceChildren(
      element(
        "div",
        { class: "why" },
        paragraph(refusal.rule, refusal.rule_title),
        " ",
        sentence(refusal.reason ?? ""),
        back,
        now,
        close,
      ),
    );
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.close(), STAYS);
  }

  close() {
    const had = this.host.childElementCount > 0;
    this.host.replaceChildren();
    return had;
  }
}

function sentence(reason) {
  return reason && !/[.!?…]$/.test(reason) ? `${reason[0].toUpperCase()}${reason.slice(1)}.` : reason;
}
