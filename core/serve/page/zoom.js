// The visible part of the map, controlled by mouse wheel, fingers, drags and keys.

import { bounds } from "./geometry.js";
import { SHEET_SCALE } from "./sheet.js";

/** @import { Point } from "./geometry.js" */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** The size of a counter in pixels: the maximum, the usual size, and the minimum at which it is legible. */
const MAX_COUNTER = 90;
const USUAL_COUNTER = 60;
const MIN_COUNTER = 34;
/** The lengths of a hexside, in pixels, below which the map is far away, and from which it is near. */
const FAR = 26;
const NEAR = 42;
/** How far the pictures extend beyond the window on each side, as a part of its size. */
const BEYOND = 0.3;
/** How far the pictures may be stretched before they are drawn again. */
const MAX_STRETCH = 2;
/** How long the map rests before the pictures are drawn again, in milliseconds. */
const REST = 150;
/** The margin of the window in which a point does not count as visible, as a fraction of its size. */
const EDGE = 0.06;
/** The space left around the points shown, in picture units. */
const MARGIN = 6000;

export class Zoom {
  #frame = 0;
  #rest = 0;
  /** @type {Box} The part of the map that the pictures show, which is larger than the window. */
  #drawn = { x: 0, y: 0, width: 0, height: 0 };
  #drawnScale = 1;
  #isWhole = true;
  #lastScale = 0;

  /**
   * @param {SVGSVGElement[]} pictures the map, and the picture of what moves over it
   * @param {HTMLElement} sheet what lies below them
   * @param {HTMLElement} host
   * @param {number} counter the size of a counter in units of the picture
   */
  constructor(pictures, sheet, host, counter) {
    this.pictures = pictures;
    this.sheet = sheet;
    this.host = host;
    this.counter = counter;
    const { x, y, width, height } = pictures[0].viewBox.baseVal;
    /** @type {Box} */
    this.whole = { x, y, width, height };
    /** @type {Box} */
    this.box = { ...this.whole };
    new ResizeObserver(() => this.#resize()).observe(host);
    host.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.fit();
  }

  get size() {
    return { width: Math.max(this.host.clientWidth, 1), height: Math.max(this.host.clientHeight, 1) };
  }

  /** The number of pixels per picture unit. */
  get scale() {
    return this.size.width / this.box.width;
  }

  get #minScale() {
    return Math.min(this.size.width / this.whole.width, this.size.height / this.whole.height);
  }

  /** Shows the whole map. */
  fit() {
    this.#center([this.whole.x + this.whole.width / 2, this.whole.y + this.whole.height / 2], this.#minScale);
  }

  /**
   * Shows the given points. Counters stay legible, even if some points are not visible then.
   * @param {Point[]} points
   */
  show(points) {
    if (points.length === 0) return this.fit();
    const { left, right, top, bottom } = bounds(points);
    const { width, height } = this.size;
    const room = Math.min(width / (right - left + MARGIN), height / (bottom - top + MARGIN));
    const scale = Math.max(Math.min(room, USUAL_COUNTER / this.counter), Math.min(MIN_COUNTER / this.counter, 1));
    this.#center([(left + right) / 2, (top + bottom) / 2], Math.max(scale, this.#minScale));
  }

  /**
   * Centres a point unless it is visible.
   * @param {Point} point
   */
  reveal(point) {
    const { width, height } = this.box;
    if (!this.sees(point, EDGE * width, EDGE * height)) this.#center(point, this.scale);
  }

  /**
   * Moves the map no more than needed to show the given points. Returns whether they fit.
   * @param {Point[]} points
   */
  include(points) {
    const { box } = this;
    const { left, right, top, bottom } = bounds(points);
    const dx = shift(box.x, box.width, left - this.counter, right + this.counter);
    const dy = shift(box.y, box.height, top - this.counter, bottom + this.counter);
    if (dx === null || dy === null) return false;
    if (dx !== 0 || dy !== 0) {
      this.#center([box.x + box.width / 2 + dx, box.y + box.height / 2 + dy], this.scale);
    }
    return true;
  }

  /**
   * Returns whether a point is visible and not too close to the edge of the window.
   * @param {Point} point
   */
  sees([x, y], edgeX = 0, edgeY = 0) {
    const { box } = this;
    const isBetween = x >= box.x + edgeX && x <= box.x + box.width - edgeX;
    return isBetween && y >= box.y + edgeY && y <= box.y + box.height - edgeY;
  }

