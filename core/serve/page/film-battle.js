// The card that shows a battle of a film next to its space: the odds, the dice and the result.

import { hitsFrom } from "./dice-meaning.js";
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
/** What covering a place costs, in pixels of distance from the fight. */
const FAR = 10_000;

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
    const thrown = rolls
      .slice(-MAX_ROLLS)
      .map((roll) => element("span", { class: "dice" }, dice(roll, hitsFrom(roll, lines))));
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

  // Beside the fight if there is room, so that it covers neither targets nor attackers. If other places are to be seen
  // too, a corner of the map may be better.
  /**
   * @param {Point[]} points
   * @param {Point[]} avoided
   */
  place(points, avoided = []) {
    const { zoom, counter, host } = this.board;
    const { offsetWidth: width, offsetHeight: height, style } = this.card;
    const [roomX, roomY] = [host.clientWidth, host.clientHeight];
    const inWindow = (/** @type {Point} */ [x, y]) => scaled([x - zoom.box.x, y - zoom.box.y], zoom.scale);
    const { left, right, top, bottom } = bounds(points.length ? points.map(inWindow) : [[roomX / 2, 0]]);
    const gap = GAP * counter * zoom.scale;
    const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
    /** @type {Point[]} */
    const beside = [
      [right + gap, y],
      [left - gap - width, y],
      [x, bottom + gap],
      [x, top - gap - height],
    ];
    const corners = [0, roomX - width].flatMap((cornerX) => [0, roomY - height].map((cornerY) => [cornerX, cornerY]));
    const wanted = avoided.length ? [...beside, .../** @type {Point[]} */ (corners)] : beside;
    const others = avoided.map(inWindow);
    const hidden = [...others, ...(others.length ? points.map(inWindow) : [])];
    const half = gap / 2;
    const covers = (/** @type {Point} */ [cardX, cardY], /** @type {Point} */ [atX, atY]) =>
      atX > cardX - half && atX < cardX + width + half && atY > cardY - half && atY < cardY + height + half;
    const places = wanted.map((place, i) => {
      const at = within(place, [roomX - width, roomY - height]);
      const count = hidden.filter((point) => covers(at, point)).length;
      const far = i < beside.length ? distance(at, place) : distance(at, [x, y]);
      return { at, cost: count * FAR + Math.round(far) };
    });
    const { at } = minBy(places, ({ cost }) => cost) ?? { at: [0, 0] };
    style.transform = `translate(${at.map((length) => `${Math.round(length)}px`)})`;
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
