// Remembers in which kinds of questions a unit is chosen in order to move it. Only there are units moved in groups.

import { Memory } from "./memory.js";

/** @import { Store } from "./store.js" */

/** @param {Store} store */
export function learnMoves(store) {
  /** @type {Memory<Record<string, boolean>>} */
  const memory = new Memory(store, "moves", {}, (moves, old) => ({ ...old, ...moves }));
  /** @type {{ key: string, number: number, unit: string } | null} The unit that was last chosen. */
  let chosen = null;
  store.selection.movesAfter = (key) => memory.value[key];
  store.onSend((question, { answer }) => {
    const unit = "one" in answer ? question.options[answer.one]?.unit : undefined;
    chosen = unit === undefined ? null : { key: question.key, number: question.number, unit };
  });
  store.onUndo(() => {
    chosen = null;
  });
  store.onChange(() => {
    const { question, mover, choices } = store;
    if (!chosen || !question || question.number === chosen.number) return;
    const { key, unit } = chosen;
    const isMove = mover === unit && choices.bySpace.size > 0;
    chosen = null;
    if (isMove !== memory.value[key]) memory.value = { ...memory.value, [key]: isMove || (memory.value[key] ?? false) };
  });
}
