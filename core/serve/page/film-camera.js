// The camera of a film. It moves the map smoothly, and only if what happens is out of view.

import { defined } from "./lists.js";

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Motion } from "./film-motion.js" */

const DURATION = 400;

export class Camera {
  /** @type {Point} How far the camera has moved the map, in picture units. */
  #moved = [0, 0];
  #frame = 0;

  /**
   * @param {Board} board
   * @param {Motion} motion
   */
  constructor(board, motion) {
    this.zoom = board.zoom;
    this.motion = motion;
    board.host.addEventListener("pointerdown", () => this.stop());
  }

  /**
   * Moves the map so that points are visible. If they do not fit, shows the last one.
   * @param {(Point | undefined)[]} places
   * @param {boolean} isSmooth
   */
  async show(places, isSmooth) {
    const points = defined(places);
    if (points.length === 0 || points.every((point) => this.zoom.sees(point))) return;
    const { x, y } = this.zoom.box;
    if (!this.zoom.include(points)) this.zoom.include(points.slice(-1));
    const [dx, dy] = [this.zoom.box.x - x, this.zoom.box.y - y];
    this.#count(dx, dy);
    if (isSmooth) await this.#glide(dx, dy);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  #count(dx, dy) {
    this.#moved = [this.#moved[0] + dx, this.#moved[1] + dy];
  }

  // Goes back before the map is drawn, and then on in small steps.
  /**
   * @param {number} dx
   * @param {number} dy
   */
  async #glide(dx, dy) {
    this.stop();
    this.#pan(-dx, -dy);
    const start = performance.now();
    let done = 0;
    const step = (/** @type {number} */ now) => {
      const part = ease(Math.min(1, Math.max(0, (now - start) / DURATION)));
      this.#pan(dx * (part - done), dy * (part - done));
      done = part;
      this.#frame = part < 1 ? requestAnimationFrame(step) : 0;
    };
    this.#frame = requestAnimationFrame(step);
    await this.motion.wait(DURATION);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  #pan(dx, dy) {
    const { scale } = this.zoom;
    this.zoom.pan(-dx * scale, -dy * scale);
    this.#count(dx, dy);
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** Undoes all movements of the camera. */
  restore() {
    this.stop();
    const [dx, dy] = this.#moved;
    if (Math.hypot(dx, dy) > 1) this.#pan(-dx, -dy);
    this.#moved = [0, 0];
  }
}

/** @param {number} part */
function ease(part) {
  return part * part * (3 - 2 * part);
}
