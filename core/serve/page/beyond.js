// Pointers at the edges of the map: how many places that can be chosen are out of view there.

import { cardSpaces } from "./cards.js";
import { button, element, replaceChildren } from "./dom.js";
import { frameAt, framesInWindow, isFree, partsOver } from "./free-places.js";
import { bounds } from "./geometry.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";

/** @import { Bounds, Point } from "./geometry.js" */
/** @import { Store } from "./store.js" */
/** @typedef {"left" | "right" | "top" | "bottom"} Edge */
/** @typedef {{ edge: Edge, points: Point[], text: string, at: Point }} Mark */

const SIGNS = { left: "◀", right: "▶", top: "▲", bottom: "▼" };
const EDGES = /** @type {Edge[]} */ (Object.keys(SIGNS));
/** How close to a corner of the map a pointer wants to be, as a part of the length of the edge. */
const CORNER = 0.2;
/** The gap between a pointer and the edge, and between the places that are tried for it, in pixels. */
const GAP = 6;
const STEP = 6;
const COMPASS = ".compass-rose:not(.hidden)";

export class Beyond {
  #drawn = "";
  /** @type {Map<string, { width: number, height: number }>} The size of the pointer with each text. */
  #sizes = new Map();

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
    store.board.names.onChange(() => this.#draw());
  }

  /** Returns the places that can be chosen. Cards are chosen beside the map. */
  #points() {
    const { board, choices, question, film } = this.store;
    if (!question || film) return [];
    const hands = cardSpaces(this.store);
    return defined(choices.spaces().map((space) => (hands.has(space) ? undefined : board.at(space))));
  }

  #draw() {
    const { board } = this.store;
    const away = this.#points().map((point) => ({ point, edge: edgeOf(point, board.zoom.view) }));
    const groups = EDGES.map((edge) => ({
      edge,
      points: away.filter((one) => one.edge === edge).map(({ point }) => point),
    })).filter(({ points }) => points.length > 0);
    const taken = groups.length ? [...framesInWindow(board), ...partsOver(this.host, COMPASS)] : [];
    const marks = groups.map(({ edge, points }) => this.#place(edge, points, taken));
    const drawn = JSON.stringify(marks.map(({ text, points, at }) => [text, points.length, at]));
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    replaceChildren(
      this.host,
      marks.map((mark) => this.#pointer(mark)),
    );
  }

  /**
   * Places a pointer where it is free, as near as possible to where it points. A shorter one fits into more places.
   * @param {Edge} edge
   * @param {Point[]} points
   * @param {Bounds[]} taken what it must not cover, to which it is added
   * @returns {Mark}
   */
  #place(edge, points, taken) {
    const texts = [`${SIGNS[edge]} ${translate("{1} more", points.length)}`, `${SIGNS[edge]} ${points.length}`];
    const found = texts.map((text) => {
      const size = this.#sizeOf(text);
      const places = this.#along(edge, points, size);
      return { text, size, places, at: places.find((at) => isFree(at, size, taken)) };
    });
    const { text, size, places, at = places[0] } = found.find(({ at }) => at) ?? found[1];
    taken.push(frameAt(at, size));
    return { edge, points, text, at };
  }

  /**
   * Returns the places along an edge, the nearest to where a pointer points first. On a phone, bars may cover the edge.
   * @param {Edge} edge
   * @param {Point[]} points
   * @param {{ width: number, height: number }} size
   */
  #along(edge, points, { width, height }) {
    const { zoom } = this.store.board;
    const { view, insets, size } = zoom;
    const { left, right, top, bottom } = bounds(points);
    const isUpright = edge === "left" || edge === "right";
    const part = isUpright ? ((top + bottom) / 2 - view.y) / view.height : ((left + right) / 2 - view.x) / view.width;
    const nearest = Math.min(Math.max(part, CORNER), 1 - CORNER);
    const wanted = isUpright
      ? insets.top + nearest * zoom.room.height - height / 2
      : insets.left + nearest * zoom.room.width - width / 2;
    const most = (isUpright ? size.height - height : size.width - width) - GAP;
    const steps = [0, ...Array.from({ length: Math.ceil(most / STEP) }, (_, i) => (i + 1) * STEP)];
    const alongs = steps.flatMap((step) => [wanted - step, wanted + step]).filter((at) => at >= GAP && at <= most);
    const depths = [...new Set([insets[edge], 0])].map((inset) => inset + GAP);
    const places = alongs.flatMap((along) =>
      depths.map((depth) => {
        const across = {
          left: depth,
          top: depth,
          right: size.width - depth - width,
          bottom: size.height - depth - height,
        }[edge];
        /** @type {Point} */
        const at = isUpright ? [across, along] : [along, across];
        return { at: /** @type {Point} */ (at.map(Math.round)), cost: Math.abs(along - wanted) + 2 * depth };
      }),
    );
    return places.sort((a, b) => a.cost - b.cost).map(({ at }) => at);
  }

  /** @param {string} text */
  #sizeOf(text) {
    const known = this.#sizes.get(text);
    if (known) return known;
    const sample = element("button", { style: "visibility: hidden" }, text);
    this.host.append(sample);
    const size = { width: sample.offsetWidth, height: sample.offsetHeight };
    sample.remove();
    this.#sizes.set(text, size);
    return size;
  }

  /** @param {Mark} mark */
  #pointer({ edge, points, text, at: [x, y] }) {
    const { zoom } = this.store.board;
    const show = () => {
      if (!zoom.include(points)) zoom.show(points);
    };
    return button(text, show, {
      class: `pointer-${edge}`,
      style: `left:${x}px; top:${y}px`,
      title: translate("Show the places that can be chosen there"),
      "aria-label": translate("{1} more", points.length),
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
