// A list of all options, for units off the map, for small screens and for screen readers.

import { targetOf } from "./attacks.js";
import { cardOptions } from "./cards.js";
import { costText } from "./cost-text.js";
import { button, element, queryAll, replaceChildren, svgElement } from "./dom.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";
import { optionText } from "./option-text.js";
import { PlaceForm } from "./place-form.js";

/** @import { Child } from "./dom.js" */
/** @import { Placement } from "./placement.js" */
/** @import { Choice } from "../protocol.js" */
/** @import { Store } from "./store.js" */
/** @import { TargetOdds } from "./target-odds.js" */

/** The maximum number of options shown without opening the list. */
const MAX_OPEN = 8;
/** The number of enemy units that are named in a space on offer. */
const MAX_NAMED = 2;

export class OptionList {
  /** @type {boolean | undefined} Whether the list is open; undefined until the player has opened or closed it. */
  #isOpen;
  /** @type {PlaceForm | null} */
  #placeForm = null;
  /** @type {number | null} The number of the question for which a place can be typed. */
  #typedNumber = null;
  /** @type {SVGElement | null} */
  #mark = null;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   * @param {Placement | null} placement
   * @param {TargetOdds | null} targetOdds
   */
  constructor(store, host, placement, targetOdds) {
    this.store = store;
    this.host = host;
    this.placement = placement;
    this.targetOdds = targetOdds;
    store.onChange(() => this.#draw());
    store.snapshot.on("off/", () => this.#draw());
    targetOdds?.onChange(() => this.#showOdds());
  }

  #draw() {
    const { choices, question } = this.store;
    const { places } = choices;
    const typedNumber = places ? (question?.number ?? null) : null;
    // Typed text is kept while the same question is pending.
    if (typedNumber !== null && this.#typedNumber === typedNumber) return;
    this.#typedNumber = typedNumber;
    this.#placeForm = this.placement && places ? new PlaceForm(this.placement, places) : null;
    const empty = translate("There is nothing to choose.");
    replaceChildren(
      this.host,
      this.#context(),
      this.#placeForm?.form,
      question && choices.isEmpty ? element("p", { class: "quiet" }, empty) : null,
      this.#offMapUnits(),
      this.#list(),
    );
  }

  #offMapUnits() {
    const { choices, question } = this.store;
    const units = choices.offMapUnits.map((i) => this.#offMapUnit(i));
    if (units.length === 0) return null;
    const asked = question?.prompt ?? "";
    const heading = choices.isOnMap ? translate("{1} (off the map)", asked) : asked;
    return element("section", {}, element("h3", {}, heading), element("div", { class: "off-map-units" }, units));
  }

  /** The options that have no button elsewhere. */
  get #listed() {
    const { choices, answer } = this.store;
    const cards = cardOptions(this.store);
    const isListed = (/** @type {number} */ i) =>
      !choices.offMapUnits.includes(i) &&
      !cards.has(i) &&
      !(answer.isOne && choices.buttons.includes(i) && choices.options[i].note === undefined);
    return choices.options.map((_, i) => i).filter(isListed);
  }

  #list() {
    const { choices } = this.store;
    const listed = this.#listed;
    if (listed.length === 0) return null;
    const isShort = listed.length <= MAX_OPEN || (!choices.isOnMap && choices.buttons.length === 0);
    const open = this.#isOpen ?? (choices.offMapUnits.length === 0 && isShort);
    const summary = element("summary", {}, translate("All choices ({1})", listed.length));
    const items = listed.map((i) => element("li", {}, this.#option(i)));
    const details = element("details", { open }, summary, element("ul", { class: "options" }, items));
    summary.onclick = () => {
      this.#isOpen = !details.open;
    };
    return details;
  }

  /**
   * Starts typing a place, beginning with a key.
   * @param {string} key
   */
  type(key) {
    if (this.#placeForm?.form.isConnected) this.#placeForm.type(key);
  }

  // The unit that a question is about, unless it is on the map.
  #context() {
    const { question, board } = this.store;
    const units = defined((question?.context ?? []).map((choice) => this.#unitOffMap(choice.unit)));
    const pieces = units.filter(({ id }) => !board.has(id));
    if (pieces.length === 0) return null;
    return element(
      "div",
      { class: "comes" },
      pieces.map((piece) => element("p", {}, board.portrait(piece), piece.label)),
    );
  }

  /** @param {string | undefined} unit */
  #unitOffMap(unit) {
    if (unit === undefined) return undefined;
    const units = this.store.snapshot.under("off/").flatMap(([, units]) => units);
    return units.find(({ id }) => id === unit);
  }

  /** @param {number} i */
  #offMapUnit(i) {
    const { unit, text } = this.store.choices.options[i];
    const counter = this.#unitOffMap(unit);
    const name = `unit lit ${this.store.answer.has(i) ? "picked" : ""} ${this.store.isAdvised(i) ? "advised" : ""}`;
    return this.#button(i, name, counter?.label ?? text, counter ? this.store.board.portrait(counter) : text);
  }

  /** @param {number} i */
  #option(i) {
    const { answer, choices } = this.store;
    const name = `option ${answer.has(i) ? "picked" : ""} ${this.store.isAdvised(i) ? "advised" : ""}`;
    const { note } = choices.options[i];
    const option = this.#button(i, name, null, [
      this.#text(choices.options[i]),
      this.#price(choices.options[i]),
      note === undefined ? null : element("small", {}, note),
    ]);
    return answer.form.kind === "allocate" ? [this.#share(i), option] : [option];
  }

  /** @param {Choice} option */
  #text(option) {
    const { unit, space } = option;
    const text = optionText(this.store.board, option);
    const place = unit !== undefined && space ? ` · ${this.store.board.label(space)}` : "";
    const there = unit === undefined && space ? this.#enemiesIn(space) : "";
    return `${text}${place}${there}`;
  }

