// The board: the map as drawn by the server, and the stacks on it. Only stacks that have changed are redrawn.

import { createCompass, placeCompass } from "./compass.js";
import { counterElement } from "./counter.js";
import { closest, parseSvg, queryAll, svgElement } from "./dom.js";
import { scaled } from "./geometry.js";
import { fan } from "./fan.js";
import { drawBase } from "./base.js";
import { defined } from "./lists.js";
import { MapNames } from "./map-names.js";
import { distantScale, stack } from "./stack.js";
import { TableUnits } from "./table-units.js";
import { createOverlay } from "./overlay.js";
import { createSheet } from "./sheet.js";
import { Zoom } from "./zoom.js";

/** @import { Attributes } from "./dom.js" */
/** @import { Point } from "./geometry.js" */
/** @import { BoardMap, Counter, Stand } from "../protocol.js" */
/**
 * @typedef {object} Place a space of the map, or a base on a table
 * @property {Point} at its centre
 * @property {Point} room
 * @property {boolean} [box] whether it is a box beside the map
 * @property {string} label
 * @property {string} [terrain]
 * @property {string[]} [features]
 * @property {Point} [base] the size of a base
 * @property {string} [ground] what the base is, if it is a piece of ground, such as a bridge
 * @property {Stand["facing"]} [facing]
 */

/** The minimum distance between an open fan and the edge of the window, in pixels. */
const FAN_MARGIN = 20;
const MIN_FAN_COUNTER = 58;

/** The usual size of a small base in pixels: large enough for its name. */
const USUAL_BASE = 52;
/** The distance between a table and the boxes below it, in picture units. */
const TRAY_GAP = 150;

export class Board {
  /** @type {import("./zoom.js").Box} The part of the picture without the column. */
  #ground;
  /** @type {Map<string, Counter[]>} The counters in each space. */
  pieces = new Map();
  /** @type {Map<string, SVGElement>} The counter element of each unit. */
  elements = new Map();
  /** @type {Map<string, SVGElement>} The stack in each space. */
  stacks = new Map();
  /** @type {SVGElement | null} */
  openFan = null;
  #areTraysShown = true;

