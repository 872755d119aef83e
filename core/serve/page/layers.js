// Layers over the map, such as zones of control and supply.

import { ApiError, game } from "./api.js";
import { element, paragraph, parseSvg, replaceChildren, svgElement } from "./dom.js";
import { capitalize, translate } from "./i18n.js";
import { unique } from "./lists.js";
import { ownerBox } from "./owners.js";
import { drawDistance } from "./placement-drawing.js";
import { placeOf } from "./table-units.js";

/** @import { Fault, Layer, LayerTitle, MapSide } from "../protocol.js" */
/** @import { Store } from "./store.js" */
/**
 * @typedef {object} Entry a layer of a side
 * @property {LayerTitle} layer
 * @property {MapSide} side
 * @property {HTMLInputElement} box
 * @property {Layer["ranges"]} ranges
 * @property {SVGElement} [mark]
 */

/** How long changes are collected before the layers are reloaded, in milliseconds. */
const REFRESH_DELAY = 150;

export class Layers {
  /** @type {Set<Entry>} The layers that are currently shown. */
  #shown = new Set();
  #timer = 0;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   * @param {(fault: Fault) => void} onRefused called if a layer would reveal hidden information
   */
  constructor(store, host, onRefused) {
    this.store = store;
    this.host = host;
    this.onRefused = onRefused;
    for (const prefix of ["stack/", "stand/", "game"]) store.snapshot.on(prefix, () => this.#refresh());
    this.#layOut();
  }

  #layOut() {
    const { layers, sides, field } = this.store.map;
    const legend = element("div", { class: "key" });
    this.#loadLegend(legend);
    const name = (/** @type {MapSide} */ side) => element("p", {}, dot(side), ` ${capitalize(side.text)}`);
    replaceChildren(
      this.host,
      layers.map((layer) => this.#layerBoxes(layer)),
      field ? null : ownerBox(this.store.board),
      element("div", { class: "sides" }, sides.map(name)),
      legend,
    );
  }

  /** @param {LayerTitle} layer */
  #layerBoxes(layer) {
    const boxes = this.store.playedSides.map((side) => this.#layerBox(layer, side));
    return element("fieldset", {}, element("legend", {}, layer.title, " ", paragraph(layer.rule)), boxes);
  }

  /**
   * @param {LayerTitle} layer
   * @param {MapSide} side
   */
  #layerBox(layer, side) {
    const box = element("input", { type: "checkbox", "data-layer": `${layer.name} ${side.name}` });
    /** @type {Entry} */
    const entry = { layer, side, box, ranges: [] };
    box.onchange = () => (box.checked ? this.#show(entry) : this.#hide(entry));
    return element("label", {}, box, dot(side), ` ${capitalize(side.text)}`);
  }

  /** @param {HTMLElement} host */
  async #loadLegend(host) {
    const picture = await game.legend().catch(() => null);
    if (typeof picture !== "string" || !picture.includes("<svg")) return;
    host.append(element("h3", {}, translate("Symbols")), parseSvg(picture));
  }

  /** @param {Entry} entry */
  async #show(entry) {
    this.#shown.add(entry);
    await this.#load(entry);
  }

  /** @param {Entry} entry */
  #hide(entry) {
    entry.mark?.remove();
    entry.box.checked = false;
    this.#shown.delete(entry);
  }

  /** @param {Entry} entry */
  async #load(entry) {
    const { layer, side } = entry;
    const content = await game.layer(layer.name, side.name).catch((error) => this.#refuse(entry, error));
    if (!content || !this.#shown.has(entry)) return;
    entry.mark?.remove();
    entry.mark = this.#draw(content, side);
    entry.ranges = content.ranges;
    this.store.board.layer("ranges", "reach").append(entry.mark);
  }

  /**
   * @param {Entry} entry
   * @param {unknown} error
   */
  #refuse(entry, error) {
    if (!(error instanceof ApiError)) return;
    this.#hide(entry);
    this.onRefused(error.fault);
  }

  /**
   * @param {Layer} content
   * @param {MapSide} side
   */
  #draw({ spaces, paths, units, ranges }, side) {
    const { board } = this.store;
    return svgElement(
      "g",
      { class: "layer-content", style: `--fill:${side.flag}` },
      spaces.map((space) => board.outline(space, { class: "tint" })),
      paths.map((path) => board.line(path, { class: "supply" })),
      units.map((unit) => this.#ring(unit)),
      ranges.map(([unit, distance]) => this.#drawRange(unit, distance)),
    );
  }

  /** @param {string} unit */
  #ring(unit) {
    const { board } = this.store;
    const point = board.at(board.spaceOf(unit));
    return point ? svgElement("circle", { class: "ringed", cx: point[0], cy: point[1], r: 720 }) : null;
  }

  // On a table, draws the outline of everything within a distance of a base.
  /**
   * @param {string} unit
   * @param {number} distance
   */
  #drawRange(unit, distance) {
    const { places, field } = this.store.board;
    const place = places[placeOf(unit)];
    if (!place?.base || !field) return null;
    const [[x, y], [width, height]] = [place.at, place.base];
    const corner = (/** @type {number} */ sign) =>
      /** @type {[number, number]} */ ([x + (sign * width) / 2, y + (sign * height) / 2]);
    return drawDistance([corner(-1), corner(1)], distance * field.picture_scale);
  }

  /**
   * Returns the distances that the shown layers draw around a unit.
   * @param {string | undefined} unit
   */
  distancesAround(unit) {
    const ranges = [...this.#shown].flatMap((entry) => entry.ranges);
    return unique(ranges.filter(([other]) => other === unit).map(([, distance]) => distance));
  }

  #refresh() {
    if (this.#shown.size === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const entry of this.#shown) this.#load(entry);
    }, REFRESH_DELAY);
  }
}

/** @param {MapSide} side */
function dot(side) {
  return element("i", { class: "dot", style: `--fill:${side.fill}` });
}
