// Drags on the board: of units that can be chosen, of the unit whose goal is asked for, of a box, or of the ruler.

import { BoxDrag } from "./box-drag.js";
import { closest } from "./dom.js";
import { DragPath } from "./drag-path.js";
import { inFormation } from "./formation.js";
import { GoalHint } from "./goal-hint.js";
import { GroupGhosts } from "./group-ghosts.js";
import { unique } from "./lists.js";
import { isAlternative, optionsOn } from "./unit-options.js";

/** @import { BoardActions } from "./board-actions.js" */
/** @import { Box } from "./box-drag.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Ruler } from "./ruler.js" */
/** @import { Store } from "./store.js" */
/** @typedef {{ units: string[], lift?: () => void, drop: (path: string[]) => void }} Load what is dragged */

export class Drags {
  /** @type {GoalHint | null} */
  #hint = null;

  /**
   * @param {Store} store
   * @param {BoardActions} actions
   * @param {Ruler | null} ruler
   */
  constructor(store, actions, ruler) {
    this.store = store;
    this.actions = actions;
    this.ruler = ruler;
    store.onChange(() => this.#hint?.draw());
  }

  /**
   * Begins a drag. Returns `null` if the drag moves the map.
   * @param {EventTarget | null} target
   * @param {Point} start
   * @param {PointerEvent} event
   */
  begin(target, start, event) {
    if (this.ruler && (this.ruler.isOn || event.shiftKey)) return this.ruler.drag(start);
    const { question, answer, selection } = this.store;
    if (event.shiftKey && selection.purpose !== null) return new BoxDrag(start, (box) => this.#select(box));
    const data = closest(target, "[data-space], [data-fan]")?.dataset;
    const space = data?.space ?? data?.fan;
    if (!question || space === undefined || !answer.isOne) return null;
    const isWhole = closest(target, ".badge") !== null;
    const load = (isWhole && this.#stack(space)) || this.#load(space, closest(target, ".piece")?.dataset.id);
    if (!load) return null;
    this.actions.closeFan();
    load.lift?.();
    return this.#drag(load, space);
  }

  /**
   * @param {Load} load
   * @param {string} start
   */
  #drag({ units, drop }, start) {
    const { board } = this.store;
    const hint = new GoalHint(this.store, units);
    const ghosts = this.#isSpread(units) ? new GroupGhosts(board) : null;
    this.#hint = hint;
    return new DragPath(board, start, {
      over: (space, x, y) => {
        hint.show(space, x, y);
        ghosts?.show(inFormation(board, units, start, space));
      },
      drop,
      end: () => {
        hint.remove();
        ghosts?.remove();
        this.#hint = null;
      },
    });
  }

  /**
   * Returns whether units that are dragged together move from different spaces.
   * @param {string[]} units
   */
  #isSpread(units) {
    const { board, selection } = this.store;
    return selection.purpose === "move" && unique(units.map((unit) => board.spaceOf(unit))).length > 1;
  }

  /**
   * @param {string} space
   * @param {string | undefined} unit
   * @returns {Load | null}
   */
  #load(space, unit) {
    const { store } = this;
    const group = this.#group(space, unit);
    if (group) return group;
    const option = this.#option(space, unit);
    const lifted = option === undefined ? undefined : store.choices.options[option].unit;
    if (option !== undefined && lifted !== undefined && store.selection.isMove) {
      return { units: [lifted], lift: () => store.pick(option), drop: (path) => store.drop(lifted, path) };
    }
    if (option !== undefined) return { units: [], drop: (path) => store.drag(option, path) };
    if (unit !== undefined && isAlternative(store, unit)) {
      return { units: [unit], lift: () => store.chooseInstead(unit), drop: (path) => store.drop(unit, path) };
    }
    const mover = store.question?.context.find((choice) => choice.unit !== undefined && choice.space === space)?.unit;
    if (mover === undefined || store.choices.bySpace.size === 0) return null;
    return { units: [mover], drop: (path) => this.#arrive(path) };
  }

  /**
   * Returns the units of a stack that is dragged by its number. Their goals are those of the first.
   * @param {string} space
   * @returns {Load | null}
   */
  #stack(space) {
    const { selection } = this.store;
    const units = selection.selectable(space);
    if (!selection.isMove || units.length < 2) return null;
    const lift = () => this.actions.selectStack(space);
    return { units, lift, drop: (path) => this.actions.dropGroup(units, path, false) };
  }

  /**
   * Returns the selected units, or the units that attack, if one of them is dragged.
   * @param {string} space
   * @param {string | undefined} unit
   * @returns {Load | null}
   */
  #group(space, unit) {
    const { selection, board } = this.store;
    const units = [...selection.units];
    const isSelected =
      unit === undefined ? units.some((one) => board.spaceOf(one) === space) : selection.units.has(unit);
    if (isSelected) return { units, drop: (path) => this.actions.dropGroup(units, path, false) };
    if (selection.purpose !== "attack") return null;
    const stack = selection.selectable(space);
    return stack.length > 0 ? { units: stack, drop: (path) => this.actions.dropGroup(stack, path, true) } : null;
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

  /** @param {Box} box */
  #select({ left, right, top, bottom }) {
    const { board, selection } = this.store;
    const isInside = (/** @type {string} */ unit) => {
      const { x, y, width, height } = (
        board.elements.get(unit)?.closest(".pile, .stack") ?? board.svg
      ).getBoundingClientRect();
      const [atX, atY] = [x + width / 2, y + height / 2];
      return left <= atX && atX <= right && top <= atY && atY <= bottom;
    };
    const units = [...board.stacks.keys()].flatMap((space) => selection.selectable(space)).filter(isInside);
    selection.toggle(units);
  }
}
