// Drags on the board: of a unit that can be chosen, of the unit whose goal is asked for, or of the ruler.

import { closest } from "./dom.js";
import { DragPath } from "./drag-path.js";
import { isAlternative, optionsOn } from "./unit-options.js";

/** @import { BoardActions } from "./board-actions.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Ruler } from "./ruler.js" */
/** @import { Store } from "./store.js" */
/** @typedef {(path: string[]) => void} DropAction */

export class Drags {
  /**
   * @param {Store} store
   * @param {BoardActions} actions
   * @param {Ruler | null} ruler
   */
  constructor(store, actions, ruler) {
    this.store = store;
    this.actions = actions;
    this.ruler = ruler;
  }

  /**
   * Begins a drag. Returns `null` if the drag moves the map.
   * @param {EventTarget | null} target
   * @param {Point} start
   * @param {PointerEvent} event
   */
  begin(target, start, event) {
    if (this.ruler && (this.ruler.isOn || event.shiftKey)) return this.ruler.drag(start);
    const data = closest(target, "[data-space], [data-fan]")?.dataset;
    const space = data?.space ?? data?.fan;
    const { question, answer, board } = this.store;
    if (!question || space === undefined || !answer.isOne) return null;
    const onDrop = this.#dropAction(space, closest(target, ".piece")?.dataset.id);
    if (!onDrop) return null;
    this.actions.closeFan();
    return new DragPath(board, space, onDrop);
  }

  /**
   * @param {string} space
   * @param {string | undefined} unit
   * @returns {DropAction | null}
   */
  #dropAction(space, unit) {
    const { question, choices } = this.store;
    const option = this.#option(space, unit);
    if (option !== undefined) return (path) => this.store.drag(option, path);
    if (unit !== undefined && isAlternative(this.store, unit)) return (path) => this.store.chooseInstead(unit, path);
    const isMover = question?.context.some((choice) => choice.unit !== undefined && choice.space === space);
    return choices.bySpace.size > 0 && isMover ? (path) => this.#arrive(path) : null;
  }

  /**
   * Returns the option for the unit being dragged, or for the only selectable unit in its space.
   * @param {string} space
   * @param {string | undefined} unit
   */
  #option(space, unit) {
    const { board, choices, question } = this.store;
    const ofUnit = unit === undefined ? undefined : choices.byUnit.get(unit);
    const others = board.stacks.has(space) ? optionsOn(this.store, space) : [];
    const option = ofUnit ?? (others.length === 1 ? others[0] : undefined);
    if (option === undefined) return undefined;
    const side = board.sideOf(choices.options[option].unit) ?? question?.side;
    return side === question?.side ? option : undefined;
  }

  /** @param {string[]} path */
  #arrive(path) {
    const goal = path.at(-1);
    const option = this.store.choices.closestPath(goal, path);
    if (option === undefined) this.actions.why.ask({ space: goal });
    else this.store.pick(option);
  }
}
