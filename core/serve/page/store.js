// The page's state: what is shown, the question, and the answer in progress. Most parts of the page need only this.

import { Answer } from "./answer.js";
import { faultOf, game, redoTimes, undoTimes } from "./api.js";
import { Choices } from "./choices.js";
import { Selection } from "./selection.js";
import { ObservableSnapshot } from "./snapshot.js";

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Advice, AnswerRequest, BoardMap, Fault, Game, MapSide, Question } from "../protocol.js" */
/** @typedef {(question: Question, request: AnswerRequest) => void} SendListener */

/** How long a second click on the red button is ignored, in milliseconds. */
const DOUBLE_CLICK = 500;

export class Store {
  snapshot = new ObservableSnapshot();
  answer = new Answer(null);
  choices = new Choices(null, () => false);
  /** @type {number | null} The past moment that is shown; `null` for the present. */
  pastMoment = null;
  /** @type {string | null} The title of the comparison snapshot shown instead of the game. */
  comparison = null;
  /** @type {string | null} The title of the film of the past that is shown. */
  film = null;
  /** Whether the screen is being handed over. The snapshot then lacks parts that the game still has. */
  isHandedOver = false;

  // The next three are set by the module that explains refusals.
  /** @type {(fault: Fault) => void} */
  onRefused = () => {};
  /** @type {(space: string) => void} */
  onMissedGoal = () => {};
  /** @type {(unit: string) => void} */
  onRefusedUnit = () => {};

  /** @type {number | null} How much of an agent's thinking is done, in percent; `null` if none is thinking. */
  thinking = null;

  /** @type {Advice | null} The advice on the question, once it was asked for. */
  advice = null;
  /** Whether advice on the question was asked for, but there is none. */
  hasNoAdvice = false;
  /** Called when advice arrives. Set by the module that shows it. */
  onAdvice = () => {};

  /** The units that the player moves together. */
  selection = new Selection(this);
  /** @type {() => string | null} Returns what to ask before the question is declined. Set by the confirmations. */
  stopDoubt = () => null;
  /** @type {() => string | null} Returns what to ask before the answer is sent. Set by the confirmations. */
  sendDoubt = () => null;
  /**
   * @type {() => Promise<boolean> | null} Asks whether the attack that the answer makes is meant; `null` if there is
   *   nothing to ask. Set by the confirmations.
   */
  attackDoubt = () => null;
  /** @type {string | null} What the page asks before it declines the question or sends the answer. */
  doubt = null;
  /** @type {(option: number) => boolean} Whether an option is the usual answer. */
  isUsual = () => false;
  /** @type {() => number} Returns how many answers the next undo takes back. Set by the module that moves groups. */
  undoLength = () => 1;
  /** @type {() => number} Returns how many answers the next redo brings back. Set by the module that moves groups. */
  redoLength = () => 1;

  /** @type {string[] | null} The path along which a unit was dragged, kept until the question asks for its goal. */
  #draggedPath = null;
  /** @type {string | null} The unit to choose instead of the current mover. */
  #otherUnit = null;
  /** @type {(() => void)[]} */
  #changeListeners = [];
  /** @type {SendListener[]} */
  #sendListeners = [];
  /** @type {(() => void)[]} */
  #undoListeners = [];
  /** @type {(() => void)[]} */
  #refusalListeners = [];
  #isSending = false;
  #isRewinding = false;
  #stopTime = -Infinity;
  #doubtTime = -Infinity;

  /**
   * @param {BoardMap} map
   * @param {Board} board
   */
  constructor(map, board) {
    this.map = map;
    this.board = board;
  }

  /**
   * Calls a listener whenever the question, its choices or the answer in progress changes.
   * @param {() => void} listener
   */
  onChange(listener) {
    this.#changeListeners.push(listener);
  }

  /**
   * Calls a listener whenever an answer is sent.
   * @param {SendListener} listener
   */
  onSend(listener) {
    this.#sendListeners.push(listener);
  }

  /**
   * Calls a listener whenever the player takes back an answer.
   * @param {() => void} listener
   */
  onUndo(listener) {
    this.#undoListeners.push(listener);
  }

  /**
   * Calls a listener whenever the server refuses a request.
   * @param {() => void} listener
   */
  onRefusal(listener) {
    this.#refusalListeners.push(listener);
  }

  /** Whether an answer, an undo or a redo is on its way to the server. */
  get isSending() {
    return this.#isSending || this.#isRewinding;
  }

  /** Redraws the question, for example after the selection has changed. */
  redraw() {
    this.#notify();
  }

  #notify() {
    for (const listener of this.#changeListeners) listener();
  }

  get isPresent() {
    return this.pastMoment === null && this.comparison === null;
  }

  /** The failure of a rule that keeps the game from going on, if any. */
  get failure() {
    return (this.isPresent && this.snapshot.get("failure")) || null;
  }

  get question() {
    return (this.isPresent && this.snapshot.get("question")) || null;
  }

  /** @returns {Partial<Game>} empty before the first snapshot */
  get game() {
    return this.snapshot.get("game") ?? {};
  }

