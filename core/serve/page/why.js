// Why something is not lit: a sentence with its paragraph, beside the hand that asked.

import { element, paragraph } from "./element.js";
import { say } from "./words.js";

const STAYS = 7000;

export class Why {
  constructor(table, host) {
    Object.assign(this, { table, host });
    table.refused = (refusal) => this.tell(refusal);
    table.missed = (space) => this.ask({ space });
  }

  async ask(what) {
    if (!this.table.asked) return this.tell({ reason: this.#nobody() });
    const number = this.table.asked.number;
    const told = await this.table.why(what).catch((error) => error.refusal ?? { reason: error.message });
    if (number !== this.table.asked?.number) return;
    this.tell(told.free ? { reason: say("It is not asked for now.") } : told);
  }

  #nobody() {
    const { game, past } = this.table;
    if (past !== null) return say("This is the past; play on from here, or go back to now.");
    return game.ended ? say("The game is over.") : say("It is not your turn.");
  }

  tell(refusal) {
    const back = this.table.asked && this.table.game.undo && this.table.asked.about?.some((thing) => thing.unit !== undefined)
      ? element("button", { type: "button", onclick: () => this.table.undo() }, say("Choose something else")) : null;
    const close = element("button", { type: "button", class: "close", "aria-label": say("Close"), onclick: () => this.close() }, "×");
    this.host.replaceChildren(element("div", { class: "why" }, paragraph(refusal.rule, refusal.rule_title), " ", sentence(refusal.reason ?? ""), back, close));
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
