// Which step of a guide fits the moment, and whether the player has done what it asks for.

/** @import { GuideCondition, GuideStep } from "../protocol.js" */
/**
 * @typedef {object} Moment the state of the game and of the page, as far as guides are concerned
 * @property {number} turn
 * @property {number} phase the index of the phase; -1 if it is unknown
 * @property {boolean} over
 * @property {string | null} question the key of the pending question
 * @property {number | null} number the number of the pending question
 * @property {string} positions the places of all units of the reader's side
 * @property {(unit: string) => string | undefined} spaceOf
 * @property {(part: string) => boolean} isOpen
 * @property {(rule: string) => boolean} isRuleOpen
 */

/**
 * Returns whether the game has passed a step.
 * @param {GuideStep} step
 * @param {Moment} moment
 */
function isPast(step, { turn, phase, over }) {
  if (over !== step.over) return over;
  if (step.turn === null) return false;
  return turn > step.turn || (turn === step.turn && step.phase !== null && phase > step.phase);
}

/**
 * Returns whether a step belongs to this moment.
 * @param {GuideStep} step
 * @param {Moment} moment
 */
function isNow(step, { turn, phase, over, question }) {
  const fits = (/** @type {unknown} */ wanted, /** @type {unknown} */ found) => wanted === null || wanted === found;
  return step.over === over && fits(step.turn, turn) && fits(step.phase, phase) && fits(step.question, question);
}

/**
 * Returns whether the player has done what a step asks for since it began.
 * @param {GuideCondition} until
 * @param {Moment} moment
 * @param {Moment} begin
 */
function isDone(until, moment, begin) {
  const begun = until.turn ?? moment.turn;
  const isLater = moment.turn > begun || (moment.turn === begun && moment.phase >= (until.phase ?? 0));
  return (
    (until.unit === null || moment.spaceOf(until.unit) === until.at) &&
    (!until.moved || moment.positions !== begin.positions) &&
    (!until.answered || moment.number !== begin.number) &&
    (until.question === null || moment.question === until.question) &&
    (until.open === null || moment.isOpen(until.open)) &&
    (until.rule === null || moment.isRuleOpen(until.rule)) &&
    isLater &&
    (!until.over || moment.over)
  );
}

export class GuideProgress {
  /** The index of the step that is shown or comes next. */
  next;
  /** The moment at which the step began. @type {Moment | null} */
  #begin = null;

  /**
   * @param {GuideStep[]} steps
   * @param {number} next
   */
  constructor(steps, next) {
    this.steps = steps;
    this.next = next;
  }

  /**
   * Returns the index of the step for a moment, the first one that is neither passed nor done; `null` if there is none
   * now.
   * @param {Moment} moment
   */
  step(moment) {
    for (let i = this.next; i < this.steps.length; i++) {
      const step = this.steps[i];
      if (isPast(step, moment) || !isNow(step, moment)) continue;
      if (i !== this.next || !this.#begin) this.#begin = moment;
      this.next = i;
      if (!step.until || !isDone(step.until, moment, this.#begin)) return i;
      this.#begin = null;
    }
    return null;
  }

  /** Ends the current step. */
  pass() {
    this.next += 1;
    this.#begin = null;
  }

  /**
   * Returns whether the player has decided something since the step began.
   * @param {Moment} moment
   */
  hasStrayed(moment) {
    return this.#begin !== null && moment.number !== this.#begin.number;
  }
}
