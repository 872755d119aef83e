// The names on the map. Each is drawn at a legible size. When the map rests at another scale, or when units have moved,
// the names choose their places again, the most important ones first. A name for which there is no room is left out.

import { numbersIn } from "./counter.js";
import { distance } from "./geometry.js";
import { minBy, unique } from "./lists.js";
import { frameOf as frameOfName, layOut } from "./name-places.js";
import { boxOf, frameOfNumber, PrintedNames } from "./printed-names.js";
import { queryAll } from "./dom.js";

/** @import { Board, Place } from "./board.js" */
/** @import { DomElement } from "./dom.js" */
/** @import { Bounds, Point } from "./geometry.js" */
/** @import { Name, Placed } from "./name-places.js" */

/** The kinds of names, the most important first, with their minimum sizes in pixels. */
const KINDS = { goal: 12.5, capital: 11.5, town: 10.5, area: 9.5, crowded: 9.5, place: 9.5 };
/** How long units rest before the names make room for them, in milliseconds. */
const REST = 250;
/** How far a name may be from the centre of its space, in picture units. */
const FAR = 3000;
/** How much larger a counter is with its shadow, and with the line around it when it is highlighted. */
const SHADOW = 1.1;
const RING = 1.28;
const RINGED = ".lit, .picked, .mover, .grouped, .target";
/** The radius of the number of counters in a pile. */
const BADGE = 200;

