// Keyboard control: Tab and the arrow keys move between choices by their position on the map.

import { byId, closest } from "./dom.js";
import { costAlong } from "./geometry.js";
import { minBy } from "./lists.js";

/** @import { DomElement } from "./dom.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Highlights } from "./highlights.js" */
/** @import { Placement } from "./placement.js" */
/** @import { Store } from "./store.js" */
/** @typedef {ReturnType<Highlights["targets"]>[number]} Target */
/** @typedef {() => unknown} Action */
/**
 * @typedef {object} KeyboardActions
 * @property {(element: DomElement) => void} choose
 * @property {Action} back
 * @property {Action} usual gives the usual answer
 * @property {Action} help
 * @property {Action} rules
 * @property {Action} showChoices
 * @property {Action} measure
 * @property {(key: string) => void} type starts typing a place
 * @property {(text: string | null) => void} describe
 * @property {(key: string) => Action | null} film returns what a key does while a film of the past is shown
 */

/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const BUTTONS = "#buttons .send:enabled, #buttons .word, #panel .off-map-units button, #panel .options button";
/** Keys that take a decision. They are not repeated while held down. */
const DECIDING = ["Enter", " ", "x", "X", "t", "T"];
const PAN = 80; // pixels
const ZOOM = 1.3;

export class Keyboard {
  #isUsed = false;
  /** @type {Point | null} The window position of the last focused element. */
  #lastPoint = null;

  /**
   * @param {Store} store
   * @param {Highlights} highlights
   * @param {Placement | null} placement
   * @param {KeyboardActions} actions
   */
  constructor(store, highlights, placement, actions) {
    this.store = store;
    this.highlights = highlights;
    this.placement = placement;
    this.actions = actions;
    /** @type {Record<string, Action>} */
    this.letters = this.#letters();
    document.addEventListener("keydown", (event) => this.#down(event));
    document.addEventListener("pointerdown", () => {
      this.#isUsed = false;
    });
  }

  #letters() {
    const { store, actions } = this;
    const { zoom } = store.board;
    return {
      Escape: actions.back,
      u: () => store.undo(),
      r: () => store.redo(),
      x: () => store.stop(),
      h: () => store.hurry(),
      a: () => store.askAdvice(),
      t: () => store.takeAdvice(),
      f: () => this.#find(),
      p: actions.rules,
      "?": actions.help,
      "+": () => zoom.by(ZOOM),
      "=": () => zoom.by(ZOOM),
      "-": () => zoom.by(1 / ZOOM),
      0: () => zoom.fit(),
      PageDown: () => zoom.pan(0, -2 * PAN),
      PageUp: () => zoom.pan(0, 2 * PAN),
      ...(this.placement ? { m: actions.measure } : {}),
    };
  }

