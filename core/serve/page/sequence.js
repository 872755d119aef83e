// Answers that the page gives one after another for the player: each of them when its question arrives.

/** @import { Store } from "./store.js" */
/**
 * @typedef {number[] | "done" | null} Reply the options to choose; `"done"` if nothing is left to choose; `null` if the
 *   expected answer is not offered
 * @typedef {object} Step
 * @property {string | null} unit the unit that moves
 * @property {string} [goal] where it goes
 * @property {boolean} isFirst whether this is the first step of the unit
 * @property {boolean} [isDraft] whether the options are only picked, for the player to complete and send
 * @property {(store: Store) => Reply} reply
 */

export class Sequence {
  /** @type {Step[]} */
  #steps = [];
  #count = 0;
  /** @type {number | undefined} The number of the question that was last answered. */
  #answered;
  /** @type {string | undefined} */
  #side;
  /** @type {number | null | undefined} The moment after the last answer, once it is known. */
  #end;

  /**
   * @param {Store} store
   * @param {(step: Step, left: Step[]) => void} onStop called when an expected answer is not offered
   */
  constructor(store, onStop) {
    this.store = store;
    this.onStop = onStop;
    store.onChange(() => this.#continue());
    store.onRefusal(() => {
      this.#steps = [];
    });
    store.undoLength = () => (this.#end !== undefined && this.#end === store.game.moment ? this.#count : 1);
    store.onUndo(() => {
      this.#steps = [];
      this.#end = undefined;
    });
  }

  get isRunning() {
    return this.#steps.length > 0;
  }

  /**
   * @param {Step[]} steps
   * @param {number} [given] the number of answers that the player has given already
   */
  start(steps, given = 0) {
    this.#steps = steps;
    this.#count = given;
    this.#end = undefined;
    this.#answered = undefined;
    this.#side = this.store.question?.side;
    this.#continue();
  }

  #continue() {
    const { question, game } = this.store;
    const isNew = question?.number !== this.#answered;
    if (!isNew) return;
    if (this.#steps.length > 0) this.#step();
    else if (this.#count > 0) this.#end ??= game.moment;
  }

  #step() {
    const { store } = this;
    const { question } = store;
    const [step] = this.#steps;
    const reply = question?.side === this.#side ? step.reply(store) : null;
    if (reply === null) return this.#stop(step);
    this.#steps.shift();
    if (reply === "done") return this.#continue();
    this.#answered = question?.number;
    if (!step.isDraft) this.#count += 1;
    store.pickAll(reply, !step.isDraft);
  }

  /** @param {Step} step */
  #stop(step) {
    const left = this.#steps;
    this.#steps = [];
    this.#end = this.store.game.moment;
    this.onStop(step, left);
  }
}
