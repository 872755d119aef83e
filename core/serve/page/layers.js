// Layers over the map: zones of control, supply, owners of spaces.

import { ApiError, game } from "./api.js";
import { element, paragraph, parseSvg, parseSvgFragment, replaceChildren, svgElement } from "./dom.js";
import { capitalize, translate } from "./i18n.js";
import { unique } from "./lists.js";
import { drawDistance } from "./placement-drawing.js";
import { placeOf } from "./table-units.js";

/** @import { Fault, Layer, LayerTitle, MapSide } from "./protocol.js" */
/** @import { Store } from "./store.js" */
/**
 * @typedef {object} Entry a layer of a side
 * @property {LayerTitle} layer
 * @property {MapSide} side
 * @property {HTMLInputElement} box
 * @property {Layer["around"]} around
 * @property {SVGElement} [mark]
 */

/** How long changes are collected before layers are loaded again, in milliseconds. */
const REFRESH_DELAY = 150;

export class Layers {
  /** @type {Set<Entry>} The layers that are shown. */
  #shown = new Set();
  /** @type {Map<string, SVGElement>} Coloured spaces. */
  #owned = new Map();
  /** @type {SVGElement | null} */
  #front = null;
  #timer = 0;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   * @param {(fault: Fault) => void} onRefused called where a layer would show what is hidden
   */
  constructor(store, host, onRefused) {
    this.store = store;
    this.host = host;
    this.onRefused = onRefused;
    store.snapshot.on("front", () => this.#drawFront());
    store.snapshot.on("owner/", (spaces) => {
      for (const space of spaces) this.#drawOwner(space);
    });
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
      field ? null : this.#ownerBox(),
      element("div", { class: "sides" }, sides.map(name)),
      legend,
    );
  }

  /** @param {LayerTitle} layer */
  #layerBoxes(layer) {
    const boxes = this.store.map.sides.map((side) => this.#layerBox(layer, side));
    return element("fieldset", {}, element("legend", {}, layer.title, " ", paragraph(layer.rule)), boxes);
  }

  /**
   * @param {LayerTitle} layer
   * @param {MapSide} side
   */
  #layerBox(layer, side) {
    const box = element("input", { type: "checkbox", "data-layer": `${layer.name} ${side.name}` });
    /** @type {Entry} */
    const entry = { layer, side, box, around: [] };
    box.onchange = () => (box.checked ? this.#show(entry) : this.#hide(entry));
    return element("label", {}, box, dot(side), ` ${capitalize(side.text)}`);
  }

  #ownerBox() {
    const box = element("input", { type: "checkbox", checked: true });
    box.onchange = () => this.store.board.layer("owner").classList.toggle("off", !box.checked);
    const note = translate("The double line in the colours of both sides is the front between what each holds.");
    return element(
      "fieldset",
      {},
      element("legend", {}, translate("Owners")),
      element("label", {}, box, ` ${translate("who holds what")}`),
      element("p", { class: "quiet" }, note),
    );
  }

  /** @param {HTMLElement} host */
  async #loadLegend(host) {
    const picture = await game.legend().catch(() => null);
    if (typeof picture !== "string" || !picture.includes("<svg")) return;
    host.append(element("h3", {}, translate("Signs")), parseSvg(picture));
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
    entry.around = content.around;
    this.store.board.layer("around", "reach").append(entry.mark);
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
  #draw({ spaces, ways, units, around }, side) {
    const { board } = this.store;
    return svgElement(
      "g",
      { class: "laid", style: `--fill:${side.flag}` },
      spaces.map((space) => board.outline(space, { class: "tint" })),
      ways.map((way) => board.line(way, { class: "supply" })),
      units.map((unit) => this.#ring(unit)),
      around.map(([unit, distance]) => this.#drawAround(unit, distance)),
    );
  }

  /** @param {string} unit */
  #ring(unit) {
    const { board } = this.store;
    const point = board.at(board.spaceOf(unit));
    return point ? svgElement("circle", { class: "ringed", cx: point[0], cy: point[1], r: 720 }) : null;
  }

  // On a table: everything within a distance of a base.
  /**
   * @param {string} unit
   * @param {number} distance
   */
  #drawAround(unit, distance) {
    const { places, field } = this.store.board;
    const place = places[placeOf(unit)];
    if (!place?.base || !field) return null;
    const [[x, y], [width, height]] = [place.at, place.base];
    const corner = (/** @type {number} */ sign) =>
      /** @type {[number, number]} */ ([x + (sign * width) / 2, y + (sign * height) / 2]);
    return drawDistance([corner(-1), corner(1)], distance * field.drawn);
  }

  /**
   * Returns the distances that the layers show around a unit.
   * @param {string | undefined} unit
   */
  distancesAround(unit) {
    const around = [...this.#shown].flatMap((entry) => entry.around);
    return unique(around.filter(([other]) => other === unit).map(([, distance]) => distance));
  }

  #refresh() {
    if (this.#shown.size === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const entry of this.#shown) this.#load(entry);
    }, REFRESH_DELAY);
  }

  #drawFront() {
    this.#front?.remove();
    const picture = this.store.snapshot.get("front");
    this.#front = picture === undefined ? null : parseSvgFragment(`<g>${picture}</g>`);
    if (this.#front) this.store.board.layer("owner").append(this.#front);
  }

  // Where the server draws no front, each space has the colour of its owner.
  /** @param {string} space */
  #drawOwner(space) {
    const { board, snapshot } = this.store;
    if (snapshot.get("front") !== undefined) return;
    this.#owned.get(space)?.remove();
    const owner = snapshot.get(`owner/${space}`);
    if (!owner || !board.at(space)) return;
    const side = this.store.side(owner);
    const mark = board.outline(space, { class: "held", style: `--fill:${side.flag ?? side.fill}` });
    this.#owned.set(space, mark);
    board.layer("owner").append(mark);
  }
}

/** @param {MapSide} side */
function dot(side) {
  return element("i", { class: "dot", style: `--fill:${side.fill}` });
}