  /**
   * @param {HTMLElement} host
   * @param {string} picture
   * @param {BoardMap} map
   */
  constructor(host, picture, map) {
    this.host = host;
    /** @type {Record<string, Place>} */
    this.places = map.spaces;
    this.field = map.field;
    this.counter = map.field ? 20 * map.field.picture_scale : map.counter;
    this.svg = parseSvg(picture);
    this.svg.setAttribute("role", "group");
    const groups = queryAll(this.svg, "[data-space]");
    this.outlines = new Map(groups.map((group) => [group.dataset.space, group.querySelector(".land")]));
    this.svg.classList.add("ground");
    this.over = createOverlay(this.svg, map);
    const sheet = createSheet(map);
    const compass = createCompass(this.svg);
    host.append(...defined([sheet, this.svg, this.over, compass]));
    this.tableUnits = map.field ? new TableUnits(this, map.field) : null;
    host.style.setProperty("--far-scale", `${distantScale(Object.values(map.spaces), this.counter)}`);
    const { origin, ground } = map;
    this.#ground = { x: origin[0], y: origin[1], width: ground[0], height: ground[1] };
    this.zoom = new Zoom([this.svg, this.over], sheet, host, this.counter, this.#ground);
    if (map.field) this.zoom.usual = USUAL_BASE;
    const names = new MapNames(this);
    this.names = names;
    this.zoom.onRest((scale) => names.draw(scale));
    if (compass) {
      const place = () => placeCompass(compass, this);
      this.zoom.onRest(place);
      names.onChange(place);
    }
  }

  /**
   * Returns the element of the first of the named layers that exists on the board.
   * @param {...string} names
   */
  layer(...names) {
    const found = names
      .map((name) => `.layer-${name}`)
      .map((it) => this.over.querySelector(it) ?? this.svg.querySelector(it));
    const [layer] = defined(found);
    if (!layer) throw new Error(`the board has no layer ${names}`);
    return layer;
  }

  /**
   * Says whether the boxes below a table are part of what is shown as the whole map. After the set-up, the table alone
   * is larger, and the pieces of ground that were not laid are put away.
   * @param {boolean} areShown
   */
  showTrays(areShown) {
    if (!this.field || areShown === this.#areTraysShown) return;
    this.#areTraysShown = areShown;
    for (const [space, counters] of [...this.pieces]) if (this.places[space]?.box) this.draw(space, counters);
    const { x, y, width } = this.#ground;
    const [, length] = scaled(this.field.size, this.field.picture_scale);
    this.zoom.ground = areShown ? this.#ground : { x, y, width, height: length - y + TRAY_GAP };
  }

  /**
   * Marks a turn on the turn track.
   * @param {number} turn
   */
  showTurn(turn) {
    for (const square of queryAll(this.svg, ".turn")) {
      const number = Number(square.dataset.turn);
      square.classList.toggle("now", number === turn);
      square.classList.toggle("past", number < turn);
      const { weather = "" } = square.dataset;
      if (number === turn && this.host.dataset.weather !== weather) this.host.dataset.weather = weather;
    }
  }

  /**
   * Returns the centre of a space.
   * @param {string | null | undefined} space
   * @returns {Point | undefined}
   */
  at(space) {
    return space === null || space === undefined ? undefined : this.places[space]?.at;
  }

  /**
   * Returns the label of a space.
   * @param {string} space
   */
  label(space) {
    return this.places[space]?.label ?? space;
  }

  /**
   * Redraws a stack.
   * @param {string} space
   * @param {Counter[] | null | undefined} counters
   */
  draw(space, counters) {
    this.#erase(space);
    this.names.update();
    const place = this.places[space];
    if (!counters?.length || !place) return;
    this.pieces.set(space, counters);
    const drawn = this.field && place.box && !this.#areTraysShown ? counters.filter(({ ground }) => !ground) : counters;
    if (drawn.length === 0) return;
    const group = place.base ? drawBase(space, drawn[0], place) : stack(space, drawn, place);
    this.stacks.set(space, group);
    for (const counter of queryAll(group, "[data-id]")) {
      this.elements.set(counter.dataset.id ?? "", /** @type {SVGElement} */ (counter));
    }
    this.#insert(group, place.at[0]);
    if (this.openFan?.dataset.fan === space) this.fan(space);
  }

  // A stack's number is at its right edge, where a stack drawn later would hide it.
  /**
   * @param {SVGElement} group
   * @param {number} x
   */
  #insert(group, x) {
    const layer = this.layer("units");
    const isLeft = (/** @type {import("./dom.js").DomElement} */ { dataset }) =>
      (this.places[dataset.space ?? ""]?.at[0] ?? -Infinity) < x;
    layer.insertBefore(group, queryAll(layer, ":scope > .stack").find(isLeft) ?? null);
  }

  // A unit that has moved may already have been drawn in its new space.
  /** @param {string} space */
  #erase(space) {
    this.stacks.get(space)?.remove();
    this.stacks.delete(space);
    for (const { id } of this.pieces.get(space) ?? []) if (this.spaceOf(id) === space) this.elements.delete(id);
    this.pieces.delete(space);
  }

  /**
   * Returns where a unit lies: in a box, its pile; elsewhere, the centre of its space.
   * @param {string} unit
   * @returns {Point | undefined}
   */
  pointOf(unit) {
    const at = this.at(this.spaceOf(unit));
    const pile = closest(this.elements.get(unit), ".pile")?.getAttribute("transform");
    const [, x, y] = /translate\((\S+) (\S+)\)/.exec(pile ?? "") ?? [];
    return at && x && y ? [at[0] + Number(x), at[1] + Number(y)] : at;
  }

  /** @param {string} unit */
  spaceOf(unit) {
    return closest(this.elements.get(unit), ".stack")?.dataset.space;
  }

  /** @param {string} unit */
  has(unit) {
    return this.elements.has(unit);
  }

  /** @param {string | undefined} unit */
  sideOf(unit) {
    return unit === undefined ? undefined : this.elements.get(unit)?.dataset.side;
  }

  /**
   * Returns the counters in a space.
   * @param {string | null | undefined} space
   */
  counters(space) {
    return (space && this.pieces.get(space)) || [];
  }

