// A pointer that has not moved since the question arrived. A button that declines the question ignores its clicks for
// a moment, so that a double click on another button cannot decline the next question.

import { closest } from "./dom.js";
import { distance } from "./geometry.js";

/** @import { Point } from "./geometry.js" */
/** @import { Store } from "./store.js" */

/** How long clicks of a resting pointer are ignored, in milliseconds. */
const DURATION = 600;
/** How far a resting pointer may move, in pixels. */
const MAX_DISTANCE = 10;

export class RestingPointer {
  /** @type {Point} */
  #point = [-Infinity, -Infinity];
  /** Where the pointer was when the question arrived; `null` if it has moved since. @type {Point | null} */
  #rest = null;
  #arrival = -Infinity;
  /** @type {number | undefined} The number of the last question. */
  #number = undefined;

  /**
   * @param {Store} store
   * @param {HTMLElement} buttons
   */
  constructor(store, buttons) {
    addEventListener("pointermove", (event) => this.#follow(event), true);
    addEventListener("pointerdown", (event) => this.#follow(event), true);
    buttons.addEventListener("click", (event) => this.#check(event), true);
    store.onChange(() => this.#arrive(store.question?.number));
  }

  /** @param {PointerEvent} event */
  #follow({ clientX, clientY }) {
    this.#point = [clientX, clientY];
    if (this.#rest && distance(this.#rest, this.#point) > MAX_DISTANCE) this.#rest = null;
  }

  /** @param {number | undefined} number */
  #arrive(number) {
    if (number === undefined || number === this.#number) return;
    this.#number = number;
    this.#rest = this.#point;
    this.#arrival = performance.now();
  }

  /** @param {MouseEvent} event */
  #check(event) {
    const isKey = event.detail === 0;
    const isEarly = this.#rest !== null && performance.now() - this.#arrival < DURATION;
    if (!isKey && isEarly && closest(event.target, ".stop")) event.stopPropagation();
  }
}