  /**
   * Returns the cost of a goal or the odds of an attack, for the right edge of the row.
   * @param {Choice} option
   */
  #price(option) {
    const target = targetOf(this.store, option) ?? null;
    const cost = costText(this.store, option);
    const odds = target === null ? null : (this.targetOdds?.text(target) ?? null);
    if (cost === null && target === null) return null;
    return element("span", { class: "price", "data-target": target, "data-cost": cost }, priceText(cost, odds));
  }

  // Odds arrive later than the question.
  #showOdds() {
    for (const price of queryAll(this.host, ".price[data-target]")) {
      const { target = "", cost = null } = price.dataset;
      price.textContent = priceText(cost, this.targetOdds?.text(target) ?? null);
    }
  }

  /** @param {string} space */
  #enemiesIn(space) {
    const { question, snapshot } = this.store;
    const counters = snapshot.get(`stack/${space}`) ?? [];
    const known = counters.filter(({ steps, side }) => steps && side !== question?.side);
    const names = known.slice(0, MAX_NAMED).map(({ id }) => id);
    if (known.length > MAX_NAMED) names.push(`+${known.length - MAX_NAMED}`);
    return names.length ? ` · ${names.join(", ")}` : "";
  }

  /** @param {number} i */
  #share(i) {
    const less = button("−", () => this.store.decrease(i), { class: "less", "aria-label": translate("take one back") });
    return element("span", { class: "share" }, less, `${this.store.answer.share(i)}`);
  }

  /**
   * @param {number} i
   * @param {string} name
   * @param {string | null} label
   * @param {Child | Child[]} content
   */
  #button(i, name, label, content) {
    const { space, path } = this.store.choices.options[i];
    const { answer } = this.store;
    const point = () => this.#point(space ?? path?.at(-1), path);
    const unpoint = () => this.#mark?.remove();
    const attributes = {
      type: "button",
      class: name,
      "data-option": i,
      "aria-label": label,
      title: label,
      "aria-pressed": answer.isOne ? null : `${answer.has(i)}`,
      onclick: () => this.store.pick(i),
    };
    const events = { onmouseenter: point, onmouseleave: unpoint, onfocus: point, onblur: unpoint };
    return element("button", { ...attributes, ...events }, content);
  }

  /**
   * Marks a listed option's space on the map, and the path to it.
   * @param {string | undefined} space
   * @param {string[] | undefined} path
   */
  #point(space, path) {
    const { board } = this.store;
    this.#mark?.remove();
    if (!space || !board.at(space)) return;
    const line = path && path.length > 1 ? board.line(path, { class: "pointed" }) : null;
    this.#mark = svgElement("g", {}, board.outline(space, { class: "pointed" }), line);
    board.layer("marks").append(this.#mark);
  }
}

/**
 * @param {string | null} cost
 * @param {string | null} odds
 */
function priceText(cost, odds) {
  return [cost, odds].filter(Boolean).join(" · ");
}
