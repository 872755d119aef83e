// Recognizes double taps.

import { distance } from "./geometry.js";

/** @import { Point } from "./geometry.js" */

/** The maximum time between two taps, in milliseconds, and the maximum distance, in pixels. */
const MAX_PAUSE = 350;
const MAX_DISTANCE = 10;

export class DoubleTap {
  #time = -Infinity;
  /** @type {Point} */
  #point = [0, 0];

  /**
   * Returns whether a tap is the second of a double tap. Taps with Shift do not count.
   * @param {PointerEvent} event
   */
  isSecond({ clientX, clientY, timeStamp, shiftKey }) {
    /** @type {Point} */
    const point = [clientX, clientY];
    const isSecond = !shiftKey && timeStamp - this.#time < MAX_PAUSE && distance(point, this.#point) < MAX_DISTANCE;
    this.#time = isSecond || shiftKey ? -Infinity : timeStamp;
    this.#point = point;
    return isSecond;
  }
}
