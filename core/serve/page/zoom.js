// The visible part of the map, controlled by mouse wheel, fingers, drags and keys.

import { middleFor } from "./framing.js";
import { bounds } from "./geometry.js";
import { insetsOf } from "./insets.js";
import { SHEET_SCALE } from "./sheet.js";

/** @import { Wish } from "./framing.js" */
/** @import { Point } from "./geometry.js" */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** The size of a counter in pixels: the maximum, the usual size, and the minimum at which it is legible. */
const MAX_COUNTER = 90;
const USUAL_COUNTER = 50;
const MIN_COUNTER = { desktop: 34, phone: 30 };
const PHONE = "(max-width: 760px), (max-height: 480px)";
/** The lengths of a hexside, in pixels, below which the map is far away, and from which it is near. */
const FAR = 26;
const NEAR = 42;
/** How far the pictures extend beyond the window on each side, as a part of its size. */
const BEYOND = 0.3;
/** How far the pictures may be stretched before they are drawn again. */
const MAX_STRETCH = 2;
/** How long the map rests before the pictures are drawn again, in milliseconds. */
const REST = 150;
/** How much of the window may lie beyond what is drawn after the next movement, as a part of its size. */
const RESERVE = 0.1;
/** The margin of the window in which a point does not count as visible, as a fraction of its size. */
const EDGE = 0.06;
/** The space left around the points shown, in picture units. */
const MARGIN = 6000;
/** The space left around what a question is about and what it offers, as a multiple of the size of a counter. */
const CLOSE_MARGIN = 3.4;
/** How much the front is worth in the window, compared to a place that is offered. */
const OTHER_WEIGHT = 0.01;
/** How much smaller the map may become for the key beside it, as a part of its size. */
const KEY_COST = 0.1;

export class Zoom {
  #frame = 0;
  #rest = 0;
  /** @type {Box} The part of the map that the pictures show, which is larger than the window. */
  #drawn = { x: 0, y: 0, width: 0, height: 0 };
  #drawnScale = 0;
  /** @type {{ width: number, height: number }} The size of the window in pixels. Reading it takes time. */
  #size;
  /** @type {Box | null} The part that is shown as a whole, also after the window has changed its size. */
  #fitted = null;
  #lastScale = 0;
  /** @type {((scale: number) => void)[]} */
  #listeners = [];
  /** @type {(() => void)[]} */
  #moveListeners = [];
  /** The widths of the strips at the edges of the window that bars and buttons cover, in pixels. */
  insets = { left: 0, right: 0, top: 0, bottom: 0 };
  /** The usual size of a counter in pixels. */
  usual = USUAL_COUNTER;
  /** Whether the player has moved or enlarged the map. */
  isMoved = false;

  /**
   * @param {SVGSVGElement[]} pictures the map, and the picture of what moves over it
   * @param {HTMLElement} sheet what lies below them
   * @param {HTMLElement} host
   * @param {number} counter the size of a counter in units of the picture
   * @param {Box} ground the part of the picture with the map, without the key beside it
   */
  constructor(pictures, sheet, host, counter, ground) {
    this.pictures = pictures;
    this.sheet = sheet;
    this.host = host;
    this.counter = counter;
    const { x, y, width, height } = pictures[0].viewBox.baseVal;
    /** @type {Box} */
    this.whole = { x, y, width, height };
    /** @type {Box} */
    this.box = { ...this.whole };
    /** The part of the picture that the sheet of paper lies under. */
    this.paper = this.whole;
    this.ground = ground;
    this.#size = sizeOf(host);
    new ResizeObserver(() => this.#resize()).observe(host);
    host.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.showGround();
  }

  /**
   * Calls a listener whenever the pictures have been drawn again, with the number of pixels per picture unit.
   * @param {(scale: number) => void} listener
   */
  onRest(listener) {
    this.#listeners.push(listener);
  }

  /**
   * Calls a listener whenever the map has moved.
   * @param {() => void} listener
   */
  onMove(listener) {
    this.#moveListeners.push(listener);
  }

  get size() {
    return this.#size;
  }

  /** The size of the free part of the window, in pixels. */
  get room() {
    const { left, right, top, bottom } = this.insets;
    const { width, height } = this.size;
    return { width: Math.max(width - left - right, 1), height: Math.max(height - top - bottom, 1) };
  }

  /** @returns {Box} the part of the map in the free part of the window */
  get view() {
    const { box, insets, room, scale } = this;
    const [x, y] = [box.x + insets.left / scale, box.y + insets.top / scale];
    return { x, y, width: room.width / scale, height: room.height / scale };
  }

  /** @returns {Point} */
  get #middle() {
    const { x, y, width, height } = this.view;
    return [x + width / 2, y + height / 2];
  }

