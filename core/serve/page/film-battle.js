// The card that shows a battle of a film next to its space: the odds, the dice and the result.

import { dice } from "./die.js";
import { element, replaceChildren } from "./dom.js";
import { bounds, distance, scaled } from "./geometry.js";
import { capitalize } from "./i18n.js";
import { minBy } from "./lists.js";

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { DiceRoll } from "../protocol.js" */
/** @import { Line } from "./log-line.js" */
/** @import { Motion } from "./film-motion.js" */

const DICE = 600;
const FADE = 160;
/** How long attackers and targets are shown before the dice, in milliseconds. */
const LEAD = 350;
const MAX_LINES = 5;
const MAX_ROLLS = 3;
/** The gap between the card and the fight, in counters, and between the card and the edge of the map, in pixels. */
const GAP = 0.9;
const EDGE = 8;
/** The distance between the card and the middle of a place that it must not cover, in counters. */
const AROUND = 0.8;
/** The number of steps across and down the map in which a free place is looked for. */
const STEPS = 16;
/** How many pixels farther away a place may be that covers one place less. */
const COVERED = 400;

export class BattleCard {
  /**
   * @param {Board} board
   * @param {Motion} motion
   */
  constructor(board, motion) {
    this.board = board;
    this.motion = motion;
    // The lines are read out by the controls.
    this.card = element("div", { class: "film-card", "aria-hidden": "true" });
  }

  close() {
    this.card.remove();
  }

  /**
   * @param {Point[]} points the places of the targets and the attackers
   * @param {Line[]} lines
   * @param {DiceRoll[]} rolls
   * @param {boolean} isSmooth
   * @param {Point[]} [avoided] other places that the card should not cover
   */
  async show(points, lines, rolls, isSmooth, avoided = []) {
    const list = element(
      "ol",
      {},
      lines.slice(-MAX_LINES).map(({ text }) => element("li", {}, capitalize(text))),
    );
    const odds = rolls.length ? oddsOf(lines) : null;
    const thrown = rolls.slice(-MAX_ROLLS).map((roll) => element("span", { class: "dice" }, dice(roll)));
    const head = element("p", { class: "film-dice" }, odds ? element("b", {}, odds) : null, thrown);
    replaceChildren(this.card, odds || thrown.length ? head : null, list);
    this.board.host.append(this.card);
    this.place(points, avoided);
    if (isSmooth) await this.#roll(list);
  }

  /** @param {HTMLElement} list */
  async #roll(list) {
    const all = [...this.card.querySelectorAll(".die")];
    for (const part of [list, ...all]) /** @type {HTMLElement} */ (part).style.opacity = "0";
    await this.motion.wait(LEAD);
    const spin = (/** @type {Element} */ die, /** @type {number} */ i) =>
      this.motion.play(
        die,
        [
          { transform: `translateY(-26px) rotate(${i % 2 ? 420 : -420}deg)`, opacity: 0 },
          { transform: `translateY(0) rotate(${i % 2 ? 90 : -90}deg)`, opacity: 1, offset: 0.6 },
          { transform: "none", opacity: 1 },
        ],
        DICE,
        "ease-out",
      );
    await Promise.all(all.map(spin));
    await this.motion.play(list, [{ opacity: 0 }, { opacity: 1 }], FADE);
  }

  /**
   * Puts the card beside the fight, so that it covers neither targets nor attackers, nor other places that it should not
   * cover.
   * @param {Point[]} points
   * @param {Point[]} avoided
   */
  place(points, avoided = []) {
    const at = avoided.length ? this.#near(points, avoided) : this.#beside(points);
    const { style } = this.card;
    style.visibility = at ? "" : "hidden";
    if (at) style.transform = `translate(${at.map((length) => `${Math.round(length)}px`)})`;
  }

  /** @param {Point} point */
  #inWindow([x, y]) {
    const { box, scale } = this.board.zoom;
    return scaled([x - box.x, y - box.y], scale);
  }

  /** @param {Point[]} points */
  #beside(points) {
    const { zoom, counter } = this.board;
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const [roomX, roomY] = [zoom.size.width, zoom.size.height];
    const inWindow = points.map((point) => this.#inWindow(point));
    const { left, right, top, bottom } = bounds(points.length ? inWindow : [[roomX / 2, 0]]);
    const gap = GAP * counter * zoom.scale;
    const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
    /** @type {Point[]} */
    const wanted = [
      [right + gap, y],
      [left - gap - width, y],
      [x, bottom + gap],
      [x, top - gap - height],
    ];
    const places = wanted.map((place) => ({ place, at: within(place, [roomX - width, roomY - height]) }));
    return minBy(places, ({ at, place }) => Math.round(distance(at, place)))?.at;
  }

  /**
   * Returns the place nearest to the fight at which the card covers none of the points, or at least neither targets nor
   * attackers; `undefined` if there is none.
   * @param {Point[]} points
   * @param {Point[]} avoided
   */
  #near(points, avoided) {
    const { insets, room, size, scale } = this.board.zoom;
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const [spareX, spareY] = [room.width - width - 2 * EDGE, room.height - height - 2 * EDGE];
    const inWindow = (/** @type {Point[]} */ all) =>
      all
        .map((point) => this.#inWindow(point))
        .filter(([x, y]) => x >= 0 && y >= 0 && x <= size.width && y <= size.height);
    const [fight, others] = [inWindow(points), inWindow(avoided)];
    const around = AROUND * this.board.counter * scale;
    const gapTo = (/** @type {Point} */ [x, y], /** @type {Point} */ [px, py]) =>
      Math.max(x - px, px - x - width, y - py, py - y - height);
    const covered = (/** @type {Point} */ place, /** @type {Point[]} */ all) =>
      all.filter((point) => gapTo(place, point) <= around).length;
    const { left, right, top, bottom } = bounds(fight.length ? fight : [[size.width / 2, size.height / 2]]);
    /** @type {Point} */
    const middle = [(left + right - width) / 2, (top + bottom - height) / 2];
    const steps = Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS);
    const places = steps.flatMap((down) =>
      steps.map(
        (across) => /** @type {Point} */ ([insets.left + EDGE + across * spareX, insets.top + EDGE + down * spareY]),
      ),
    );
    const free = places.filter((place) => covered(place, fight) === 0);
    const worth = (/** @type {Point} */ place) => COVERED * covered(place, others) + distance(place, middle);
    return minBy(free, worth) ?? undefined;
  }
}

/**
 * @param {Point} point
 * @param {Point} most
 * @returns {Point}
 */
function within([x, y], [mostX, mostY]) {
  const clamp = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.max(EDGE, Math.min(value, most - EDGE));
  return [clamp(x, mostX), clamp(y, mostY)];
}

/**
 * Returns the odds that the lines about a battle name first.
 * @param {Line[]} lines
 */
function oddsOf(lines) {
  return /\b\d+:\d+\b/.exec(lines.map(({ text }) => text).join("\n"))?.[0] ?? null;
}
