// The units that move in a film. Copies of their counters move above the board; meanwhile the counters on the board are
// hidden.

import { drawBase } from "./base.js";
import { counterElement } from "./counter.js";
import { closest, svgElement } from "./dom.js";
import { distance, pitchOf } from "./geometry.js";
import { defined } from "./lists.js";
import { isUnitPlace } from "./table-units.js";

/** @import { Board } from "./board.js" */
/** @import { DomElement } from "./dom.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Found, Pair } from "./film-steps.js" */
/** @import { Motion } from "./film-motion.js" */
/** @typedef {{ at: Point, scale: number }} Pose where a counter is drawn, and how large */

/** Durations, in milliseconds. */
const HEX = 220;
const MAX_MOVE = 900;
const RETREAT = 300;
const FLIP = 180;
const FADE = 240;
/** How far a lost unit drifts towards its box. */
const DRIFT = 0.3;

export class Actors {
  /** @type {Map<Found, Pose>} */
  #starts = new Map();
  /** @type {DomElement[]} */
  #hidden = [];
  #group = svgElement("g", { class: "film-actors", "aria-hidden": "true" });

  /**
   * @param {Board} board
   * @param {SVGElement} stage
   * @param {Motion} motion
   */
  constructor(board, stage, motion) {
    this.board = board;
    this.stage = stage;
    this.motion = motion;
    this.pitch = pitchOf(Object.values(board.places).map(({ at }) => at)) ?? 2 * board.counter;
  }

  /**
   * Remembers where units are, before the board is redrawn.
   * @param {Found[]} units
   */
  measure(units) {
    this.clear();
    this.stage.append(this.#group);
    for (const unit of units) {
      const pose = this.#pose(unit);
      if (pose) this.#starts.set(unit, pose);
    }
  }

  /** Shows the counters on the board again. */
  clear() {
    this.#group.remove();
    this.#group.replaceChildren();
    for (const { style } of this.#hidden.splice(0)) style.visibility = "";
    this.#starts.clear();
  }

  /**
   * Puts the copy of a unit where the unit was. Returns a function that moves it.
   * @param {Pair} pair
   */
  mover({ before, after, via = [] }) {
    const [from, to] = [this.#starts.get(before), this.#pose(after)];
    if (!from || !to) return async () => {};
    const actor = this.#actor(after, from);
    this.#hide(after);
    const between = defined(via.map((place) => this.board.at(place))).map((at) => ({ at, scale: to.scale }));
    const { keyframes, length } = along([from, ...between, to]);
    const duration = Math.min(MAX_MOVE, HEX * Math.max(1, Math.round(length / this.pitch)));
    return (/** @type {boolean} */ isRetreat) => this.motion.play(actor, keyframes, isRetreat ? RETREAT : duration);
  }

  /** @param {Pair} pair */
  flipper({ before, after }) {
    const [from, to] = [this.#starts.get(before), this.#pose(after)];
    if (!from || !to) return async () => {};
    const [front, back] = [this.#actor(before, from), this.#actor(after, to)];
    back.style.visibility = "hidden";
    this.#hide(after);
    return async () => {
      await this.motion.play(front, [css(from), css(from, 0)], FLIP / 2, "ease-in");
      front.style.visibility = "hidden";
      back.style.visibility = "";
      await this.motion.play(back, [css(to, 0), css(to)], FLIP / 2, "ease-out");
    };
  }

  /**
   * @param {Found} unit
   * @param {Point} [box] where the unit goes
   */
  fader(unit, box) {
    const from = this.#starts.get(unit);
    if (!from) return async () => {};
    const actor = this.#actor(unit, from);
    const at = box ? towards(from.at, box, DRIFT) : from.at;
    const to = { at, scale: 0.8 * from.scale };
    return () =>
      this.motion.play(
        actor,
        [
          { ...css(from), opacity: 1 },
          { ...css(to), opacity: 0 },
        ],
        FADE,
      );
  }

  /** @param {Found} unit */
  appearer(unit) {
    const pose = this.#pose(unit);
    if (!pose) return async () => {};
    const actor = this.#actor(unit, pose);
    actor.style.opacity = "0";
    this.#hide(unit);
    return () => this.motion.play(actor, [{ opacity: 0 }, { opacity: 1 }], FADE);
  }

  /**
   * @param {Found} unit
   * @param {Pose} pose
   */
  #actor({ counter, place }, pose) {
    const picture = this.#picture(counter, place);
    picture.removeAttribute("role");
    for (const part of [picture, ...picture.querySelectorAll("[data-id], [data-space]")]) {
      for (const name of ["data-id", "data-space", "aria-label"]) part.removeAttribute(name);
    }
    const actor = svgElement("g", { class: "film-actor" }, picture);
    actor.style.transform = css(pose).transform;
    this.#group.append(actor);
    return actor;
  }

  /**
   * @param {Found["counter"]} counter
   * @param {string} place
   */
  #picture(counter, place) {
    const found = this.board.places[place];
    return isUnitPlace(place) && found
      ? drawBase(place, counter, { ...found, at: [0, 0] })
      : counterElement(counter, [0, 0]);
  }

  /** @param {Found} unit */
  #hide({ counter, place }) {
    const element = isUnitPlace(place) ? this.board.stacks.get(place) : this.board.elements.get(counter.id);
    if (!element) return;
    element.style.visibility = "hidden";
    this.#hidden.push(element);
  }

  /**
   * Returns where a unit is drawn.
   * @param {Found} unit
   * @returns {Pose | null}
   */
  #pose({ counter, place }) {
    const at = this.board.at(place);
    if (!at) return null;
    if (isUnitPlace(place)) return { at, scale: 1 };
    const element = this.board.elements.get(counter.id);
    const stack = closest(element, ".stack");
    if (!element || stack?.dataset.space !== place) return { at, scale: 1 };
    const matrix = [stack, closest(element, ".pile"), element].reduce(transformed, new DOMMatrix());
    return { at: [matrix.e, matrix.f], scale: matrix.a };
  }
}

/**
 * @param {DOMMatrix} matrix
 * @param {DomElement | null} element
 */
function transformed(matrix, element) {
  if (!(element instanceof SVGGraphicsElement)) return matrix;
  return [...element.transform.baseVal].reduce((product, one) => product.multiply(one.matrix), matrix);
}

/**
 * Returns the keyframes of a movement through several places at a steady speed, and its length.
 * @param {Pose[]} poses
 */
function along(poses) {
  const lengths = poses.map(({ at }, i) => (i ? distance(at, poses[i - 1].at) : 0));
  const length = lengths.reduce((sum, one) => sum + one, 0);
  let done = 0;
  const keyframes = poses.map((pose, i) => {
    done += lengths[i];
    return { ...css(pose), offset: length ? Math.min(1, done / length) : i / (poses.length - 1) };
  });
  return { keyframes, length };
}

/**
 * @param {Pose} pose
 * @param {number} [width] the part of its width that a turning counter shows
 */
function css({ at: [x, y], scale }, width = 1) {
  return { transform: `translate(${x}px, ${y}px) scale(${scale * width}, ${scale})` };
}

/**
 * @param {Point} from
 * @param {Point} to
 * @param {number} part
 * @returns {Point}
 */
function towards([x, y], [toX, toY], part) {
  return [x + part * (toX - x), y + part * (toY - y)];
}
