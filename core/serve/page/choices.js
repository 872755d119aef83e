// The options of a question, indexed by the places on the board where they are highlighted.

import { defined, unique } from "./lists.js";

/** @import { Choice, Places, Question } from "../protocol.js" */

/** The maximum number of options with buttons next to the prompt. Options with a place on the board do not count. */
const MAX_BUTTONS = 7;

export class Choices {
  /** @type {Map<string, number>} The options that are units on the map, by unit. */
  byUnit = new Map();
  /** @type {Map<string, number[]>} The options that are spaces or paths, by the space or the end of the path. */
  bySpace = new Map();
  /** @type {number[]} Options that are not on the map: labels, numbers, units off the map. */
  offBoard = [];

  /**
   * @param {Question | null} question
   * @param {(unit: string) => boolean} isOnMap
   */
  constructor(question, isOnMap) {
    /** @type {Choice[]} */
    this.options = question?.options ?? [];
    /** @type {Places | null} The places of a region, which has too many to list as options. */
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

  /** Labels and numbers, if there are few enough for each to have a button next to the prompt. */
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

  /** Whether everything that can be chosen is listed in the panel only. */
  get areInPanel() {
    return this.options.length > 0 && !this.isOnMap && !this.places && this.buttons.length === 0;
  }

  /** The spaces that can be chosen or that contain units that can be chosen. */
  spaces() {
    const ofUnits = [...this.byUnit.values()].map((i) => this.options[i].space);
    return unique([...this.bySpace.keys(), ...defined(ofUnits)]);
  }

  /**
   * Returns the option whose path to a goal shares the most spaces with the dragged path. Of several such options,
   * returns the one with the shortest path.
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
 * Returns the space that an option names, or the last space of its path.
 * @param {Choice} option
 */
function goalOf(option) {
  if (option.path) return option.path.at(-1);
  return option.unit === undefined ? option.space : undefined;
}
