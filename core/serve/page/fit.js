// Asks the server whether the options picked so far meet the condition of the question.

import { faultOf, game } from "./api.js";

/** @import { Store } from "./store.js" */

export class Fit {
  /** What was asked last, so that nothing is asked twice. */
  #asked = "";

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    store.onChange(() => void this.#ask());
  }

  async #ask() {
    const { answer, question } = this.store;
    if (!answer.mustBeChecked) return;
    const picked = answer.picked.join();
    const asked = `${question?.number}: ${picked}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    const why = await game.why({ chosen: answer.picked }).catch(faultOf);
    this.#asked = "";
    answer.noteFit(picked, "allowed" in why ? null : why);
    if (answer === this.store.answer) this.store.redraw();
  }
}
