// What a step of a film shows on the board: moving units, arrows, spaces that change hands, and battles.

import { arrow, trail } from "./arrow.js";
import { svgElement } from "./dom.js";
import { Actors } from "./film-actors.js";
import { BattleCard } from "./film-battle.js";
import { createStage } from "./film-stage.js";
import { defined, unique } from "./lists.js";

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Battle, Changes, Pair, Step } from "./film-steps.js" */
/** @import { Motion } from "./film-motion.js" */

const TURN_CHANGE = 400;
/** How long the result of a battle is shown before units move, in milliseconds. */
const RESULT = 900;

export class Scene {
  #marks = svgElement("g", { class: "film-marks", "aria-hidden": "true" });

  /**
   * @param {Board} board
   * @param {Motion} motion
   */
  constructor(board, motion) {
    this.board = board;
    this.motion = motion;
    this.stage = createStage(board);
    this.actors = new Actors(board, this.stage, motion);
    this.card = new BattleCard(board, motion);
  }

  clear() {
    this.#marks.remove();
    this.#marks.replaceChildren();
    this.actors.clear();
    this.card.close();
  }

  /**
   * Returns the points that a step is about.
   * @param {Changes} changes
   */
  points({ moves, losses, flips, battle }) {
    const { board } = this;
    const units = [...losses, ...flips.map(({ before }) => before), ...moves.flatMap((it) => [it.before, it.after])];
    const spaces = battle ? this.#battleSpaces(battle) : [];
    return defined([...units.map(({ place }) => board.at(place)), ...spaces.map((space) => board.at(space))]);
  }