  /**
   * Returns the counters in a space that lie together with a unit: all of them, or those of its kind in a tray.
   * @param {string} space
   * @param {string | undefined} unit
   */
  together(space, unit) {
    const counters = this.counters(space);
    const { kind, side } = counters.find(({ id }) => id === unit) ?? {};
    if (!this.places[space]?.box || !kind) return counters;
    return counters.filter((counter) => counter.kind === kind && counter.side === side);
  }

  /**
   * Opens a fan, which shows counters of a stack side by side.
   * @param {string} space
   * @param {Counter[] | undefined} [counters] all of them by default
   */
  fan(space, counters = this.pieces.get(space)) {
    this.closeFan();
    const at = this.at(space);
    if (!counters || !at) return null;
    const scale = Math.max(1, MIN_FAN_COUNTER / (this.counter * this.zoom.scale));
    const { group, width, height } = fan(space, counters, this.label(space));
    const [x, y] = this.#withinWindow(at, (width * scale) / 2, (height * scale) / 2);
    group.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    this.layer("marks").append(group);
    this.openFan = group;
    this.host.classList.add("fanned");
    return group;
  }

  /**
   * @param {Point} point
   * @param {number} halfWidth
   * @param {number} halfHeight
   * @returns {Point}
   */
  #withinWindow([x, y], halfWidth, halfHeight) {
    const { box, scale } = this.zoom;
    const margin = FAN_MARGIN / scale;
    const within = (/** @type {number[]} */ [value, from, length, half]) =>
      Math.max(from + half + margin, Math.min(value, from + length - half - margin));
    return [within([x, box.x, box.width, halfWidth]), within([y, box.y, box.height, halfHeight])];
  }

  /** Closes the fan. Returns its space if one was open. */
  closeFan() {
    const space = this.openFan?.dataset.fan;
    this.openFan?.remove();
    this.openFan = null;
    this.host.classList.remove("fanned");
    return space;
  }

  /**
   * Draws the outline of a space.
   * @param {string} space
   * @param {Attributes} attributes
   */
  outline(space, attributes) {
    const {
      at: [x, y],
      base,
    } = this.places[space];
    if (base) {
      const [width, height] = base;
      return svgElement("rect", { x: x - width / 2, y: y - height / 2, width, height, ...attributes });
    }
    const land = this.outlines.get(space)?.cloneNode(false);
    const copy = /** @type {SVGElement} */ (land ?? svgElement("circle", { cx: x, cy: y, r: 700 }));
    for (const name of ["fill", "fill-opacity", "stroke", "stroke-width", "class"]) copy.removeAttribute(name);
    for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, `${value}`);
    return copy;
  }

  /**
   * Draws a line through spaces.
   * @param {string[]} spaces
   * @param {Attributes} attributes
   */
  line(spaces, attributes) {
    const points = defined(spaces.map((space) => this.at(space)));
    return svgElement("polyline", { points: points.map(([x, y]) => `${x},${y}`).join(" "), ...attributes });
  }

  /**
   * Draws a single counter for a list.
   * @param {Counter} counter
   */
  portrait(counter) {
    const attributes = { class: "portrait", viewBox: "-540 -560 1100 1120", "aria-hidden": "true" };
    return svgElement("svg", attributes, counterElement(counter, [0, 0]));
  }

  /**
   * Returns the space at a window position.
   * @param {number} x
   * @param {number} y
   */
  spaceUnder(x, y) {
    const found = document.elementsFromPoint(x, y).map((target) => closest(target, "[data-space]")?.dataset.space);
    return found.find(Boolean);
  }

  /**
   * Describes a space without its units.
   * @param {string} space
   */
  describePlace(space) {
    const place = this.places[space];
    return [this.label(space), place?.terrain, ...(place?.features ?? [])].filter(Boolean).join(" · ");
  }

  /**
   * Describes a space and the units in it.
   * @param {string} space
   */
  describe(space) {
    const units = this.counters(space).map((counter) => counter.label);
    return `${this.describePlace(space)}${units.length ? ` — ${units.join("; ")}` : ""}`;
  }
}
