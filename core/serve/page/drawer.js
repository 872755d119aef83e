// The panel on a phone: a drawer over the lower edge of the map, or over its right edge. It is folded away until it is
// needed.

import { button } from "./dom.js";
import { translate } from "./i18n.js";

const KEY = "grognard.panel";
const SIZES = ["folded", "half", "tall"];
const HALF = SIZES.indexOf("half");
/** The minimum length of a swipe, in pixels. */
const MIN_SWIPE = 24;

export class Drawer {
  #size = 0;
  /** Whether the question, not the player, has unfolded the panel. */
  #isNeeded = false;
  /** @type {[number, number] | null} Where a swipe began. */
  #start = null;
  #isSwiped = false;

  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.grip = button("", () => this.#click(), { id: "grip", "aria-label": translate("Fold or unfold the panel") });
    this.grip.addEventListener("pointerdown", (event) => this.#begin(event));
    this.grip.addEventListener("pointerup", (event) => this.#end(event));
    panel.prepend(this.grip);
    this.#set(localStorage.getItem(KEY) === "half" ? HALF : 0);
  }

  /** Whether the window is so small that the panel is a drawer. */
  get isUsed() {
    return this.grip.offsetParent !== null;
  }

  get isFolded() {
    return this.#size === 0;
  }

  fold() {
    this.#set(0);
  }

  unfold() {
    if (this.isFolded) this.#set(HALF);
  }

  /**
   * Unfolds the panel for a question that can only be answered there, and folds it again afterwards.
   * @param {boolean} isNeeded
   */
  need(isNeeded) {
    if (isNeeded === this.#isNeeded) return;
    if (isNeeded && !this.isFolded) return;
    this.#isNeeded = isNeeded;
    this.#show(isNeeded ? HALF : 0);
  }

  /** @param {number} size */
  #set(size) {
    this.#isNeeded = false;
    this.#show(size);
    localStorage.setItem(KEY, SIZES[this.#size]);
  }

  /** @param {number} size */
  #show(size) {
    this.#size = Math.max(0, Math.min(size, SIZES.length - 1));
    document.body.dataset.drawer = SIZES[this.#size];
    this.grip.setAttribute("aria-expanded", `${!this.isFolded}`);
  }

  #click() {
    if (!this.#isSwiped) this.#set(this.isFolded ? HALF : 0);
    this.#isSwiped = false;
  }

  /** @param {PointerEvent} event */
  #begin({ clientX, clientY, pointerId }) {
    this.#start = [clientX, clientY];
    this.#isSwiped = false;
    this.grip.setPointerCapture(pointerId);
  }

  // A swipe up or to the left enlarges the panel.
  /** @param {PointerEvent} event */
  #end({ clientX, clientY }) {
    if (!this.#start) return;
    const [dx, dy] = [this.#start[0] - clientX, this.#start[1] - clientY];
    const length = Math.abs(dx) > Math.abs(dy) ? dx : dy;
    this.#start = null;
    this.#isSwiped = Math.abs(length) >= MIN_SWIPE;
    if (this.#isSwiped) this.#set(this.#size + Math.sign(length));
  }
}