  /** Finds out which strips of the window are covered, which takes time. */
  measure() {
    if (this.isPhone) this.insets = insetsOf(this.host);
  }

  /** The number of pixels per picture unit. */
  get scale() {
    return this.size.width / this.box.width;
  }

  get #minScale() {
    return this.#scaleFor(this.whole);
  }

  /** @param {Box} box */
  #scaleFor({ width, height }) {
    const { room } = this;
    return Math.min(room.width / width, room.height / height);
  }

  get isPhone() {
    return matchMedia(PHONE).matches;
  }

  /** The smallest scale at which counters are legible. */
  get #legibleScale() {
    const { desktop, phone } = MIN_COUNTER;
    return Math.min((this.isPhone ? phone : desktop) / this.counter, 1);
  }

  /** Whether counters are legible while the whole map is shown. */
  get isLegibleAsWhole() {
    return this.#scaleFor(this.ground) >= this.#legibleScale;
  }

  /** Shows the whole sheet; if it is shown already, the map alone. On phones, where the sheet is small, the map first. */
  fit() {
    const { ground, whole } = this;
    const [first, second] = this.isPhone ? [ground, whole] : [whole, ground];
    this.#fit(this.#fitted === first ? second : first);
  }

  /** Shows the whole map, without the key beside it unless there is room for it. */
  showGround() {
    const { ground, whole } = this;
    this.measure();
    this.#fit(this.#scaleFor(whole) < (1 - KEY_COST) * this.#scaleFor(ground) ? ground : whole);
  }

  /** @param {Box} part */
  #fit(part) {
    this.#center([part.x + part.width / 2, part.y + part.height / 2], this.#scaleFor(part), part);
  }

  /**
   * Shows the given points, or as many as fit while counters are legible.
   * @param {Point[]} points
   */
  show(points) {
    if (points.length === 0) return this.showGround();
    this.measure();
    const { left, right, top, bottom } = bounds(points);
    const { width, height } = this.room;
    const room = this.#largestScale(points, MARGIN);
    const least = Math.max(this.#legibleScale, this.#scaleFor(this.ground));
    const scale = Math.max(Math.min(room, this.usual / this.counter), least);
    const wishes = points.map((at) => ({ at, weight: 1 }));
    const middle = room < least ? middleFor([], wishes, width / least - MARGIN, height / least - MARGIN) : null;
    this.#center(middle ?? [(left + right) / 2, (top + bottom) / 2], scale);
  }

  /**
   * Returns whether points fit into the window when counters are legible.
   * @param {Point[]} points
   */
  fits(points) {
    this.measure();
    return this.#largestScale(points, CLOSE_MARGIN * this.counter) >= this.#legibleScale;
  }

  /**
   * Returns the largest scale at which points fit into the window.
   * @param {Point[]} points
   * @param {number} margin the room around them, in picture units
   */
  #largestScale(points, margin) {
    const { left, right, top, bottom } = bounds(points);
    const { width, height } = this.room;
    return Math.min(width / (right - left + margin), height / (bottom - top + margin));
  }

  /**
   * Shows what a question is about and what it offers, as far as that fits while counters are legible, and then as much
   * else as possible.
   * @param {Point[]} subject
   * @param {Point[]} offers
   * @param {Point[]} others
   */
  frame(subject, offers, others) {
    this.measure();
    const all = [...subject, ...offers];
    const { width, height } = this.room;
    const margin = CLOSE_MARGIN * this.counter;
    const room = this.#largestScale(all, margin);
    const least = Math.max(this.#legibleScale, this.#scaleFor(this.ground));
    const scale = Math.max(Math.min(room, this.usual / this.counter), least);
    /** @type {Wish[]} */
    const wishes = others.map((at) => ({ at, weight: OTHER_WEIGHT }));
    const wanted = room < least ? offers.map((at) => ({ at, weight: 1 })) : [];
    const required = room < least ? subject : all;
    const [roomX, roomY] = [width / scale - margin, height / scale - margin];
    const [x, y] = middleFor(required, [...wanted, ...wishes], roomX, roomY);
    // The strip below the map is shown only if a choice is there. A counter at the edge of the map is shown whole.
    const foot = this.ground.y + this.ground.height + this.counter / 4 - height / scale / 2;
    const isNeeded = bounds(all).bottom > this.ground.y + this.ground.height;
    this.#center([x, isNeeded ? y : Math.min(y, foot)], scale);
  }

  /**
   * Centres a point unless it is visible.
   * @param {Point} point
   */
  reveal(point) {
    this.measure();
    const { width, height } = this.view;
    if (!this.sees(point, EDGE * width, EDGE * height)) this.#center(point, this.scale);
  }

  /**
   * Moves the map no more than needed to show the given points. Returns whether they fit.
   * @param {Point[]} points
   */
  include(points) {
    this.measure();
    const { view } = this;
    const { left, right, top, bottom } = bounds(points);
    const dx = shift(view.x, view.width, left - this.counter, right + this.counter);
    const dy = shift(view.y, view.height, top - this.counter, bottom + this.counter);
    if (dx === null || dy === null) return false;
    const [x, y] = this.#middle;
    if (dx !== 0 || dy !== 0) this.#center([x + dx, y + dy], this.scale);
    return true;
  }

  /**
   * Returns whether a point is visible and not too close to the edge of the window.
   * @param {Point} point
   */
  sees([x, y], edgeX = 0, edgeY = 0) {
    const { view } = this;
    const isBetween = x >= view.x + edgeX && x <= view.x + view.width - edgeX;
    return isBetween && y >= view.y + edgeY && y <= view.y + view.height - edgeY;
  }

  /**
   * Enlarges the map by a factor, around a window position.
   * @param {number} factor
   * @param {Point | null} [point] the centre by default
   */
  by(factor, point = null) {
    const { left, top } = this.host.getBoundingClientRect();
    const { insets, room } = this;
    const [middleX, middleY] = [insets.left + room.width / 2, insets.top + room.height / 2];
    const [px, py] = point ? [point[0] - left, point[1] - top] : [middleX, middleY];
    const [x, y] = [this.box.x + px / this.scale, this.box.y + py / this.scale];
    const scale = this.#clampScale(this.scale * factor);
    this.isMoved = true;
    this.#center([x + (middleX - px) / scale, y + (middleY - py) / scale], scale);
  }

  /**
   * Moves the map by a number of pixels.
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    const { scale } = this;
    const [x, y] = this.#middle;
    this.isMoved = true;
    this.#center([x - dx / scale, y - dy / scale], scale, null, true);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const step = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 0.05 : 0.0016;
    this.by(Math.exp(-event.deltaY * step), [event.clientX, event.clientY]);
  }

  #resize() {
    const middle = this.#middle;
    this.#size = sizeOf(this.host);
    this.insets = { left: 0, right: 0, top: 0, bottom: 0 };
    this.measure();
    if (this.#fitted) return this.showGround();
    this.#center(middle, this.#lastScale);
  }

  /** @param {number} scale */
  #clampScale(scale) {
    return Math.min(Math.max(scale, this.#minScale), Math.max(MAX_COUNTER / this.counter, this.#minScale));
  }

  /**
   * Centres a point, as far as the edges of the map allow.
   * @param {Point} point
   * @param {number} wantedScale
   * @param {Box | null} [fitted] the part that is shown as a whole
   * @param {boolean} [isPan] whether the player moves the map, which may then show a part of the column
   */
  #center([x, y], wantedScale, fitted = null, isPan = false) {
    const { whole, ground, size, room, insets, view } = this;
    const scale = this.#clampScale(wantedScale);
    const [width, height] = [room.width / scale, room.height / scale];
    // After the map was shown as a whole, it does not jump when it is moved.
    const isWhole = fitted === ground || view.x < whole.x || view.y < whole.y;
    const [across, down] = isWhole
      ? [middleOf(ground.x, ground.width), middleOf(ground.y, ground.height)]
      : [null, null];
    const hasColumn = fitted !== ground && (isPan || fitted === whole || this.#seesColumn(x, width));
    const breadth = hasColumn ? whole.width : ground.width;
    const left = clampMiddle(x, width, [whole.x, breadth], across) - width / 2;
    const top = clampMiddle(y, height, [whole.y, whole.height], down) - height / 2;
    this.box = {
      x: left - insets.left / scale,
      y: top - insets.top / scale,
      width: size.width / scale,
      height: size.height / scale,
    };
    this.#lastScale = scale;
    this.#fitted = scale <= this.#minScale * 1.001 ? this.whole : fitted;
    this.#showKey(hasColumn && left + width > ground.x + ground.width);
    this.#draw();
  }

  /**
   * Returns whether a window shows the whole width of the column, or has its middle there. Unless the player has moved
   * the map to it, a part of the column is not shown.
   * @param {number} middle
   * @param {number} width
   */
  #seesColumn(middle, width) {
    const { whole, ground } = this;
    const [mapEnd, end] = [ground.x + ground.width, whole.x + whole.width];
    return width >= whole.width || middle + width / 2 >= end || middle > mapEnd;
  }

  // The paper ends with the map if the column is not shown.
  /** @param {boolean} isShown */
  #showKey(isShown) {
    const { whole, ground } = this;
    this.host.classList.toggle("without-key", !isShown);
    const width = isShown ? whole.width : ground.x + ground.width + (ground.x - whole.x) - whole.x;
    this.paper = { ...whole, width };
    this.sheet.style.width = `${width / SHEET_SCALE}px`;
  }

  #draw() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#move();
      for (const listener of this.#moveListeners) listener();
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
    if (!this.#isDrawn(0)) return this.#render();
    const { x, y } = this.#drawn;
    const transform = `${place([x, y])} scale(${scale / this.#drawnScale})`;
    for (const { style } of this.pictures) style.transform = transform;
    // The same pictures remain sharp as long as the scale is the same.
    const isSharp = () => Math.abs(this.scale / this.#drawnScale - 1) < 0.001 && this.#isDrawn(RESERVE);
    if (!isSharp()) this.#rest = setTimeout(() => this.#render(), REST);
  }

  /**
   * Returns whether the pictures show at least the window, at a similar scale.
   * @param {number} reserve how much more they must show on each side, as a part of the window's size
   */
  #isDrawn(reserve) {
    const { box } = this;
    const { x, y, width, height } = this.#drawn;
    const [dx, dy] = [reserve * box.width, reserve * box.height];
    const isWide = box.x - dx >= x && box.x + box.width + dx <= x + width;
    const isInside = isWide && box.y - dy >= y && box.y + box.height + dy <= y + height;
    const ratio = this.scale / this.#drawnScale;
    return isInside && ratio > 1 / MAX_STRETCH && ratio < MAX_STRETCH;
  }

  #render() {
    const { box, scale } = this;
    const [dx, dy] = [BEYOND * box.width, BEYOND * box.height];
    const drawn = { x: box.x - dx, y: box.y - dy, width: box.width + 2 * dx, height: box.height + 2 * dy };
    this.#drawn = drawn;
    this.#drawnScale = scale;
    const size = { width: `${drawn.width * scale}px`, height: `${drawn.height * scale}px` };
    const transform = `translate(${-dx * scale}px, ${-dy * scale}px)`;
    for (const picture of this.pictures) {
      picture.setAttribute("viewBox", `${drawn.x} ${drawn.y} ${drawn.width} ${drawn.height}`);
      Object.assign(picture.style, size, { transform });
    }
    for (const listener of this.#listeners) listener(scale);
  }
}

/** @param {HTMLElement} host */
function sizeOf({ clientWidth, clientHeight }) {
  return { width: Math.max(clientWidth, 1), height: Math.max(clientHeight, 1) };
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
 * @param {number} from
 * @param {number} length
 */
function middleOf(from, length) {
  return from + length / 2;
}

/**
 * Returns the nearest centre at which a window stays on the sheet, or the centre of the sheet if the window is larger.
 * @param {number} middle
 * @param {number} room the length of the window
 * @param {[number, number]} sheet the start and length of the sheet
 * @param {number | null} allowed another centre that is allowed, and everything between
 */
function clampMiddle(middle, room, [from, length], allowed) {
  if (room >= length) return middleOf(from, length);
  const [least, most] = [from + room / 2, from + length - room / 2];
  return Math.min(Math.max(middle, Math.min(least, allowed ?? least)), Math.max(most, allowed ?? most));
}
