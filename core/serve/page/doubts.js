// What the page asks before the player ends a phase too early, or rolls the first dice of a phase.

import { Memory } from "./memory.js";
import { translate } from "./i18n.js";

/** @import { Store } from "./store.js" */

const KEY = "grognard.confirm-end";
const ATTACK_KEY = "grognard.confirm-attack";

/** Whether the page asks. */
export const doubts = {
  get areOn() {
    return localStorage.getItem(KEY) !== "off";
  },
  set areOn(value) {
    localStorage.setItem(KEY, value ? "on" : "off");
  },
  /** Whether the page asks before attacks that have little chance. */
  get areAttacksDoubted() {
    return localStorage.getItem(ATTACK_KEY) !== "off";
  },
  set areAttacksDoubted(value) {
    localStorage.setItem(ATTACK_KEY, value ? "on" : "off");
  },
};

/** @param {Store} store */
export function askDoubts(store) {
  const rolls = new RollMemory(store);
  store.stopDoubt = () => (doubts.areOn ? stopDoubt(store) : null);
  store.sendDoubt = () => (doubts.areOn && rolls.isFirst() ? translate("Roll the dice? Undo ends there.") : null);
}

/** @param {Store} store */
function stopDoubt({ question, selection, choices, board }) {
  if (!question?.stop) return null;
  const own = [...choices.byUnit.keys()].filter((unit) => board.sideOf(unit) === question.side);
  if (!selection.isMove || own.length === 0) return null;
  return translate("{1}? {2} units have not moved", question.stop, own.length);
}

/** Remembers which kinds of answers rolled dice, and for which phase the player has been asked. */
class RollMemory {
  #asked = "";
  /** @type {string | null} The key of the question that was last answered. */
  #key = null;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** @type {Memory<string[]>} */
    this.keys = new Memory(store, "rolls", [], (/** @type {string[]} */ keys, old) => [...new Set([...keys, ...old])]);
    store.onSend((question) => {
      this.#key = question.key;
    });
    store.snapshot.on("dice/", () => this.#learn());
  }

  #learn() {
    const key = this.#key;
    this.#key = null;
    if (key !== null && !this.keys.value.includes(key)) this.keys.value = [...this.keys.value, key];
  }

  /** Whether the answer would roll the first dice of the phase after decisions that could still be taken back. */
  isFirst() {
    const { question, game } = this.store;
    const phase = `${game.turn} ${game.phase}`;
    if (!question || !game.undo || !this.keys.value.includes(question.key) || this.#asked === phase) return false;
    this.#asked = phase;
    return true;
  }
}