  /** The unit for which the question asks for a goal or a place. */
  get mover() {
    return this.question?.context.find((choice) => choice.unit !== undefined)?.unit;
  }

  /**
   * Returns a side, with its name and colours.
   * @param {string | null | undefined} name
   * @returns {Partial<MapSide> & { text: string }}
   */
  side(name) {
    return this.map.sides.find((side) => side.name === name) ?? { text: name ?? "" };
  }

  /** The sides that have a player. */
  get playedSides() {
    return this.map.sides.filter(({ neutral }) => !neutral);
  }

  /** Updates the choices after the question has changed or units have moved. */
  refresh() {
    const { question } = this;
    if (!question || question.number !== this.answer.question?.number) {
      this.answer = new Answer(question);
      this.doubt = null;
    }
    this.choices = new Choices(question, (unit) => this.board.has(unit));
    this.#isSending = false;
    this.thinking = null;
    if (question?.number !== this.advice?.number) this.advice = null;
    this.hasNoAdvice = false;
    if (!this.#chooseOtherUnit() && !this.#chooseDraggedPath()) this.#notify();
  }

  // Chooses the path of a dragged unit once its goals are known.
  #chooseDraggedPath() {
    return this.question !== null && this.#draggedPath !== null && this.#chooseGoal(this.#draggedPath);
  }

