// Standing orders: answers that the page gives by itself to questions of a kind, because the player has asked for that.

import { fit, replyText } from "./replies.js";
import { Memory } from "./memory.js";
import { showPassingNote } from "./passing-note.js";
import { translate } from "./i18n.js";

/** @import { Reply } from "./replies.js" */
/** @import { Question } from "../protocol.js" */
/** @import { Store } from "./store.js" */
/**
 * @typedef {object} Order
 * @property {string} key the key of the question
 * @property {string} side
 * @property {string | null} phase the phase that is skipped; `null` if the order holds in every phase
 * @property {Reply} reply
 * @property {string} text a description of the reply
 * @property {string} about the subject of the question
 */

export class StandingOrders {
  /** @type {Order[]} The orders carried out since the player last answered. */
  used = [];
  /** @type {number | null} The number of the question that was last answered by an order. */
  #answered = null;
  #isSuspended = false;
  #isCarryingOut = false;
  /** @type {(() => void)[]} */
  #listeners = [];

  /**
   * @param {Store} store
   * @param {() => boolean} isBusy whether the page shows or does something that an order would disturb
   */
  constructor(store, isBusy) {
    this.store = store;
    this.isBusy = isBusy;
    /** @type {Memory<Order[]>} */
    this.memory = new Memory(store, "orders", [], addOrders);
    store.onChange(() => this.#carryOut());
    store.onSend(() => this.#noteAnswer());
    store.onUndo(() => {
      this.#isSuspended = true;
    });
    store.onRefusal(() => {
      this.#isSuspended = true;
    });
  }

  /**
   * Calls a listener whenever the list of orders, or of those carried out, changes.
   * @param {() => void} listener
   */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  #notify() {
    for (const listener of this.#listeners) listener();
  }

  get list() {
    return this.memory.value;
  }

  /**
   * Returns the order for questions like this one.
   * @param {Question} question
   */
  find(question) {
    return this.list.find((order) => this.#isFor(order, question));
  }

  /**
   * @param {Order} order
   * @param {Question} question
   */
  #isFor({ key, side, phase }, question) {
    return key === question.key && side === question.side && (phase ?? this.#phase) === this.#phase;
  }

  get #phase() {
    return this.store.game.phase ?? "";
  }

  /**
   * Gives an order for questions like this one, and carries it out.
   * @param {Question} question
   * @param {Reply} reply
   */
  add(question, reply) {
    const { key, side, stop } = question;
    const phase = reply.kind === "stop" ? this.#phase : null;
    const order = { key, side, phase, reply, text: replyText(reply, stop), about: aboutOf(question) };
    this.memory.value = [...this.list.filter((old) => !this.#isFor(old, question)), order];
    this.#isSuspended = false;
    this.#notify();
    this.#carryOut();
  }

  /** @param {Order} order */
  remove(order) {
    const text = JSON.stringify(order);
    this.memory.value = this.list.filter((old) => JSON.stringify(old) !== text);
    this.#notify();
  }

  #carryOut() {
    const { store } = this;
    const { question } = store;
    if (!question || store.isSending || question.number === this.#answered) return;
    if (this.#isSuspended || store.isHandedOver || this.isBusy()) return;
    const order = this.find(question);
    const found = order && fit(question, order.reply);
    if (!order || !found) return;
    this.#answered = question.number;
    this.used.push(order);
    this.#isCarryingOut = true;
    if ("stop" in found) store.decline();
    else store.pickAll(found.options);
    this.#isCarryingOut = false;
    showPassingNote(translate("Standing order: {1}", orderText(order)));
    this.#notify();
  }

  // The player's own answer ends the suspension after an undo, and the list of what was done without one.
  #noteAnswer() {
    if (this.#isCarryingOut) return;
    this.#isSuspended = false;
    this.used = [];
    this.#notify();
  }
}

/**
 * Adds orders for kinds of questions for which there are none.
 * @param {Order[]} orders
 * @param {Order[]} more
 */
function addOrders(orders, more) {
  const isSame = (/** @type {Order} */ one, /** @type {Order} */ other) =>
    one.key === other.key && one.side === other.side && one.phase === other.phase;
  return [...orders, ...more.filter((order) => !orders.some((known) => isSame(known, order)))];
}

/** @param {Question} question */
function aboutOf({ rule, rule_title }) {
  return rule_title ? `${rule} ${rule_title}` : rule;
}

/** @param {Order} order */
export function orderText({ phase, about, text }) {
  return `${phase === null ? about : `${phase} (${about})`}: ${text}`;
}
