// Bases on a table, true to scale.

import { counterElement, stackGroup } from "./counter.js";
import { svgElement } from "./dom.js";

/** @import { Place } from "./board.js" */
/** @import { Counter } from "../protocol.js" */

/**
 * Draws a base on a table, with its counter and with its front marked.
 * @param {string} space
 * @param {Counter} counter
 * @param {Place} place
 */
export function drawBase(space, counter, place) {
  const [width, height] = place.base ?? place.room;
  const [x, y] = [width / 2, height / 2];
  const group = stackGroup(space, place, "stack on-table");
  const transform = `translate(0 0) scale(${Math.min(width, height) / 1000})`;
  const pile = svgElement("g", { class: "pile", transform }, counterElement(counter, [0, 0]));
  if (place.ground) {
    group.classList.add("crossing-place");
    group.append(pile);
    return group;
  }
  const outline = svgElement("rect", { class: "base-outline", x: -x, y: -y, width, height });
  group.append(outline, pile, ...front(x, y, place.facing ?? "north"));
  return group;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {"north" | "east" | "south" | "west"} facing
 */
function front(x, y, facing) {
  const edges = {
    north: `M${-x} ${-y}H${x}`,
    south: `M${-x} ${y}H${x}`,
    east: `M${x} ${-y}V${y}`,
    west: `M${-x} ${-y}V${y}`,
  };
  const arrows = {
    north: `M-90 ${-y}l90 -130l90 130z`,
    south: `M-90 ${y}l90 130l90 -130z`,
    east: `M${x} -90l130 90l-130 90z`,
    west: `M${-x} -90l-130 90l130 90z`,
  };
  const edge = svgElement("path", { class: "front", d: edges[facing] });
  return [edge, svgElement("path", { class: "ahead", d: arrows[facing] })];
}
