// Moves several units, or attacks with them, in one gesture. Each unit is moved by the answers that the player would
// give. If one of them is not offered, the rest of the group stays selected.

import { showPassingNote } from "./passing-note.js";
import { translate } from "./i18n.js";
import { Sequence } from "./sequence.js";

/** @import { Move } from "./formation.js" */
/** @import { Step } from "./sequence.js" */
/** @import { Store } from "./store.js" */
/** @import { Why } from "./why.js" */

const STOPPED = "The group has stopped.";
/** How long the note stays that a group has stopped, in milliseconds. */
const NOTE_DURATION = 9000;

export class Groups {
  /**
   * @param {Store} store
   * @param {Why} why
   */
  constructor(store, why) {
    this.store = store;
    this.why = why;
    this.sequence = new Sequence(store, (step, left) => this.#stop(step, left));
    store.onChange(() => this.#update());
  }

  get isMoving() {
    return this.sequence.isRunning;
  }

  // Units on the move are not selected any more.
  #update() {
    if (!this.isMoving) this.store.selection.update();
  }

  /**
   * Moves units to their goals. The unit whose goal is asked for goes first.
   * @param {Move[]} moves
   */
  move(moves) {
    const { mover, selection } = this.store;
    const isMover = (/** @type {Move} */ { unit }) => unit === mover;
    const ordered = [...moves.filter(isMover), ...moves.filter((move) => !isMover(move))];
    selection.units.clear();
    this.sequence.start(ordered.flatMap(moveSteps), ordered[0]?.unit === mover ? 1 : 0);
  }

  /**
   * Attacks a target with units.
   * @param {number} target the option
   * @param {string[]} units
   * @param {boolean} isDraft whether the player may add units before the attack
   */
  attack(target, units, isDraft) {
    this.store.selection.units.clear();
    const first = { unit: null, isFirst: true, reply: () => [target] };
    const second = {
      unit: null,
      isFirst: false,
      isDraft,
      reply: (/** @type {Store} */ store) => attackers(store, units),
    };
    this.sequence.start([first, second]);
  }

  /**
   * Reports why a group has stopped, and selects the units that have not moved.
   * @param {Step} step
   * @param {Step[]} left
   */
  #stop(step, left) {
    const { selection, question, mover } = this.store;
    const units = left.flatMap(({ unit, isFirst }) => (unit !== null && isFirst ? [unit] : []));
    if (!step.isFirst || selection.isMove) for (const unit of units) selection.units.add(unit);
    this.store.redraw();
    const count = units.length;
    const lead = count > 0 ? translate("The group has stopped; {1} units have not moved.", count) : translate(STOPPED);
    if (step.goal && mover === step.unit) return void this.why.ask({ space: step.goal }, lead);
    if (!question) return void showPassingNote(lead, NOTE_DURATION);
    this.why.show({ reason: translate("There is another question first.") }, lead);
  }
}

/**
 * @param {Move} move
 * @returns {Step[]}
 */
function moveSteps({ unit, goal }) {
  return [
    { unit, isFirst: true, reply: (store) => chooseUnit(store, unit) },
    { unit, goal, isFirst: false, reply: (store) => chooseGoal(store, unit, goal) },
  ];
}

/**
 * @param {Store} store
 * @param {string} unit
 */
function chooseUnit({ mover, choices, selection }, unit) {
  if (mover === unit && choices.bySpace.size > 0) return "done";
  const option = choices.byUnit.get(unit);
  return option !== undefined && selection.isMove ? [option] : null;
}

/**
 * The server moves a unit that has only one goal without asking.
 * @param {Store} store
 * @param {string} unit
 * @param {string} goal
 */
function chooseGoal({ mover, choices, board }, unit, goal) {
  if (mover !== unit) return board.spaceOf(unit) === goal ? "done" : null;
  const option = choices.closestPath(goal, []);
  return option === undefined ? null : [option];
}

/**
 * A single unit that can attack is not asked for.
 * @param {Store} store
 * @param {string[]} units
 */
function attackers({ answer, choices, question, board }, units) {
  const isAsked = [...choices.byUnit.keys()].some((unit) => board.sideOf(unit) === question?.side);
  if (!isAsked || answer.form.kind !== "several") return "done";
  const offered = units.flatMap((unit) => choices.byUnit.get(unit) ?? []);
  return offered.length > 0 ? offered : null;
}
