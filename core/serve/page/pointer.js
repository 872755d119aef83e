// Pointer input on the map: taps, long presses, drags of units or of the map, and pinches.

import { distance, middle } from "./geometry.js";

/** @import { Point } from "./geometry.js" */
/**
 * @typedef {object} Drag a drag of something other than the map
 * @property {(x: number, y: number) => void} move
 * @property {(x: number, y: number) => void} drop
 * @property {() => void} cancel
 */
/**
 * @typedef {object} PointerActions
 * @property {(target: EventTarget | null, event: PointerEvent) => void} tap
 * @property {(target: EventTarget | null) => boolean} hold returns whether the long press of a finger has an effect
 * @property {(target: EventTarget | null, start: Point, event: PointerEvent) => Drag | null} lift `null` for the map
 * @property {(dx: number, dy: number) => void} pan
 * @property {(factor: number, point: Point) => void} pinch
 * @property {(target: EventTarget | null, event?: PointerEvent) => void} hover
 */

/** The maximum distance that a finger may move during a tap, in pixels. */
const TAP_DISTANCE = 7;
/** How long a finger must rest for a long press, in milliseconds. */
const HOLD_TIME = 500;

export class Pointer {
  /** @type {Map<number, Point>} */
  #fingers = new Map();
  /** @type {Drag | null} */
  #drag = null;
  #isMoving = false;
  #isHeld = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #holdTimer;
  /** @type {Point} */
  #start = [0, 0];
  /** @type {EventTarget | null} */
  #target = null;

  /**
   * @param {HTMLElement} host
   * @param {PointerActions} actions
   */
  constructor(host, actions) {
    this.host = host;
    this.actions = actions;
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", (event) => this.#up(event));
    host.addEventListener("pointercancel", (event) => this.#cancel(event));
    host.addEventListener("pointerleave", () => actions.hover(null));
    host.addEventListener("contextmenu", (event) => this.#isHeld && event.preventDefault());
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    clearTimeout(this.#holdTimer);
    this.#isHeld = false;
    this.#fingers.set(event.pointerId, pointOf(event));
    if (this.#fingers.size > 1) return this.#endDrag(null);
    this.#start = pointOf(event);
    this.#target = event.target;
    this.#isMoving = false;
    if (event.pointerType === "touch") this.#holdTimer = setTimeout(() => this.#hold(event.pointerId), HOLD_TIME);
  }

  /** @param {number} finger */
  #hold(finger) {
    if (this.#isMoving || !this.#fingers.has(finger)) return;
    this.#isHeld = this.actions.hold(this.#target);
    // The touched unit may be redrawn, and would then lose the finger.
    if (this.#isHeld) this.host.setPointerCapture(finger);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return this.actions.hover(event.target, event);
    const point = pointOf(event);
    if (this.#fingers.size === 2) this.#pinch(event.pointerId, before, point);
    else this.#moveOne(event, before, point);
    this.#fingers.set(event.pointerId, point);
  }

  /**
   * @param {PointerEvent} event
   * @param {Point} before
   * @param {Point} point
   */
  #moveOne(event, before, point) {
    if (!this.#isMoving && distance(this.#start, point) > TAP_DISTANCE) this.#startDrag(event);
    if (!this.#isMoving) return;
    if (this.#drag) this.#drag.move(...point);
    else this.actions.pan(point[0] - before[0], point[1] - before[1]);
  }

  /** @param {PointerEvent} event */
  #startDrag(event) {
    this.#isMoving = true;
    clearTimeout(this.#holdTimer);
    this.#drag = this.actions.lift(this.#target, this.#start, event);
    this.host.setPointerCapture(event.pointerId);
    this.host.classList.toggle("panning", !this.#drag);
  }

  /**
   * @param {number} finger
   * @param {Point} before
   * @param {Point} point
   */
  #pinch(finger, before, point) {
    const other = [...this.#fingers].find(([id]) => id !== finger)?.[1] ?? point;
    this.#isMoving = true;
    this.actions.pinch(distance(point, other) / Math.max(distance(before, other), 1), middle(point, other));
    this.actions.pan((point[0] - before[0]) / 2, (point[1] - before[1]) / 2);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#fingers.delete(event.pointerId)) return;
    clearTimeout(this.#holdTimer);
    const isTap = !this.#isMoving && !this.#isHeld && this.#fingers.size === 0;
    this.#endDrag(pointOf(event));
    if (isTap) this.actions.tap(this.#target, event);
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    this.#fingers.delete(event.pointerId);
    clearTimeout(this.#holdTimer);
    this.#endDrag(null);
  }

  /** @param {Point | null} point where the drag is dropped; `null` to cancel it */
  #endDrag(point) {
    const drag = this.#drag;
    this.#drag = null;
    this.host.classList.remove("panning");
    if (point) drag?.drop(...point);
    else drag?.cancel();
  }
}

/**
 * @param {PointerEvent} event
 * @returns {Point}
 */
const pointOf = (event) => [event.clientX, event.clientY];
