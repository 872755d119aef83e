// The cards that the viewer sees in hands and piles, and how many cards the others hold.

import { element, paragraph, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { Card, Counter } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/**
 * Returns the known cards that are in a hand or on offer, by space. Those on offer come first.
 * @param {Store} store
 * @returns {[string, Counter[]][]}
 */
function shownCards({ snapshot, choices }) {
  const isShown = (/** @type {Counter} */ { id, card }) => card && (card.held || choices.byUnit.has(id));
  const stacks = snapshot.under("stack/");
  /** @type {[string, Counter[]][]} */
  const shown = stacks.map(([space, counters]) => [space, counters.filter(isShown)]);
  const isOffered = (/** @type {Counter[]} */ cards) => cards.some(({ id }) => choices.byUnit.has(id));
  return shown
    .filter(([, cards]) => cards.length > 0)
    .sort(([, one], [, other]) => Number(isOffered(other)) - Number(isOffered(one)));
}

/**
 * Returns the spaces whose cards that can be chosen are shown here.
 * @param {Store} store
 */
export function cardSpaces(store) {
  return new Set(shownCards(store).map(([space]) => space));
}

/**
 * Returns the options that are shown as cards.
 * @param {Store} store
 */
export function cardOptions(store) {
  const ids = shownCards(store).flatMap(([, cards]) => cards.map(({ id }) => id));
  return new Set(ids.flatMap((id) => store.choices.byUnit.get(id) ?? []));
}

export class Cards {
  /**
   * @param {Store} store
   * @param {HTMLElement} host
   */
  constructor(store, host) {
    this.store = store;
    this.host = host;
    store.onChange(() => this.#draw());
    store.snapshot.on("stack/", () => this.#draw());
  }

  #draw() {
    const hands = shownCards(this.store).map(([space, cards]) => this.#hand(space, cards));
    replaceChildren(this.host, ...hands, this.#backs());
  }

  /**
   * @param {string} space
   * @param {Counter[]} cards
   */
  #hand(space, cards) {
    const heading = element("h3", {}, this.store.board.label(space));
    const faces = element(
      "div",
      { class: "hand" },
      cards.map((card) => this.#card(card)),
    );
    return element("section", { "data-hand": space }, heading, faces);
  }

  /** @param {Counter} counter */
  #card({ id, side, card }) {
    if (!card) return null;
    const option = this.store.choices.byUnit.get(id);
    const { fill, ink } = this.store.side(side);
    const isPicked = option !== undefined && this.store.answer.has(option);
    const isAdvised = option !== undefined && this.store.isAdvised(option);
    const name = `card ${option === undefined ? "" : "lit"} ${isPicked ? "picked" : ""} ${isAdvised ? "advised" : ""}`;
    const attributes = { class: name, "data-card": id, style: `--fill:${fill};--ink:${ink}` };
    const rule = card.rule === null ? null : element("footer", {}, paragraph(card.rule, null));
    return element("article", attributes, this.#face(card, option), rule);
  }

  /**
   * @param {Card} card
   * @param {number | undefined} option
   */
  #face({ title, numbers, text }, option) {
    const parts = [
      element("strong", {}, title),
      element(
        "span",
        { class: "numbers" },
        numbers.map(({ name, value }) => element("span", {}, element("b", {}, `${value}`), element("small", {}, name))),
      ),
      text === null ? null : element("span", { class: "text" }, text),
    ];
    if (option === undefined) return element("div", { class: "face" }, parts);
    const pick = () => this.store.pick(option);
    const pressed = this.store.answer.isOne ? null : `${this.store.answer.has(option)}`;
    const attributes = { type: "button", class: "face", "data-option": option, "aria-pressed": pressed, onclick: pick };
    return element("button", attributes, parts);
  }

  // The number of cards in each pile and hand of which the viewer sees only the backs.
  #backs() {
    const { board, snapshot } = this.store;
    const piles = snapshot.under("stack/").map(([space, counters]) => ({
      space,
      count: counters.filter(({ back }) => back).length,
    }));
    const rows = piles.filter(({ count }) => count > 0);
    if (rows.length === 0) return null;
    const row = (/** @type {{ space: string, count: number }} */ { space, count }) =>
      element("li", { "data-pile": space }, board.label(space), element("b", {}, `${count}`));
    return element(
      "section",
      {},
      element("h3", {}, translate("Face down")),
      element("ul", { class: "backs" }, rows.map(row)),
    );
  }
}
