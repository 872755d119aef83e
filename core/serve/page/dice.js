// Dice, shown in the panel when rolled, and listed with statistics.

import { hitsText, placesOf, titleOf } from "./dice-meaning.js";
import { dice } from "./die.js";
import { byId, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";
import { unique } from "./lists.js";

/** @import { DiceRoll } from "../protocol.js" */
/** @import { Line } from "./log-line.js" */
/** @import { Store } from "./store.js" */

/** How long new rolls are shown, in milliseconds. */
const DURATION = 6000;
const MAX_NEW = 2; // rolls shown at once
const MAX_PLACES = 2; // named beside a roll
const MAX_ROLLS = 60; // in the list
const MAX_FACES = 20; // of dice with a bar for each face
const BAR_HEIGHT = 44;

export class Dice {
  /** @type {number | null} The number of rolls already shown or made before the page was opened. */
  #shownCount = null;
  /** The number of log lines before the last change. */
  #lineCount = 0;
  #timer = 0;
  /** Whether the player has seen the game. Dice from before that are not new. */
  #isOpened = false;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   */
  constructor(store, host) {
    this.store = store;
    this.host = host;
    store.snapshot.on("dice/", () => this.#update());
    store.snapshot.on("game", () => {
      this.#shownCount ??= this.#rolls.length;
      if (!this.store.isPresent || this.store.isHandedOver) return;
      this.#lineCount = this.#lines.length;
      this.#isOpened = true;
    });
  }

  get #rolls() {
    return this.store.snapshot.list("dice/");
  }

  /** @returns {Line[]} */
  get #lines() {
    return this.store.snapshot.list("log/");
  }

  #update() {
    const rolls = this.#rolls;
    this.draw();
    if (!this.store.isPresent || this.store.isHandedOver) return;
    const count = this.#isOpened ? this.#shownCount : null;
    if (count !== null && rolls.length > count) this.#showNew(rolls.slice(count));
    this.#shownCount = rolls.length;
  }

  /** @param {DiceRoll[]} rolls */
  #showNew(rolls) {
    const host = byId("thrown");
    const lines = this.#lines.slice(this.#lineCount);
    replaceChildren(
      host,
      rolls.slice(-MAX_NEW).map((roll) => this.#thrown(roll, rolls, lines)),
    );
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => host.replaceChildren(), DURATION);
  }

  /**
   * Shows a roll: the place it is about, its purpose, and the dice.
   * @param {DiceRoll} roll
   * @param {DiceRoll[]} rolls
   * @param {Line[]} lines
   */
  #thrown(roll, rolls, lines) {
    const { board } = this.store;
    const places = placesOf(roll, rolls, lines).map((space) => board.label(space));
    const purpose = element("small", {}, roll.purpose);
    const hits = hitsText(roll);
    titleOf(roll).then((title) => {
      if (title) purpose.textContent = title;
    });
    const place = places.length ? [element("b", {}, places.slice(0, MAX_PLACES).join(", ")), " "] : null;
    const thrown = element("span", { class: "dice" }, dice(roll));
    return element("div", { class: "throw" }, element("span", {}, place, purpose, hits && smallText(hits)), thrown);
  }

  draw() {
    const rolls = this.#rolls;
    const kinds = unique(rolls.map((roll) => roll.sides)).sort((a, b) => a - b);
    const ofKind = (/** @type {number} */ sides) =>
      rolls.filter((roll) => roll.sides === sides).flatMap(({ results }) => results);
    replaceChildren(
      this.host,
      kinds.length ? null : element("p", { class: "quiet" }, translate("No dice have been rolled yet.")),
      kinds.map((sides) => statistics(sides, ofKind(sides))),
      element("ol", { class: "rolls" }, rolls.slice(-MAX_ROLLS).reverse().map(rollItem)),
    );
  }
}

/** @param {DiceRoll} roll */
function rollItem(roll) {
  const hits = hitsText(roll);
  const attributes = { class: "dice", role: "img", "aria-label": roll.results.join(", ") };
  const purpose = element("span", {}, roll.purpose, hits && smallText(hits));
  return element("li", {}, purpose, element("span", attributes, dice(roll)));
}

/** @param {string} text */
function smallText(text) {
  return element("small", { class: "hits-on" }, ` · ${text}`);
}

/**
 * @param {number} sides
 * @param {number[]} results
 */
function statistics(sides, results) {
  const faces = sides <= MAX_FACES ? Array.from({ length: sides }, (_, i) => i + 1) : [];
  const counts = faces.map((face) => results.filter((result) => result === face).length);
  const highest = Math.max(1, ...counts);
  const bar = (/** @type {number} */ count, /** @type {number} */ i) => {
    const column = element("span", { class: "column", style: `height:${(BAR_HEIGHT * count) / highest}px` });
    return element("td", { title: count }, column, element("b", {}, `${count}`), element("span", {}, `${faces[i]}`));
  };
  const row = element("tr", {}, counts.map(bar));
  return element(
    "table",
    { class: "faces" },
    element("caption", {}, caption(sides, results)),
    element("tbody", {}, row),
  );
}

/**
 * @param {number} sides
 * @param {number[]} results
 */
function caption(sides, results) {
  const count = results.length;
  if (count === 1) return translate("One die with {1} faces: {2}", sides, results[0]);
  const mean = results.reduce((sum, result) => sum + result, 0) / count;
  return translate(
    "{1} dice with {2} faces: mean {3} (expected {4}), {5} of each face expected",
    count,
    sides,
    mean.toFixed(2),
    ((sides + 1) / 2).toFixed(1),
    (count / sides).toFixed(1),
  );
}