  /**
   * Shows attackers, targets, odds and dice.
   * @param {Changes} changes
   * @param {boolean} isSmooth
   */
  async fight({ battle, lines, rolls }, isSmooth) {
    if (!battle) return;
    const { board } = this;
    const spaces = this.#battleSpaces(battle);
    this.#mark([
      ...spaces.map((space) => board.outline(space, { class: "film-target" })),
      ...this.#attacks(battle, spaces),
    ]);
    const starts = battle.attackers.map((unit) => board.spaceOf(unit));
    const points = defined([...spaces, ...starts].map((space) => board.at(space)));
    await this.card.show(points, lines, rolls, isSmooth);
    if (isSmooth) await this.motion.wait(RESULT);
  }

  /** @param {Battle} battle */
  #battleSpaces({ targets, spaces }) {
    const attacked = defined(targets.map((unit) => this.board.spaceOf(unit)));
    return unique(attacked.length ? attacked : spaces).filter((space) => this.board.at(space));
  }

  /**
   * @param {Battle} battle
   * @param {string[]} spaces
   */
  #attacks({ attackers }, spaces) {
    const { board } = this;
    const goals = defined(spaces.map((space) => board.at(space)));
    const starts = defined(unique(attackers.map((unit) => board.spaceOf(unit))).map((space) => board.at(space)));
    if (goals.length !== 1) return [];
    return starts.map((start) => arrow(start, goals[0], "bound"));
  }

  // The copies of the units stay until the next step: each change of the board takes as long as some frames.
  /**
   * Moves units to where they are after a step.
   * @param {Step} step
   * @param {(step: Step) => void} redraw shows the board after the step
   * @param {boolean} isSmooth
   */
  async move(step, redraw, isSmooth) {
    const { changes } = step;
    const { moves, flips, losses, arrivals, taken } = changes;
    const from = new Map(moves.map(({ before }) => [before, this.board.at(before.place)]));
    this.actors.measure([...moves, ...flips].map(({ before }) => before).concat(losses));
    redraw(step);
    const spaces = taken.filter((space) => this.board.at(space));
    this.#mark([
      ...spaces.map((space) => this.board.outline(space, { class: "film-taken" })),
      ...this.#trails(moves, from),
      ...(isSmooth ? [] : this.#outlines([...losses, ...arrivals, ...flips.map(({ after }) => after)])),
    ]);
    if (isSmooth) await this.#act(changes);
  }

  /** @param {Changes} changes */
  async #act({ moves, flips, losses, arrivals, battle }) {
    const { actors, board } = this;
    const fallen = battle ? moves.filter(({ after }) => this.#isBox(after.place)) : [];
    const movers = moves.filter((pair) => !fallen.includes(pair)).map((pair) => ({ pair, move: actors.mover(pair) }));
    const others = [
      ...losses.map((unit) => actors.fader(unit)),
      ...fallen.map(({ before, after }) => actors.fader(before, board.at(after.place))),
      ...flips.map((pair) => actors.flipper(pair)),
      ...arrivals.map((unit) => actors.appearer(unit)),
    ];
    const hasBattle = battle !== null && board.field === null;
    const retreats = movers.filter(({ pair }) => hasBattle && isRetreat(pair, battle));
    const marches = movers.filter((mover) => !retreats.includes(mover));
    const change = Promise.all(others.map((play) => play()));
    if (hasBattle) await change;
    await Promise.all(retreats.map(({ move }) => move(true)));
    await Promise.all([change, ...marches.map(({ move }) => move(false))]);
  }

  /** @param {string} place */
  #isBox(place) {
    const found = this.board.places[place];
    return found !== undefined && "box" in found && found.box === true;
  }

  // Units that move between the same two places share an arrow.
  /**
   * @param {Pair[]} moves
   * @param {Map<Pair["before"], Point | undefined>} starts
   */
  #trails(moves, starts) {
    const ways = moves.map(({ before, after, via = [] }) =>
      JSON.stringify([starts.get(before), ...via.map((place) => this.board.at(place)), this.board.at(after.place)]),
    );
    return unique(ways).flatMap((way) => {
      /** @type {Point[]} */
      const points = defined(JSON.parse(way));
      return points.length < 2 ? [] : [trail(points)];
    });
  }

  /** @param {Pair["before"][]} units */
  #outlines(units) {
    const spaces = unique(units.map(({ place }) => place)).filter((place) => this.board.at(place));
    return spaces.map((space) => this.board.outline(space, { class: "pointed" }));
  }

  /** @param {(SVGElement | null)[]} marks */
  #mark(marks) {
    this.#marks.append(...defined(marks));
    if (!this.#marks.isConnected) this.stage.prepend(this.#marks);
  }

  /**
   * Slides a marker along the turn track.
   * @param {number} from
   * @param {number} to
   */
  async changeTurn(from, to) {
    const [start, end] = [from, to].map((turn) => this.#turnBox(turn));
    if (!start || !end) return;
    const [x, y] = [start.x - end.x, start.y - end.y].map((length) => `${length}px`);
    const { x: left, y: top, width, height } = end;
    const marker = svgElement("rect", { class: "film-turn", x: left, y: top, width, height, rx: 60 });
    this.#mark([marker]);
    await this.motion.play(marker, [{ transform: `translate(${x}, ${y})` }, { transform: "none" }], TURN_CHANGE);
    marker.remove();
  }

  /** @param {number} turn */
  #turnBox(turn) {
    const { board } = this;
    const square = board.svg.querySelector(`.turn[data-turn="${turn}"] rect`);
    if (!square) return null;
    const [frame, host] = [square.getBoundingClientRect(), board.host.getBoundingClientRect()];
    const { box, scale } = board.zoom;
    const [x, y] = [box.x + (frame.left - host.left) / scale, box.y + (frame.top - host.top) / scale];
    return { x, y, width: frame.width / scale, height: frame.height / scale };
  }
}

/**
 * Returns whether a unit that moves in a battle retreats. Otherwise it advances.
 * @param {Pair} pair
 * @param {Battle} battle
 */
function isRetreat({ before }, { attackers, targets, spaces }) {
  if (attackers.includes(before.counter.id)) return false;
  return targets.includes(before.counter.id) || spaces.includes(before.place);
}
