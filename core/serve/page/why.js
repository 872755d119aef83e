// Why something is not lit: a sentence with its paragraph, beside the hand that asked.

import { element, paragraph } from "./element.js";
import { say } from "./words.js";

const STAYS = 7000;

export class Why {
  constructor(table, host) {
    Object.assign(this, { table, host });
    table.refused = (refusal) => this.tell(refusal);
    table.missed = (space) => this.ask({ space });
    table.refusedUnit = (unit) => this.ask({ unit });
    table.onAnswer(() => this.#asked());
  }

  // A sentence about a question goes with it.
  #asked() {
    if (this.number !== this.table.asked?.number) this.close();
    this.number = this.table.asked?.number;
  }

  async ask(what) {
    const { asked, offer } = this.table;
    if (!asked) return this.tell({ reason: this.#nobody() });
    if (offer.byUnit.size + offer.bySpace.size === 0 && !offer.places) return this.tell({ reason: offer.waiting.length ? say("Choose a counter in the panel.") : say("Choose with the gold buttons above.") });
    const number = this.table.asked.number;
    const told = await this.table.why(what).catch((error) => error.refusal ?? { reason: error.message });
    if (number !== this.table.asked?.number) return;
    this.tell(told.free ? { reason: say("It is not asked for now.") } : told);
  }

  #nobody() {
    const { game, isPresent } = this.table;
    if (!isPresent) return say("This is the past; play on from here, or go back to now.");
    return game.ended ? say("The game is over.") : say("It is not your turn.");
  }

  tell(refusal) {
    const back = this.table.asked && this.table.game.undo && this.table.asked.about?.some((thing) => thing.unit !== undefined)
      ? element("button", { type: "button", onclick: () => this.table.undo() }, say("Choose something else")) : null;
    const now = this.table.asked ? element("p", { class: "quiet" }, say("You decide now: {1}", this.table.asked.prompt)) : null;
    const close = element("button", { type: "button", class: "close", "aria-label": say("Close"), onclick: () => this.close() }, "×");
    this.host.replaceChildren(element("div", { class: "why" }, paragraph(refusal.rule, refusal.rule_title), " ", sentence(refusal.reason ?? ""), back, now, close));
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
