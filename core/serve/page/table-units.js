// Units and pieces of ground on a table, each at its own spot.

import { parseSvgFragment, queryAll, svgElement } from "./dom.js";
import { scaled } from "./geometry.js";
import { showKinds } from "./key.js";

/** @import { Board, Place } from "./board.js" */
/** @import { Bounds, Point } from "./geometry.js" */
/** @import { FieldMap, Stand } from "../protocol.js" */

/**
 * Returns the name of a unit's place on a table.
 * @param {string} unit
 */
export const placeOf = (unit) => `@${unit}`;

/**
 * Returns whether a place is that of a unit on a table.
 * @param {string} place
 */
export const isUnitPlace = (place) => place.startsWith("@");

export class TableUnits {
  /** @type {Map<string, Stand>} */
  #stands = new Map();
  /** @type {Map<string, Element[]>} The picture of each piece of ground, and its name. */
  #ground = new Map();
  #names = svgElement("g");

  /**
   * @param {Board} board
   * @param {FieldMap} field
   */
  constructor(board, field) {
    this.board = board;
    this.field = field;
  }

  /**
   * Redraws a unit or a piece of ground. If it has no stand, removes it.
   * @param {string} unit
   * @param {Stand | undefined} stand
   */
  draw(unit, stand) {
    this.#remove(unit);
    if (!stand) return showKinds(this.board.svg, this.kinds());
    this.#stands.set(unit, stand);
    showKinds(this.board.svg, this.kinds());
    if (!stand.base) return this.#drawGround(unit, stand);
    this.board.places[placeOf(unit)] = this.#place(stand, stand.base);
    this.board.draw(placeOf(unit), [stand]);
  }

  /** @param {string} unit */
  #remove(unit) {
    for (const part of this.#ground.get(unit) ?? []) part.remove();
    this.#ground.delete(unit);
    this.#stands.delete(unit);
    this.board.draw(placeOf(unit), null);
    delete this.board.places[placeOf(unit)];
  }

  /** The kinds of ground on the table, translated. */
  kinds() {
    return new Set([...this.#stands.values()].flatMap(({ ground }) => ground ?? []));
  }

  /**
   * @param {string} unit
   * @param {Stand} stand
   */
  #drawGround(unit, stand) {
    const picture = parseSvgFragment(stand.svg);
    // Other pieces do not cover the name.
    const names = queryAll(picture, ".ground-name");
    this.#ground.set(unit, [picture, ...names]);
    if (!this.#names.isConnected) this.board.layer("ground").append(this.#names);
    this.#names.before(picture);
    this.#names.append(...names);
  }

  /**
   * @param {Stand} stand
   * @param {Point} base
   * @returns {Place}
   */
  #place({ spot, facing, ground }, base) {
    const { picture_scale, scale } = this.field;
    const size = scaled(base, picture_scale);
    return {
      at: scaled(spot, picture_scale),
      room: size,
      base: size,
      ground,
      facing,
      label: `${spot[0] / scale},${spot[1] / scale}`,
    };
  }

  /**
   * Returns a unit's spot.
   * @param {string | undefined} unit
   */
  spotOf(unit) {
    return unit === undefined ? undefined : this.#stands.get(unit)?.spot;
  }

  /**
   * Returns the units with bases, with the edges of the bases in units of length.
   * @returns {{ id: string, side: string | null, edges: Bounds }[]}
   */
  bases() {
    return [...this.#stands.values()].flatMap(({ id, side, spot: [x, y], base }) => {
      if (!base) return [];
      const [width, height] = base;
      const edges = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
      return { id, side, edges };
    });
  }
}
