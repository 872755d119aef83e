// The usual answer to a question: the one given last time, or the only one.

import { Memory } from "./memory.js";
import { showPassingNote } from "./passing-note.js";
import { translate } from "./i18n.js";
import { fit, replyOf } from "./replies.js";
import { optionsOn } from "./unit-options.js";

/** @import { Reply } from "./replies.js" */
/** @import { Question } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/** How long the page waits for the next question, in milliseconds. */
const MAX_WAIT = 2000;

export class Usual {
  /** @type {number | null} The number of the question after which the next one is to be answered. */
  #after = null;
  #time = 0;
  /** @type {string | undefined} */
  #space;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** @type {Memory<Record<string, Reply>>} */
    this.replies = new Memory(store, "last", {}, (replies, old) => ({ ...old, ...replies }));
    store.onSend((question, { answer }) => {
      const reply = replyOf(question, answer);
      if (reply) this.replies.value = { ...this.replies.value, [kindOf(question)]: reply };
    });
    store.isUsual = (option) => {
      const found = this.find();
      return found !== null && "options" in found && found.options.length === 1 && found.options[0] === option;
    };
    store.onChange(() => this.#continue());
    store.onRefusal(() => {
      this.#after = null;
    });
  }

  /**
   * Gives the usual answer. If an answer has just been sent, answers the question that follows.
   * @param {string} [space] the space that was clicked, which is chosen if the question offers it
   */
  give(space) {
    this.#space = space;
    if (!this.store.isSending) return this.#answer();
    this.#after = this.store.question?.number ?? null;
    this.#time = performance.now();
  }

  #continue() {
    const { question } = this.store;
    if (this.#after === null || !question || question.number === this.#after) return;
    const isLate = performance.now() - this.#time > MAX_WAIT;
    this.#after = null;
    if (!isLate) this.#answer();
  }

  #answer() {
    const { store } = this;
    const found = this.#clicked() ?? this.find();
    if (!found) return void (store.question && showPassingNote(translate("This question has no usual answer.")));
    if ("stop" in found) store.stop();
    else store.pickAll(found.options);
  }

  // The clicked space itself, or the only unit to choose in it.
  #clicked() {
    const space = this.#space;
    if (space === undefined) return null;
    const goal = this.store.choices.closestPath(space, []);
    const units = optionsOn(this.store, space);
    if (goal !== undefined) return { options: [goal] };
    return units.length === 1 ? { options: units } : null;
  }

  /** Returns the usual answer to the question; `null` if there is none. */
  find() {
    const { question, choices, mover, board, selection } = this.store;
    if (!question) return null;
    const stay = choices.closestPath(board.spaceOf(mover ?? ""), []);
    if (stay !== undefined) return { options: [stay] };
    const last = selection.isMove ? undefined : this.replies.value[kindOf(question)];
    const found = last && fit(question, last);
    if (found) return found;
    if (question.options.length === 1 && question.form.kind === "one") return { options: [0] };
    return fit(question, { kind: "all" });
  }
}

/** @param {Question} question */
function kindOf({ key, side }) {
  return `${side} ${key}`;
}
