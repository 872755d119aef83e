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
  /** @type {{ start: number, end: number, count: number } | null} The last group, and the moments before and after it. */
  #group = null;

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
    store.undoLength = () => (this.#group && this.#group.end === store.game.moment ? this.#group.count : 1);
    store.redoLength = () => (this.#group && this.#group.start === store.game.moment ? this.#group.count : 1);
    store.onUndo(() => {
      this.#steps = [];
      this.#count = 0;
    });
    store.onSend(() => this.#forgetUndone());
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
    this.#group = null;
    this.#answered = undefined;
    this.#side = this.store.question?.side;
    this.#continue();
  }

  #continue() {
    const { question } = this.store;
    const isNew = question?.number !== this.#answered;
    if (!isNew) return;
    if (this.#steps.length > 0) this.#step();
    else this.#finish();
  }

  // Remembers the group, so that one undo takes it back and one redo brings it back.
  #finish() {
    const { moment } = this.store.game;
    if (this.#count === 0 || !moment) return;
    this.#group = { start: moment - this.#count, end: moment, count: this.#count };
    this.#count = 0;
  }

  // A new answer after an undo replaces the group.
  #forgetUndone() {
    if (this.#group && (this.store.game.moment ?? 0) < this.#group.end) this.#group = null;
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
    this.#finish();
    this.onStop(step, left);
  }
}