  /** @param {string[]} path */
  #chooseGoal(path) {
    const goal = path.at(-1);
    const option = this.choices.closestPath(goal, path);
    this.#draggedPath = null;
    if (option !== undefined) this.pick(option);
    else if (goal !== undefined) this.onMissedGoal(goal);
    return option !== undefined;
  }

  // After an undo, chooses the other unit if that is possible, or else reports why it is not.
  #chooseOtherUnit() {
    const unit = this.#otherUnit;
    if (unit === null || !this.question) return false;
    this.#otherUnit = null;
    const option = this.choices.byUnit.get(unit);
    if (option === undefined) {
      this.#draggedPath = null;
      this.onRefusedUnit(unit);
      return false;
    }
    this.pick(option);
    return true;
  }

  /**
   * Chooses a unit instead of the current mover, and the goal to which it was dragged.
   * @param {string} unit
   * @param {string[] | null} [path]
   */
  chooseInstead(unit, path = null) {
    this.#otherUnit = unit;
    this.#draggedPath = path;
    this.undoOne();
  }

  /**
   * Picks a unit and remembers the path along which it was dragged.
   * @param {number} option
   * @param {string[]} path
   */
  drag(option, path) {
    this.#draggedPath = path;
    this.pick(option);
  }

  /**
   * Chooses the goal of the unit that was chosen when its drag began.
   * @param {string} unit
   * @param {string[]} path
   */
  drop(unit, path) {
    if (this.mover === unit && !this.#isSending) this.#chooseGoal(path);
    else this.#draggedPath = path;
  }

  /**
   * Picks several options. Sends the answer if that makes it complete, unless the player may add to it.
   * @param {number[]} options
   * @param {boolean} [isSent]
   */
  pickAll(options, isSent = true) {
    if (!this.question || this.#isSending) return;
    for (const option of options) if (!this.answer.has(option)) this.answer.pick(option);
    if (isSent && this.answer.isComplete) this.#sendNow();
    else this.#notify();
  }

  /** @param {number} option */
  pick(option) {
    if (!this.question || this.#isSending) return;
    if (this.answer.pick(option)) this.#sendNow();
    else this.#notify();
  }

  /**
   * Answers with a place on a table, which need not be one of those offered. If it is refused, returns the reason.
   * @param {Point} spot
   */
  async place(spot) {
    return this.question ? this.#post({ number: this.question.number, answer: { spot } }) : null;
  }

  /** @param {number} option */
  decrease(option) {
    this.answer.decrease(option);
    this.#notify();
  }

  /** Clears the answer and the selection. Returns whether anything was picked. */
  clear() {
    const hadPicked = this.answer.picked.length > 0 || this.selection.units.size > 0 || this.doubt !== null;
    this.doubt = null;
    this.selection.units.clear();
    this.answer = new Answer(this.question);
    this.#notify();
    return hadPicked;
  }

  /** Sends the answer in progress, after a confirmation if one is due. */
  send() {
    if (this.question && this.answer.isComplete && !this.#mustConfirm(this.sendDoubt)) this.#sendNow();
  }

  #sendNow() {
    const { question, answer } = this;
    if (!question || !answer.isComplete) return;
    const doubt = this.attackDoubt();
    if (!doubt) return void this.#post(answer.request(question));
    const picked = [...answer.picked];
    this.#notify();
    doubt.then((isMeant) => this.#endDoubt(isMeant, answer, picked));
  }

  /**
   * Sends an attack that the player has confirmed, or lets go of its target.
   * @param {boolean} isMeant
   * @param {Answer} answer
   * @param {number[]} picked
   */
  #endDoubt(isMeant, answer, picked) {
    const { question } = this;
    const isSame = answer === this.answer && picked.join() === answer.picked.join();
    if (!question || !isSame) return;
    if (isMeant) return void this.#post(answer.request(question));
    for (const listener of this.#refusalListeners) listener();
    if (answer.isOne) this.answer = new Answer(question);
    this.#notify();
  }

  /** Declines the question. A double click neither confirms that nor declines the next question too. */
  stop() {
    const now = performance.now();
    if (!this.question?.stop || now - this.#stopTime < DOUBLE_CLICK || this.#mustConfirm(this.stopDoubt)) return;
    this.#stopTime = now;
    this.decline();
  }

  /** Declines the question without a confirmation. */
  decline() {
    if (this.question?.stop) this.#post({ number: this.question.number, answer: { stop: true } });
  }

  /**
   * Returns whether the player must press the button again. The second click of a double click does not count.
   * @param {() => string | null} doubt
   */
  #mustConfirm(doubt) {
    const now = performance.now();
    if (this.doubt !== null) return now - this.#doubtTime < DOUBLE_CLICK / 2;
    this.doubt = doubt();
    this.#doubtTime = now;
    if (this.doubt !== null) this.#notify();
    return this.doubt !== null;
  }

  /** @param {number} percent */
  showThinking(percent) {
    this.thinking = percent;
    this.#notify();
  }

  /**
   * Lets agents play without pauses until a person must decide; one that is thinking decides now. If the player waits
   * for advice, it comes now.
   */
  hurry() {
    if (this.isPresent && (!this.question || this.isSeekingAdvice)) game.hurry().catch(() => null);
  }

  /** Whether advice on the question is in the making. */
  get isSeekingAdvice() {
    return this.question !== null && this.thinking !== null;
  }

  /** Asks for advice on the question. */
  askAdvice() {
    if (this.question && !this.isSeekingAdvice) this.#attempt(game.advice);
  }

  /** @param {Advice | null} advice */
  showAdvice(advice) {
    this.thinking = null;
    this.advice = advice?.number === this.question?.number ? advice : null;
    this.hasNoAdvice = advice === null;
    this.#notify();
    if (this.advice) this.onAdvice();
  }

  /** Answers as advised. */
  takeAdvice() {
    if (this.question && this.advice) this.#post({ number: this.advice.number, answer: this.advice.answer });
  }

  /** The advised answer, while the question is pending. */
  get advised() {
    return this.question && this.advice ? this.advice.answer : null;
  }

  /**
   * Returns whether an option is part of the advised answer.
   * @param {number} option
   */
  isAdvised(option) {
    const { advised } = this;
    if (!advised) return false;
    if ("one" in advised) return advised.one === option;
    if ("several" in advised) return advised.several.includes(option);
    return "shares" in advised && advised.shares.some(([shared]) => shared === option);
  }

  /** Takes back the last answer, or all answers of a group that has just moved. */
  undo() {
    this.#undo(this.undoLength());
  }

  /** Takes back the last answer. */
  undoOne() {
    this.#undo(1);
  }

  /** @param {number} count */
  #undo(count) {
    if (!this.isPresent || !this.game.moment) return;
    for (const listener of this.#undoListeners) listener();
    this.#rewind(() => undoTimes(count));
  }

  /** Brings back the last answer that was taken back, or all answers of a group. */
  redo() {
    if (!this.isPresent || !this.game.redo) return;
    const count = this.redoLength();
    this.#rewind(() => redoTimes(count));
  }

  /** @param {() => Promise<void>} send */
  #rewind(send) {
    this.#isRewinding = true;
    this.#notify();
    this.#attempt(send).then(() => {
      this.#isRewinding = false;
      this.#notify();
    });
  }

  /**
   * Answers another player's undo request, or withdraws the player's own.
   * @param {boolean} agree
   */
  consent(agree) {
    this.#attempt(() => game.consent({ agree }));
  }

  /** @param {AnswerRequest} request */
  async #post(request) {
    const { question } = this;
    if (this.#isSending || !question) return null;
    this.#isSending = true;
    this.doubt = null;
    for (const listener of this.#sendListeners) listener(question, request);
    this.#notify();
    return this.#attempt(() => game.answer(request));
  }

  /**
   * Shows the errors in the rules with which a question to the server failed, if there are any. Returns the reason.
   * @param {unknown} error
   */
  reportFailure(error) {
    const fault = faultOf(error);
    if (fault.diagnostic) this.onRefused(fault);
    return fault;
  }

  /**
   * Sends a request. If it fails, returns the reason.
   * @param {() => Promise<unknown>} send
   */
  async #attempt(send) {
    try {
      await send();
      return null;
    } catch (error) {
      return this.#reset(faultOf(error));
    }
  }

  /** @param {Fault} fault */
  #reset(fault) {
    this.#isSending = false;
    this.#draggedPath = null;
    this.#otherUnit = null;
    this.answer = new Answer(this.question);
    for (const listener of this.#refusalListeners) listener();
    this.#notify();
    this.onRefused(fault);
    return fault;
  }
}
