// The names of waters and zones and the numbers of spaces, which the server has drawn. Each is hidden while something
// covers a part of it. A name of a river may also be written elsewhere along the river.

import { numbersIn } from "./counter.js";
import { queryAll } from "./dom.js";
import { overlap } from "./name-places.js";

/** @import { DomElement } from "./dom.js" */
/** @import { Bounds } from "./geometry.js" */
/** @typedef {{ element: DomElement, frames: Bounds[] }} Printed */

export class PrintedNames {
  /** @param {DomElement} picture */
  constructor(picture) {
    const written = (/** @type {DomElement} */ element) => ({
      element,
      frames: queryAll(element, "text").map(frameOfLetter),
    });
    /** @type {Printed[][]} The places of each name, the best first. */
    this.waters = queryAll(picture, ".water-name").map((name) => queryAll(name, ".written").map(written));
    /** @type {Printed[][]} */
    this.others = queryAll(picture, ".numbers text, .zone-name text").map((element) => [
      { element, frames: [frameOfNumber(element)] },
    ]);
    this.update([]);
  }

  /**
   * @param {Bounds[]} covered
   * @param {Bounds[]} usual what is usually covered, without highlights: a name stays at its usual place if it can
   */
  update(covered, usual = covered) {
    const isFree = (/** @type {Printed} */ { frames }, /** @type {Bounds[]} */ others) =>
      !frames.some((frame) => others.some((other) => overlap(frame, other)));
    for (const places of [...this.waters, ...this.others]) {
      const free = places.filter((place) => isFree(place, covered));
      const shown = free.find((place) => isFree(place, usual)) ?? free[0];
      for (const place of places) setShown(place.element, place === shown);
    }
  }
}

// Changing an element makes the browser paint the map again.
/**
 * @param {DomElement} element
 * @param {boolean} isShown
 */
function setShown({ style }, isShown) {
  const display = isShown ? "" : "none";
  if (style.display !== display) style.display = display;
}

/** @param {DomElement} text a letter, whose parent has its place and direction */
function frameOfLetter(text) {
  const [, , , , x, y] = numbersIn(text.parentElement ?? text);
  const size = Number(text.getAttribute("font-size"));
  return { left: x - 0.35 * size, right: x + 0.35 * size, top: y - 0.75 * size, bottom: y + 0.25 * size };
}

/** @param {DomElement} text */
export function frameOfNumber(text) {
  const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(text.getAttribute(name)));
  const half = 0.22 * size * (text.textContent?.length ?? 0);
  return { left: x - half, right: x + half, top: y - 0.7 * size, bottom: y };
}

/**
 * @param {DomElement} rect
 * @returns {Bounds}
 */
export function boxOf(rect) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(rect.getAttribute(name)));
  return new DOMRect(x, y, width, height);
}