  /** @param {KeyboardEvent} event */
  #down(event) {
    if (document.querySelector("dialog[open]")) return;
    if (closest(event.target, "input, select, textarea") && event.key !== "Escape") return;
    this.#isUsed = true;
    const action = this.#action(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {Action | null}
   */
  #action({ key, target, ctrlKey, metaKey, altKey, shiftKey, repeat }) {
    if (key === "Enter" && (ctrlKey || metaKey)) return () => this.store.send();
    if (ctrlKey || metaKey || altKey) return null;
    const film = this.actions.film(key);
    if (film && !closest(target, key === " " ? "button, summary" : "[role=tablist], .log, .scroll")) return film;
    if (key === "Tab") return isOnMap(target) ? this.#tab(shiftKey ? -1 : 1) : null;
    if (ARROWS[key]) return closest(target, "[role=tablist], .log, .scroll") ? null : () => this.#arrow(ARROWS[key]);
    if (repeat && DECIDING.includes(key)) return () => {};
    const placing = this.placement?.places ? this.#place(this.placement, key, target) : null;
    if (placing) return placing;
    if (key === "Enter" || key === " ") return this.#choose() ?? this.#usual(key, target);
    return this.letters[key.length === 1 ? key.toLowerCase() : key] ?? null;
  }

  /**
   * Returns what a key does while a question asks for a place.
   * @param {Placement} placement
   * @param {string} key
   * @param {EventTarget | null} target
   * @returns {Action | null}
   */
  #place(placement, key, target) {
    const { aimed } = placement;
    if (key === "Enter" && aimed && !closest(target, "button")) return () => placement.choose(aimed);
    // 0 alone shows the whole table.
    return /^[1-9]$/.test(key) ? () => this.actions.type(key) : null;
  }

  #choose() {
    const focused = closest(document.activeElement, ".layer-units, .layer-offer, .layer-marks");
    const chosen = focused && /** @type {DomElement} */ (document.activeElement);
    return chosen ? () => this.actions.choose(chosen) : null;
  }

  /**
   * @param {string} key
   * @param {EventTarget | null} target
   * @returns {Action | null}
   */
  #usual(key, target) {
    return key === " " && !closest(target, "button, summary, a, [role=button]") ? this.actions.usual : null;
  }

  #find() {
    this.actions.showChoices();
    requestAnimationFrame(() => this.#focusNearest(this.highlights.targets()));
  }

  // From the last target, Tab leaves the map.
  /** @param {1 | -1} step */
  #tab(step) {
    const targets = this.highlights.targets();
    const i = targets.findIndex(({ element }) => element === document.activeElement);
    const next = i < 0 && step > 0 ? targets[0] : targets[i + step];
    return next ? () => this.#focus(next.element) : null;
  }

  /** @param {Point} direction */
  #arrow(direction) {
    if (this.placement?.places) return this.actions.describe(this.placement.step(direction));
    const targets = this.highlights.targets();
    if (targets.length === 0) return this.store.board.zoom.pan(-direction[0] * PAN, -direction[1] * PAN);
    const here = targets.find(({ element }) => element === document.activeElement);
    if (!here) return this.#focusNearest(targets);
    const cost = (/** @type {Target} */ { x, y }) => costAlong([here.x, here.y], [x, y], direction, 1);
    const next = minBy(targets, cost);
    if (next && cost(next) < Infinity) this.#focus(next.element);
  }

  // Focuses the target nearest to the previously focused one, or nearest to the centre if there was none.
  /** @param {Target[]} targets */
  #focusNearest(targets) {
    const { left, top, width, height } = byId("map").getBoundingClientRect();
    const [x, y] = this.#lastPoint ?? [left + width / 2, top + height / 2];
    const nearest = minBy(targets, (target) => Math.hypot(target.x - x, target.y - y));
    if (nearest) this.#focus(nearest.element);
  }

  /** @param {DomElement} element */
  #focus(element) {
    const { board } = this.store;
    const point = board.at(closest(element, "[data-space]")?.dataset.space);
    if (point) board.zoom.reveal(point);
    element.focus({ preventScroll: true });
    const { left, top, width, height } = element.getBoundingClientRect();
    this.#lastPoint = [left + width / 2, top + height / 2];
  }

  /** Returns the focus to the board after an answer if the player uses the keyboard. */
  refocus() {
    if (!this.#isUsed || !isFocusLost(document.activeElement)) return;
    const targets = this.highlights.targets();
    if (targets.length > 0) return this.#focusNearest(targets);
    const found = document.querySelector("#buttons .word.usual") ?? document.querySelector(BUTTONS);
    const button = /** @type {HTMLElement | null} */ (found);
    (button ?? byId("map")).focus();
  }
}

/** @param {EventTarget | null} target */
function isOnMap(target) {
  return target === document.body || Boolean(closest(target, "#map") && !closest(target, "button"));
}

/** @param {Element | null} focused */
function isFocusLost(focused) {
  if (!focused || focused === document.body || !focused.isConnected || focused.id === "map") return true;
  return Boolean(focused.closest(".board")) && focused.getAttribute("role") !== "button";
}