  /**
   * Enlarges the map by a factor, around a window position.
   * @param {number} factor
   * @param {Point | null} [point] the centre by default
   */
  by(factor, point = null) {
    const { left, top, width, height } = this.host.getBoundingClientRect();
    const [px, py] = point ? [point[0] - left, point[1] - top] : [width / 2, height / 2];
    const [x, y] = [this.box.x + px / this.scale, this.box.y + py / this.scale];
    const scale = this.#clampScale(this.scale * factor);
    this.#center([x + (this.size.width / 2 - px) / scale, y + (this.size.height / 2 - py) / scale], scale);
  }

  /**
   * Moves the map by a number of pixels.
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    const { box, scale } = this;
    this.#center([box.x + box.width / 2 - dx / scale, box.y + box.height / 2 - dy / scale], scale);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const step = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : 0.0016;
    this.by(Math.exp(-event.deltaY * step), [event.clientX, event.clientY]);
  }

  #resize() {
    const { box } = this;
    const scale = this.#isWhole ? this.#minScale : this.#lastScale;
    this.#center([box.x + box.width / 2, box.y + box.height / 2], scale);
  }

  /** @param {number} scale */
  #clampScale(scale) {
    return Math.min(Math.max(scale, this.#minScale), Math.max(MAX_COUNTER / this.counter, this.#minScale));
  }

  /**
   * Centres a point, as far as the edges of the map allow.
   * @param {Point} point
   * @param {number} wantedScale
   */
  #center([x, y], wantedScale) {
    const { whole, size } = this;
    const scale = this.#clampScale(wantedScale);
    const [width, height] = [size.width / scale, size.height / scale];
    const left = clampMiddle(x, width, whole.x, whole.width) - width / 2;
    const top = clampMiddle(y, height, whole.y, whole.height) - height / 2;
    this.box = { x: left, y: top, width, height };
    this.#lastScale = scale;
    this.#isWhole = scale <= this.#minScale * 1.001;
    this.#draw();
  }

  #draw() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#move();
    });
  }

  // Moving what is already drawn takes no time. The pictures are drawn again when the map rests, or when the window
  // leaves what is drawn.
  #move() {
    const { box, scale } = this;
    const place = (/** @type {Point} */ [x, y]) => `translate(${(x - box.x) * scale}px, ${(y - box.y) * scale}px)`;
    this.sheet.style.transform = `${place([this.whole.x, this.whole.y])} scale(${scale * SHEET_SCALE})`;
    this.host.dataset.detail = detail(1000 * scale);
    clearTimeout(this.#rest);
    if (!this.#isDrawn()) return this.#render();
    const { x, y } = this.#drawn;
    const transform = `${place([x, y])} scale(${scale / this.#drawnScale})`;
    for (const { style } of this.pictures) style.transform = transform;
    this.#rest = setTimeout(() => this.#render(), REST);
  }

  /** Returns whether the pictures show at least the window, at a similar scale. */
  #isDrawn() {
    const { box } = this;
    const { x, y, width, height } = this.#drawn;
    const isInside = box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height;
    const ratio = this.scale / this.#drawnScale;
    return isInside && ratio > 1 / MAX_STRETCH && ratio < MAX_STRETCH;
  }

  #render() {
    const { box, scale } = this;
    const [dx, dy] = [BEYOND * box.width, BEYOND * box.height];
    const drawn = { x: box.x - dx, y: box.y - dy, width: box.width + 2 * dx, height: box.height + 2 * dy };
    this.#drawn = drawn;
    this.#drawnScale = scale;
    // The number of picture units per pixel, for text that stays legible.
    this.host.style.setProperty("--unit", `${1 / scale}px`);
    const size = { width: `${drawn.width * scale}px`, height: `${drawn.height * scale}px` };
    const transform = `translate(${-dx * scale}px, ${-dy * scale}px)`;
    for (const picture of this.pictures) {
      picture.setAttribute("viewBox", `${drawn.x} ${drawn.y} ${drawn.width} ${drawn.height}`);
      Object.assign(picture.style, size, { transform });
    }
  }
}

/**
 * Returns how much detail is legible, given the length of a hexside in pixels.
 * @param {number} side
 */
function detail(side) {
  if (side < FAR) return "far";
  return side < NEAR ? "middle" : "near";
}

/**
 * Returns how far a window must move to contain an interval; `null` if the interval does not fit.
 * @param {number} from
 * @param {number} length
 * @param {number} least
 * @param {number} most
 */
function shift(from, length, least, most) {
  return most - least > length ? null : Math.max(Math.min(0, least - from), most - from - length);
}

/**
 * Returns the nearest centre at which a window stays on the map, or the centre of the map if the window is larger.
 * @param {number} middle
 * @param {number} room the length of the window
 * @param {number} from
 * @param {number} length the length of the map
 */
function clampMiddle(middle, room, from, length) {
  return room >= length ? from + length / 2 : Math.min(Math.max(middle, from + room / 2), from + length - room / 2);
}
