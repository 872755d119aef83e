// A box dragged over the map, which selects the units in it.

import { byId, element } from "./dom.js";

/** @import { Point } from "./geometry.js" */
/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box in pixels of the window */

export class BoxDrag {
  #mark = element("div", { class: "box-drag" });

  /**
   * @param {Point} start
   * @param {(box: Box) => void} onDrop
   */
  constructor(start, onDrop) {
    this.start = start;
    this.onDrop = onDrop;
    byId("map").append(this.#mark);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  move(x, y) {
    const { left, right, top, bottom } = this.#box(x, y);
    const frame = byId("map").getBoundingClientRect();
    const style = { left: left - frame.left, top: top - frame.top, width: right - left, height: bottom - top };
    for (const [name, value] of Object.entries(style)) this.#mark.style.setProperty(name, `${value}px`);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Box}
   */
  #box(x, y) {
    const [left, right] = [this.start[0], x].sort((a, b) => a - b);
    const [top, bottom] = [this.start[1], y].sort((a, b) => a - b);
    return { left, right, top, bottom };
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  drop(x, y) {
    this.cancel();
    this.onDrop(this.#box(x, y));
  }

  cancel() {
    this.#mark.remove();
  }
}
