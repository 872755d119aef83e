// An answer in progress: one option, several options, an order of all options, or shares of a total.

import { translate } from "./i18n.js";
import { unique } from "./lists.js";

/** @import { AnswerBody, AnswerForm, AnswerRequest, Fault, Question } from "../protocol.js" */

export class Answer {
  /** @type {number[]} Options in the order picked; for shares, each option occurs once per point. */
  picked = [];

  /** @type {{ picked: string, fault: Fault | null } | null} The server's last word on whether picked options fit. */
  #fit = null;

  /** @param {Question | null} question */
  constructor(question) {
    this.question = question;
    /** @type {AnswerForm} */
    this.form = question?.form ?? { kind: "one" };
  }

  /** Whether a single option is the whole answer. */
  get isOne() {
    const { form } = this;
    return form.kind === "one" || (form.kind === "several" && form.min === 1 && form.max === 1);
  }

  /** @param {number} option */
  has(option) {
    return this.picked.includes(option);
  }

  /**
   * Returns an option's share of the total.
   * @param {number} option
   */
  share(option) {
    return this.picked.filter((picked) => picked === option).length;
  }

  /**
   * Returns the number shown on an option: its place in an order, or its share; 0 if it has neither.
   * @param {number} option
   */
  number(option) {
    if (this.form.kind === "order") return this.picked.indexOf(option) + 1;
    return this.form.kind === "allocate" ? this.share(option) : 0;
  }

  /**
   * Picks an option, or unpicks it. Returns whether the answer is now complete and can be sent without a button.
   * @param {number} option
   */
  pick(option) {
    if (this.isOne) this.picked = [option];
    else if (this.form.kind === "allocate") this.#increase(option, this.form.total, this.form.max);
    else if (this.has(option)) this.picked = this.picked.filter((picked) => picked !== option);
    else if (this.picked.length < this.#limit) this.picked.push(option);
    return this.isOne;
  }

  /**
   * @param {number} option
   * @param {number} total
   * @param {number} max
   */
  #increase(option, total, max) {
    if (this.picked.length < total && this.share(option) < max) this.picked.push(option);
  }

  /**
   * Reduces the share of an option by one.
   * @param {number} option
   */
  decrease(option) {
    const last = this.picked.lastIndexOf(option);
    if (last >= 0) this.picked.splice(last, 1);
  }

  get #optionCount() {
    return this.question?.options.length ?? 0;
  }

  get #limit() {
    return this.form.kind === "several" ? this.form.max : this.#optionCount;
  }

  /** Whether the number of options picked is allowed, but nobody knows yet whether they fit. */
  get mustBeChecked() {
    return Boolean(this.question?.condition) && !this.isOne && this.#hasAllowedSize && !this.#knownFit;
  }

  /** Why the options picked do not fit, if that is known. */
  get misfit() {
    return this.#knownFit?.fault ?? null;
  }

  get #knownFit() {
    return this.#fit?.picked === this.picked.join() ? this.#fit : null;
  }

  /**
   * Notes whether options fit.
   * @param {string} picked
   * @param {Fault | null} fault the reason why they do not
   */
  noteFit(picked, fault) {
    this.#fit = { picked, fault };
  }

  get #hasAllowedSize() {
    const count = this.picked.length;
    return this.form.kind === "several" && count >= this.form.min && count <= this.form.max;
  }

  get isComplete() {
    const count = this.picked.length;
    switch (this.form.kind) {
      case "several":
        return this.#hasAllowedSize && !this.mustBeChecked && !this.misfit;
      case "order":
        return count === this.#optionCount;
      case "allocate":
        return count === this.form.total;
      default:
        return count === 1;
    }
  }

  /** The label of the button that sends the answer. */
  get progress() {
    const count = this.picked.length;
    switch (this.form.kind) {
      case "order":
        return translate("{1} of {2} in order", count, this.#optionCount);
      case "allocate":
        return translate("{1} of {2} allocated", count, this.form.total);
      default:
        return count === 0 ? translate("Nothing chosen yet") : translate("Confirm: {1} chosen", count);
    }
  }

  /**
   * Returns the answer in the format that the server expects.
   * @param {Question} question
   * @returns {AnswerRequest}
   */
  request(question) {
    return { number: question.number, answer: this.#body() };
  }

  /** @returns {AnswerBody} */
  #body() {
    if (this.form.kind === "allocate") return { shares: unique(this.picked).map((i) => [i, this.share(i)]) };
    return this.form.kind === "one" ? { one: this.picked[0] } : { several: this.picked };
  }
}
