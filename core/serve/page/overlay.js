// The picture over the map, of what moves. It is separate so that the map, which is large, is not painted again.

import { svgElement } from "./dom.js";
import { scaled } from "./geometry.js";

/** @import { BoardMap, FieldMap } from "../protocol.js" */

const UPPER_LAYERS = ["offer", "units", "marks"];
/** On a table players lay ground. */
const TABLE_LAYERS = ["ground", "ranges", ...UPPER_LAYERS];
/** From this number of spaces on the front is above the map too. */
const LARGE_MAP = 400;
/**
 * Creates the picture. Layers that the map has are moved into it.
 * @param {SVGSVGElement} ground
 * @param {BoardMap} map
 */
export function createOverlay(ground, map) {
  const [viewBox, font] = ["viewBox", "font-family"].map((name) => ground.getAttribute(name));
  const layers = layerNames(map).map((name) => ground.querySelector(`.layer-${name}`) ?? newLayer(name, map.field));
  return svgElement("svg", { class: "board over", viewBox, "font-family": font }, layers);
}

/** @param {BoardMap} map */
function layerNames({ field, spaces }) {
  if (field) return TABLE_LAYERS;
  return Object.keys(spaces).length > LARGE_MAP ? ["owner", ...UPPER_LAYERS] : UPPER_LAYERS;
}

// Ground that reaches beyond the edge of the table is cut off there.
/**
 * @param {string} name
 * @param {FieldMap | null} field
 */
function newLayer(name, field) {
  if (name !== "ground" || !field) return svgElement("g", { class: `layer layer-${name}` });
  const [width, height] = scaled(field.size, field.picture_scale);
  return svgElement("svg", { class: "layer layer-ground", width, height, overflow: "hidden" });
}
