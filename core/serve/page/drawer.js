// The panel on a phone: a drawer below the map, or beside it, that can be folded away.

import { button } from "./dom.js";
import { translate } from "./i18n.js";

const KEY = "grognard.drawer";
const SIZES = ["folded", "half", "tall"];
const HALF = SIZES.indexOf("half");
/** The minimum length of a swipe, in pixels. */
const MIN_SWIPE = 24;

export class Drawer {
  #size = HALF;
  /** @type {[number, number] | null} Where a swipe began. */
  #start = null;
  #isSwiped = false;

  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.grip = button("", () => this.#click(), { id: "grip", "aria-label": translate("Fold or unfold the panel") });
    this.grip.addEventListener("pointerdown", (event) => this.#begin(event));
    this.grip.addEventListener("pointerup", (event) => this.#end(event));
    panel.prepend(this.grip);
    this.#set(localStorage.getItem(KEY) === "folded" ? 0 : HALF);
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

  /** @param {number} size */
  #set(size) {
    this.#size = Math.max(0, Math.min(size, SIZES.length - 1));
    document.body.dataset.drawer = SIZES[this.#size];
    this.grip.setAttribute("aria-expanded", `${!this.isFolded}`);
    localStorage.setItem(KEY, SIZES[this.#size]);
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
