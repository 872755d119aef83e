// The table: what is shown, what is asked, what is being answered. The parts of the page meet here and nowhere else.

import { Answer } from "./answer.js";
import { get, post } from "./connection.js";
import { Choices } from "./choices.js";
import { Snapshot } from "./snapshot.js";

const TWICE = 500; // milliseconds

export class Store {
  snapshot = new Snapshot();
  answer = new Answer(null);
  offer = new Choices(null);
  map = null;
  board = null;
  // The moment looked back at; null is now.
  past = null;
  // What is shown in place of the game, in words: how it would have come under other rules.
  aside = null;
  // A curtain is down: what is not shown has not gone.
  isCovered = false;
  // Where a dragged unit is to go, as soon as that is asked.
  #goal = null;
  // The unit that shall act instead of the one that was chosen.
  #instead = null;
  #listeners = [];
  #given = [];
  #isSending = false;
  #stopped = -Infinity;

  // Hears of everything that changes what may be chosen or is picked.
  onAnswer(draw) {
    this.#listeners.push(draw);
  }

  // Hears when an answer of one's own is sent.
  onGiven(hear) {
    this.#given.push(hear);
  }

  changed() {
    this.#listeners.forEach((draw) => draw());
  }

  get isPresent() {
    return this.past === null && this.aside === null;
  }

  get asked() {
    return this.isPresent ? (this.snapshot.get("asked") ?? null) : null;
  }

  get game() {
    return this.snapshot.get("game") ?? {};
  }

  side(name) {
    return this.map?.sides.find((side) => side.name === name) ?? { name, text: name ?? "" };
  }

  // Another question is on the table, or units moved under the one that is.
  ask() {
    if (this.asked?.number !== this.answer.asked?.number || !this.asked) this.answer = new Answer(this.asked);
    this.offer = new Choices(this.asked, (unit) => this.board.has(unit));
    this.#isSending = false;
    if (!this.#change() && !this.#goOn()) this.changed();
  }

  // A unit was dragged: now that its goals are known, it goes there.
  #goOn() {
    const goal = this.#goal;
    if (!goal || !this.asked) return false;
    this.#goal = null;
    const at = this.offer.closestPath(goal.at(-1), goal);
    if (at !== undefined) this.pick(at);
    else this.missed?.(goal.at(-1));
    return at !== undefined;
  }

  // The choice is taken back: now the other unit can be chosen, or it is told why not.
  #change() {
    const unit = this.#instead;
    if (unit === null || !this.asked) return false;
    this.#instead = null;
    const at = this.offer.byUnit.get(unit);
    if (at === undefined) this.#goal = null;
    if (at !== undefined) this.pick(at);
    else this.refusedUnit?.(unit);
    return at !== undefined;
  }

  // Another unit than the one a goal is asked for; it may be dragged to its goal at once.
  instead(unit, spaces = null) {
    this.#instead = unit;
    this.#goal = spaces;
    this.undo();
  }

  drag(at, spaces) {
    this.#goal = spaces;
    this.pick(at);
  }

  pick(at) {
    if (!this.asked || this.#isSending) return;
    if (this.answer.pick(at)) this.send();
    else this.changed();
  }

  // A place on a table, on offer or not: it is judged by the rule that asks. Gives back why it is refused.
  place(spot) {
    if (!this.asked || this.#isSending) return null;
    return this.#give({ number: this.asked.number, answer: { spot } });
  }

  less(at) {
    this.answer.less(at);
    this.changed();
  }

  clear() {
    const had = this.answer.picked.length > 0;
    this.answer = new Answer(this.asked);
    this.changed();
    return had;
  }

  send() {
    if (this.answer.isComplete) this.#give(this.answer.body);
  }

  // What ends something is heard once: a double click does not end what comes next too.
  stop() {
    if (!this.asked?.stop || performance.now() - this.#stopped < TWICE) return;
    this.#stopped = performance.now();
    this.#give({ number: this.asked.number, answer: { stop: true } });
  }

  // Agents wait no more until a person is asked.
  hurry() {
    if (!this.asked && this.isPresent) post("hurry").catch(() => null);
  }

  undo() {
    if (this.isPresent && this.game.moment) this.#try(() => post("undo"));
  }

  // Answers the wish of another to take a decision back, or gives up one's own.
  consent(agree) {
    this.#try(() => post("consent", { agree }));
  }

  redo() {
    if (this.isPresent && this.game.redo) this.#try(() => post("redo"));
  }

  async #give(body) {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#given.forEach((hear) => hear(body));
    this.changed();
    return this.#try(() => post("answer", body));
  }

  async #try(act) {
    try {
      await act();
      return null;
    } catch (error) {
      this.#isSending = false;
      this.#goal = this.#instead = null;
      this.answer = new Answer(this.asked);
      this.changed();
      const refusal = error.refusal ?? { reason: error.message };
      this.refused?.(refusal);
      return refusal;
    }
  }

  why(what) {
    return post("why", what);
  }

  odds(body) {
    return post("odds", body);
  }

  read(path) {
    return get(path);
  }
}
