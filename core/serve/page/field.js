// Lengths and places on a table. Spots are in units of length, which are smaller than the units shown to players.

import { scaled } from "./geometry.js";

/** @import { Board } from "./board.js" */
/** @import { Point } from "./geometry.js" */
/** @import { FieldMap } from "../protocol.js" */

export class Field {
  /**
   * @param {Board} board
   * @param {FieldMap} map
   */
  constructor(board, map) {
    this.board = board;
    this.map = map;
  }

  /**
   * Converts a spot to a point in the picture.
   * @param {Point} spot
   */
  toPicture(spot) {
    return scaled(spot, this.map.picture_scale);
  }

  /**
   * Converts a window position to units of length.
   * @param {number} x
   * @param {number} y
   * @returns {Point}
   */
  under(x, y) {
    const { left, top } = this.board.host.getBoundingClientRect();
    const { box, scale } = this.board.zoom;
    return scaled([box.x + (x - left) / scale, box.y + (y - top) / scale], 1 / this.map.picture_scale);
  }

  /** @param {Point} point */
  isOnTable([x, y]) {
    return x >= 0 && y >= 0 && x <= this.map.size[0] && y <= this.map.size[1];
  }

  /**
   * Parses a place such as `41,33.5`. Returns `null` if the string is not a place.
   * @param {string} text
   * @returns {Point | null}
   */
  parse(text) {
    const found = /^\s*(\d{1,6}(?:\.\d+)?)\s*[,;]\s*(\d{1,6}(?:\.\d+)?)\s*$/.exec(text);
    if (!found) return null;
    const [x, y] = [found[1], found[2]].map((length) => Number(length) * this.map.scale);
    const isWhole = [x, y].every((length) => Math.abs(length - Math.round(length)) < 1e-6);
    return isWhole ? [Math.round(x), Math.round(y)] : null;
  }

  /**
   * Formats a place: `41,33.5`.
   * @param {Point} spot
   */
  format([x, y]) {
    return `${x / this.map.scale},${y / this.map.scale}`;
  }

  /**
   * Formats a length, rounded up.
   * @param {number} length
   */
  formatLength(length) {
    const { scale, unit } = this.map;
    return `${Math.ceil(length - 1e-9) / scale}${unit ? ` ${unit}` : ""}`;
  }
}
