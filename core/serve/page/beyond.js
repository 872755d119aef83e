// Pointers at the edges of the map: how many places that can be chosen are out of view there.

import { button, element, replaceChildren } from "./dom.js";
import { bounds } from "./geometry.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";

/** @import { Point } from "./geometry.js" */
/** @import { Store } from "./store.js" */
/** @typedef {"left" | "right" | "top" | "bottom"} Edge */

const SIGNS = { left: "◀", right: "▶", top: "▲", bottom: "▼" };
const EDGES = /** @type {Edge[]} */ (Object.keys(SIGNS));
/** How close to a corner of the map a pointer may be, as a part of the length of the edge. */
const CORNER = 0.2;

export class Beyond {
  #drawn = "";

  /**
   * @param {Store} store
   * @param {HTMLElement} map
   */
  constructor(store, map) {
    this.store = store;
    this.host = element("div", { class: "beyond" });
    map.append(this.host);
    store.onChange(() => this.#draw());
    store.board.zoom.onMove(() => this.#draw());
  }

  /** Returns the places that can be chosen. */
  #points() {
    const { board, choices, question, film } = this.store;
    return question && !film ? defined(choices.spaces().map((space) => board.at(space))) : [];
  }

  #draw() {
    const { zoom } = this.store.board;
    const away = this.#points().map((point) => ({ point, edge: edgeOf(point, zoom.box) }));
    const groups = EDGES.map((edge) => ({
      edge,
      points: away.filter((one) => one.edge === edge).map(({ point }) => point),
    })).filter(({ points }) => points.length > 0);
    const marks = groups.map(({ edge, points }) => ({ edge, points, at: this.#place(edge, points) }));
    const drawn = JSON.stringify(marks.map(({ edge, points, at }) => [edge, points.length, at]));
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    replaceChildren(
      this.host,
      marks.map(({ edge, points, at }) => this.#pointer(edge, points, at)),
    );
  }

  /**
   * Returns where along an edge a pointer is, in percent.
   * @param {Edge} edge
   * @param {Point[]} points
   */
  #place(edge, points) {
    const { x, y, width, height } = this.store.board.zoom.box;
    const { left, right, top, bottom } = bounds(points);
    const isUpright = edge === "left" || edge === "right";
    const part = isUpright ? ((top + bottom) / 2 - y) / height : ((left + right) / 2 - x) / width;
    return Math.round(100 * Math.min(Math.max(part, CORNER), 1 - CORNER));
  }

  /**
   * @param {Edge} edge
   * @param {Point[]} points
   * @param {number} at
   */
  #pointer(edge, points, at) {
    const { zoom } = this.store.board;
    const show = () => {
      if (!zoom.include(points)) zoom.show(points);
    };
    const label = translate("{1} more", points.length);
    return button(`${SIGNS[edge]} ${label}`, show, {
      class: `pointer-${edge}`,
      style: `--at:${at}%`,
      title: translate("Show the places that can be chosen there"),
    });
  }
}

/**
 * Returns the edge beyond which a point is, if it is out of view.
 * @param {Point} point
 * @param {import("./zoom.js").Box} box
 * @returns {Edge | null}
 */
function edgeOf([px, py], { x, y, width, height }) {
  const [across, down] = [(px - x) / width - 0.5, (py - y) / height - 0.5];
  if (Math.max(Math.abs(across), Math.abs(down)) <= 0.5) return null;
  if (Math.abs(across) > Math.abs(down)) return across < 0 ? "left" : "right";
  return down < 0 ? "top" : "bottom";
}
