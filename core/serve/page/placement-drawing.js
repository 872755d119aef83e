// Drawings for questions that ask for a place on a table.

import { svgElement } from "./dom.js";
import { bounds, scaled } from "./geometry.js";
import { smoothOutline } from "./smooth-outline.js";

/** @import { Field } from "./field.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Aim } from "./placement.js" */
/** @import { Fault, Places } from "../protocol.js" */

/**
 * Draws a region: one line around the places on the lattice, with a point for each, and a dot for each place between
 * them.
 * @param {Field} field
 * @param {Point[]} spots
 * @param {Point[]} meeting the places at which the unit to be placed would touch an enemy
 */
export function drawRegion({ map: { picture_scale: scale, lattice } }, spots, meeting) {
  const isOnLattice = (/** @type {Point} */ [x, y]) => x % lattice === 0 && y % lattice === 0;
  const dot = (/** @type {Point} */ [x, y]) => `M${x * scale - 60} ${y * scale}l60 -60l60 60l-60 60z`;
  const point = (/** @type {Point} */ [x, y]) => `M${x * scale} ${y * scale}h0`;
  const onLattice = spots.filter(isOnLattice);
  const outline = smoothOutline(onLattice, lattice, scale);
  const meets = new Set(meeting.map(String));
  const dots = spots
    .filter((spot) => !isOnLattice(spot) && !meets.has(`${spot}`))
    .map(dot)
    .join("");
  const meetingOutline = smoothOutline(meeting.filter(isOnLattice), lattice, scale);
  const line = [path("halo", outline), path("area", outline), path("area meeting-area", meetingOutline)];
  return svgElement(
    "g",
    { class: "region" },
    line,
    path("lattice", onLattice.map(point).join("")),
    path("meeting", meeting.map(point).join("")),
    path("spots", dots),
  );
}

/**
 * @param {string} name
 * @param {string} d
 */
function path(name, d) {
  return d ? svgElement("path", { class: name, d }) : null;
}

/**
 * Draws what would be placed at a spot, the way there, and the distances that layers show around it.
 * @param {Field} field
 * @param {Places} places
 * @param {Aim} aim
 * @param {Point | undefined} start
 * @param {number[]} distances
 */
export function drawPreview(field, { outline, width }, { spot, isExact }, start, distances) {
  const { picture_scale: scale } = field.map;
  const [x, y] = field.toPicture(spot);
  const corners = (outline ?? []).map(([dx, dy]) => /** @type {Point} */ ([x + dx * scale, y + dy * scale]));
  const way = start ? `M${field.toPicture(start).join(" ")}L${x} ${y}` : "";
  return svgElement(
    "g",
    { class: isExact ? "ghost exact" : "ghost" },
    path("measure", way),
    distances.map((distance) => drawDistance(corners, distance * scale)),
    onTable(field, drawShape(corners, width === null ? null : width * scale)),
    svgElement("circle", { class: "middle", cx: x, cy: y, r: 50 }),
  );
}

/**
 * Clips a drawing at the edges of the table, which rivers and roads extend beyond.
 * @param {Field} field
 * @param {SVGElement} drawing
 */
function onTable({ map: { size, picture_scale: scale } }, drawing) {
  const [width, height] = scaled(size, scale);
  return svgElement("svg", { width, height, overflow: "hidden" }, drawing);
}

/**
 * Draws a course if there is a width, or else an area.
 * @param {Point[]} corners
 * @param {number | null} width
 */
function drawShape(corners, width) {
  const line = corners.map((corner, i) => `${i ? "L" : "M"}${corner.join(" ")}`).join("");
  if (width) return svgElement("path", { d: line, class: "course", style: `stroke-width:${width}` });
  return svgElement("path", { d: `${line}Z`, class: "base-outline" });
}

/**
 * Draws the line at a given distance from a rectangle.
 * @param {Point[]} corners
 * @param {number} distance
 */
export function drawDistance(corners, distance) {
  const { left, right, top, bottom } = bounds(corners);
  return svgElement("rect", {
    class: "range",
    x: left - distance,
    y: top - distance,
    width: right - left + 2 * distance,
    height: bottom - top + 2 * distance,
    rx: distance,
  });
}

/**
 * Draws a cross, with the reason for a refusal.
 * @param {Point} point
 * @param {Fault} fault
 * @param {number} size
 */
export function drawRefusal([x, y], { rule, reason }, size) {
  const cross = `M${-size} ${-size}L${size} ${size}M${size} ${-size}L${-size} ${size}`;
  const [textX, textY] = scaled([1.6, 0.5], size);
  return svgElement(
    "g",
    { class: "refused", transform: `translate(${x} ${y})` },
    svgElement("path", { d: cross, "stroke-width": size / 2.5 }),
    svgElement("text", { x: textX, y: textY, "font-size": 1.3 * size }, `${rule ? `${rule}: ` : ""}${reason}`),
  );
}