export class MapNames {
  #timer = 0;
  #scale = 0;
  /** @type {Map<Name, Placed | null>} */
  #drawn = new Map();
  /** @type {Bounds[]} The frames of names, counters and costs. */
  covered = [];
  /** @type {(() => void)[]} */
  #listeners = [];

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    const spaces = Object.entries(board.places).filter(([, { box }]) => !box);
    const groups = queryAll(board.over, ".title");
    const areaOf = (/** @type {string} */ space) => bounded(board.outlines.get(space));
    this.names = groups.flatMap((group) => namesIn(group, spaces, areaOf));
    const rank = (/** @type {Name} */ { kind }) => Object.keys(KINDS).indexOf(kind);
    this.names.sort((a, b) => rank(a) - rank(b));
    this.printed = new PrintedNames(board.svg);
    if (this.names.length === 0) return;
    this.#measure();
    // The widths change when the fonts have arrived.
    document.fonts.ready.then(() => {
      this.#measure();
      this.#layOut();
    });
  }

  /**
   * Calls a listener whenever the names have chosen their places.
   * @param {() => void} listener
   */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** @param {number} scale the number of pixels per picture unit */
  draw(scale) {
    if (scale === this.#scale) return;
    this.#scale = scale;
    this.#layOut();
  }

  /** Makes room for units that have moved. */
  update() {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.#layOut();
    }, REST);
  }

  // Measuring text on a canvas does not touch the page.
  #measure() {
    const context = document.createElement("canvas").getContext("2d");
    const family = getComputedStyle(this.names[0].lines[0].texts[0]).fontFamily;
    for (const name of this.names) {
      const weight = name.lines[0].texts[0].getAttribute("font-weight") ?? "normal";
      if (context) context.font = `${weight} 100px ${family}`;
      for (const line of name.lines) line.width = (context?.measureText(line.text).width ?? 0) / 100;
    }
  }

  #layOut() {
    if (this.#scale === 0) return;
    const size = (/** @type {Name} */ { kind, size }) => Math.max(size, KINDS[kind] / this.#scale);
    const costs = queryAll(this.board.over, ".cost rect, text.cost").map((sign) =>
      sign.matches("rect") ? boxOf(sign) : frameOfNumber(sign),
    );
    const paper = DOMRect.fromRect(this.board.zoom.ground);
    /**
     * @param {Bounds[]} signs
     * @param {Map<Name, Placed>} before
     */
    const layOutAround = (signs, before) => {
      const placed = layOut(this.names, size, signs, 1 / this.#scale, before, paper);
      const covered = [...signs, ...[...placed].map(([name, place]) => frameOfName(name, place, 0))];
      return { placed, covered };
    };
    // The usual places depend on the position and the scale alone, not on what happened before. Names leave them only
    // for highlights and costs.
    const usual = layOutAround(this.#counters(true), new Map());
    const { placed, covered } = layOutAround([...this.#counters(), ...costs], usual.placed);
    for (const name of this.names) show(name, placed.get(name) ?? null, this.#drawn);
    this.covered = covered;
    this.printed.update(covered, usual.covered);
    for (const listener of this.#listeners) listener();
  }

  /**
   * Returns the frames of all counters on the board, with the numbers beside them.
   * @param {boolean} [areRinged] whether all counters have the room that a highlighted one needs
   */
  #counters(areRinged = false) {
    const { board } = this;
    const isFar = board.host.dataset.detail === "far";
    const more = isFar ? Number(board.host.style.getPropertyValue("--far-scale")) || 1 : 1;
    const drawn = isFar ? ".top, .badge" : ".piece:not(.below), .badge";
    return [...board.stacks].flatMap(([space, group]) => {
      const at = board.at(space);
      if (!at) return [];
      const { base } = board.places[space];
      if (base) return [frameOfBase(at, base)];
      const framed = (/** @type {DomElement} */ pile) =>
        queryAll(pile, drawn).map((part) => {
          if (part.matches(".badge")) return frameOf(pile, part, at, BADGE * (isFar ? 1.5 : 1));
          const isRinged = areRinged || part.matches(RINGED) || (part.matches(".top") && pile.matches(RINGED));
          return frameOf(pile, part, at, (board.counter / 2) * more * (isRinged ? RING : SHADOW));
        });
      return queryAll(group, ".pile").flatMap(framed);
    });
  }
}

/**
 * @param {Point} at
 * @param {Point} size
 */
function frameOfBase([x, y], size) {
  const [width, height] = size.map((length) => (length / 2) * RING);
  return { left: x - width, top: y - height, right: x + width, bottom: y + height };
}

/**
 * @param {DomElement} pile
 * @param {DomElement} part a counter, or the number of counters
 * @param {Point} at
 * @param {number} half half the size of the part
 */
function frameOf(pile, part, [x, y], half) {
  const [dx = 0, dy = 0, scale = 1] = numbersIn(pile);
  const [px = 0, py = 0] = numbersIn(part);
  const [left, top, reach] = [x + dx + px * scale, y + dy + py * scale, half * scale];
  return { left: left - reach, top: top - reach, right: left + reach, bottom: top + reach };
}

/**
 * Returns the bounds of an outline.
 * @param {DomElement | null | undefined} outline
 * @returns {Bounds | undefined}
 */
function bounded(outline) {
  if (!(outline instanceof SVGGraphicsElement)) return undefined;
  return DOMRect.fromRect(outline.getBBox());
}

/**
 * Returns the names in a group: the name of an area, or all names of a kind. Each line is drawn twice, the first time as
 * a halo.
 * @param {DomElement} group
 * @param {[string, Place][]} spaces
 * @param {(space: string) => Bounds | undefined} areaOf
 * @returns {Name[]}
 */
function namesIn(group, spaces, areaOf) {
  const kind = /** @type {Name["kind"] | undefined} */ (
    Object.keys(KINDS).find((one) => group.classList.contains(one))
  );
  const texts = queryAll(group, "text");
  if (!kind || texts.length === 0) return [];
  const key = (/** @type {DomElement} */ text) => ["x", "y"].map((name) => text.getAttribute(name)).join();
  const lines = unique(texts.map(key)).map((at) => {
    const own = texts.filter((text) => key(text) === at);
    const [x, y] = at.split(",").map(Number);
    return { texts: own, text: own[0].textContent ?? "", x, y, width: 0 };
  });
  const isOne = kind === "area" || kind === "crowded";
  return (isOne ? [lines] : lines.map((line) => [line])).map((lines) => {
    const [first] = lines[0].texts;
    /** @type {Point} */
    const at = [lines[0].x, lines[0].y];
    const called = spaces.filter(([, { label }]) => label.toLowerCase().includes(lines[0].text.toLowerCase()));
    const [key, place] = minBy(called, ([, { at: centre }]) => distance(centre, at)) ?? [];
    const isNear = place && distance(place.at, at) < FAR;
    return {
      kind,
      lines,
      size: Number(first.getAttribute("font-size")),
      anchor: first.getAttribute("text-anchor") ?? "start",
      space: isNear ? place.at : at,
      area: isOne && isNear && key ? areaOf(key) : undefined,
    };
  });
}

/**
 * @param {Name} name
 * @param {Placed | null} placed `null` if there is no room
 * @param {Map<Name, Placed | null>} drawn
 */
function show(name, placed, drawn) {
  const before = drawn.get(name);
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(placed)) return;
  drawn.set(name, placed);
  for (const [i, { texts }] of name.lines.entries()) {
    for (const text of texts) {
      text.style.display = placed ? "" : "none";
      if (placed) put(text, placed, placed.y + i * placed.size, placed.size / name.size);
    }
  }
}

/**
 * @param {DomElement} text
 * @param {Placed} placed
 * @param {number} y
 * @param {number} growth
 */
function put(text, { x, size, anchor }, y, growth) {
  const attributes = { x, y, "text-anchor": anchor };
  for (const [key, value] of Object.entries(attributes)) text.setAttribute(key, `${value}`);
  text.style.fontSize = `${size}px`;
  const halo = Number(text.getAttribute("stroke-width"));
  if (halo) text.style.strokeWidth = `${halo * growth}px`;
}
