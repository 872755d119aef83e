// The options of a question by their position on the board, where they are highlighted.

import { defined, unique } from "./lists.js";

/** @import { Choice, Places, Question } from "../protocol.js" */

/** The maximum number of options without a place on the board that get buttons beside the prompt. */
const MAX_BUTTONS = 7;

export class Choices {
  /** @type {Map<string, number>} Options by unit. */
  byUnit = new Map();
  /** @type {Map<string, number[]>} Options by the space where they are or where their path ends. */
  bySpace = new Map();
  /** @type {number[]} Options that are not on the map: labels, numbers, waiting units. */
  offBoard = [];

  /**
   * @param {Question | null} question
   * @param {(unit: string) => boolean} isOnMap
   */
  constructor(question, isOnMap) {
    /** @type {Choice[]} */
    this.options = question?.options ?? [];
    /** @type {Places | null} The places of a region, which has too many to list them as options. */
    this.places = question?.places ?? null;
    for (const [i, option] of this.options.entries()) this.#add(option, i, isOnMap);
  }

  /**
   * @param {Choice} option
   * @param {number} i
   * @param {(unit: string) => boolean} isOnMap
   */
  #add(option, i, isOnMap) {
    const goal = goalOf(option);
    if (option.unit !== undefined && isOnMap(option.unit)) this.byUnit.set(option.unit, i);
    else if (goal !== undefined) this.bySpace.set(goal, [...(this.bySpace.get(goal) ?? []), i]);
    else this.offBoard.push(i);
  }

  /** Options for units that are off the map. */
  get offMapUnits() {
    return this.offBoard.filter((i) => this.options[i].unit !== undefined);
  }

  /** Labels and numbers, if there are few enough for each to have a button beside the prompt. */
  get buttons() {
    const isPlain = (/** @type {number} */ i) => this.options[i].unit === undefined && !this.options[i].path;
    return this.offBoard.length <= MAX_BUTTONS && this.offBoard.every(isPlain) ? this.offBoard : [];
  }

  get isEmpty() {
    return this.options.length === 0 && !this.places;
  }

  /** Whether any unit or space on the map can be chosen. */
  get isOnMap() {
    return this.byUnit.size + this.bySpace.size > 0;
  }

  /** The spaces that can be chosen, and the spaces of units that can be chosen. */
  spaces() {
    const ofUnits = [...this.byUnit.values()].map((i) => this.options[i].space);
    return unique([...this.bySpace.keys(), ...defined(ofUnits)]);
  }

  /**
   * Returns the path to a goal that shares the most spaces with the dragged path; the shortest if several do.
   * @param {string | undefined} goal
   * @param {string[]} dragged
   * @returns {number | undefined}
   */
  closestPath(goal, dragged) {
    if (goal === undefined) return undefined;
    const path = (/** @type {number} */ i) => this.options[i].path ?? [];
    const shared = (/** @type {number} */ i) => path(i).filter((space) => dragged.includes(space)).length;
    const paths = [...(this.bySpace.get(goal) ?? [])];
    return paths.sort((a, b) => shared(b) - shared(a) || path(a).length - path(b).length)[0];
  }
}

/**
 * Returns the space of an option that is a space, or the last space of a path.
 * @param {Choice} option
 */
function goalOf(option) {
  if (option.path) return option.path.at(-1);
  return option.unit === undefined ? option.space : undefined;
}
