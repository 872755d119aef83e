// The picture of everything that moves. It is separate, so that the large map need not be repainted.

import { svgElement } from "./dom.js";
import { scaled } from "./geometry.js";

/** @import { BoardMap, FieldMap } from "../protocol.js" */

const UPPER_LAYERS = ["offer", "units", "names", "marks"];
/** The layers for a table, on which players can place pieces of ground. */
const TABLE_LAYERS = ["ground", "ranges", ...UPPER_LAYERS];
/** The number of spaces above which a map's owner layer is drawn in the overlay too. */
const LARGE_MAP = 400;
/**
 * Creates the picture. Layers that already exist on the map are moved into it.
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

// Ground is clipped at the edge of the table.
/**
 * @param {string} name
 * @param {FieldMap | null} field
 */
function newLayer(name, field) {
  if (name !== "ground" || !field) return svgElement("g", { class: `layer layer-${name}` });
  const [width, height] = scaled(field.size, field.picture_scale);
  return svgElement("svg", { class: "layer layer-ground", width, height, overflow: "hidden" });
}
