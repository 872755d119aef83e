// The board: the map the server drew, and on it stacks, of which only those are drawn again that changed.

import { svgElement, parseSvgFragment, parseSvg } from "./dom.js";
import { counter, fan, footing, stack } from "./stack.js";
import { Zoom } from "./zoom.js";

const ABOVE = ["offer", "units", "marks"];
const ON_TABLE = ["laid", "around", ...ABOVE]; // on a table ground is laid by players
const MANY = 400; // spaces: from here on the front lies above the map too
const OUT_OF_SIGHT = 80; // pixels: what lies below the edge of the window

export class Board {
  places; // space → { at, room, label, terrain, box }
  pieces = new Map(); // space → what stands there
  elements = new Map(); // unit → its counter on the map
  stacks = new Map(); // space → its stack
  field; // the table to measure on: { size, lattice, scale, unit, drawn }
  #stands = new Map(); // unit → what stands on the table
  #laid = new Map(); // unit → its picture, if it is a piece of ground
  #open = null;

  constructor(host, ground, map) {
    this.host = host;
    this.places = map.spaces;
    this.field = map.field ?? null;
    this.counter = this.field ? 20 * this.field.drawn : (map.counter ?? 960);
    this.svg = parseSvg(ground);
    this.svg.setAttribute("role", "group");
    const sheets = this.svg.querySelectorAll("[data-space]");
    this.outlines = new Map([...sheets].map((group) => [group.dataset.space, group.querySelector(".land")]));
    this.#lay(host);
    this.zoom = new Zoom([this.svg, this.over], host, this.counter);
  }

  // What moves lies on a sheet of its own over the map, so that the map, which is large, is not painted again with it.
  #lay(host) {
    this.over = svgElement("svg", {
      class: "board over",
      viewBox: this.svg.getAttribute("viewBox"),
      "font-family": this.svg.getAttribute("font-family"),
    });
    this.svg.classList.add("ground");
    const above = this.field ? ON_TABLE : Object.keys(this.places).length > MANY ? ["owner", ...ABOVE] : ABOVE;
    above.forEach((name) => this.over.append(this.svg.querySelector(`.layer-${name}`) ?? this.#layerOf(name)));
    host.append(this.svg, this.over);
  }

  // Ground that is laid over the edge of the table ends there.
  #layerOf(name) {
    if (name !== "laid") return svgElement("g", { class: `layer layer-${name}` });
    const [width, height] = this.field.size.map((length) => length * this.field.drawn);
    return svgElement("svg", { class: "layer layer-laid", width, height, overflow: "hidden" });
  }

  layer(name) {
    return this.over.querySelector(`.layer-${name}`) ?? this.svg.querySelector(`.layer-${name}`);
  }

  at(space) {
    return this.places[space]?.at;
  }

  // Draws one stack again.
  draw(space, pieces) {
    this.stacks.get(space)?.remove();
    this.stacks.delete(space);
    for (const piece of this.pieces.get(space) ?? [])
      if (this.#standsOn(piece.id, space)) this.elements.delete(piece.id);
    this.pieces.delete(space);
    if (!pieces?.length || !this.places[space]) return;
    const place = this.places[space];
    const made = place.base ? footing(space, pieces[0], place) : stack(space, pieces, place);
    this.pieces.set(space, pieces);
    this.stacks.set(space, made);
    made.querySelectorAll("[data-id]").forEach((one) => this.elements.set(one.dataset.id, one));
    this.layer("units").append(made);
    if (this.#open?.dataset.fan === space) this.fan(space);
  }

  // Draws what stands or lies on the table: a base is a place of its own, `@` and its unit.
  stand(unit, one) {
    this.#laid.get(unit)?.remove();
    this.#laid.delete(unit);
    this.#stands.delete(unit);
    const space = `@${unit}`;
    if (one) this.#stands.set(unit, one);
    if (one && !one.base) return this.#layDown(unit, one);
    if (one) this.places[space] = this.#placeOf(one);
    this.draw(space, one ? [one] : null);
    if (!one) delete this.places[space];
  }

  #placeOf({ label, spot, base, facing }) {
    const { drawn: unit, scale } = this.field;
    return {
      at: spot.map((one) => one * unit),
      room: base.map((one) => one * unit),
      base: base.map((one) => one * unit),
      facing,
      label: `${spot[0] / scale},${spot[1] / scale}`,
      title: label,
    };
  }

  #layDown(unit, one) {
    const made = parseSvgFragment(one.svg);
    this.#laid.set(unit, made);
    this.layer("laid").append(made);
  }

  // Where a unit stands on the table.
  spotOf(unit) {
    return this.#stands.get(unit)?.spot;
  }

  // The bases on the table, in units of length.
  bases() {
    const edges = ({ spot: [x, y], base: [width, height] }) => ({
      left: x - width / 2,
      right: x + width / 2,
      top: y - height / 2,
      bottom: y + height / 2,
    });
    return [...this.#stands.values()].filter((one) => one.base).map((one) => ({ id: one.id, ...edges(one) }));
  }

  // A unit that went elsewhere may have been drawn there already.
  #standsOn(id, space) {
    return this.elements.get(id)?.closest(".stack")?.dataset.space === space;
  }

  spaceOf(unit) {
    return this.elements.get(unit)?.closest(".stack")?.dataset.space;
  }

  has(unit) {
    return this.elements.has(unit);
  }

  // Lays the counters of a stack side by side.
  fan(space) {
    this.close();
    const pieces = this.pieces.get(space);
    if (!pieces) return null;
    const scale = Math.max(1, 58 / (this.counter * this.zoom.scale));
    const made = fan(space, pieces, this.places[space], scale);
    const [x, y] = this.#withinSight(this.at(space), made.dataset.width / 2, made.dataset.height / 2);
    made.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    this.layer("marks").append(made);
    this.#open = made;
    return made;
  }

  #withinSight([x, y], halfWidth, halfHeight) {
    const { box, scale } = this.zoom,
      edge = OUT_OF_SIGHT / scale / 4;
    const within = (value, from, length, half) =>
      Math.max(from + half + edge, Math.min(value, from + length - half - edge));
    return [within(x, box.x, box.width, halfWidth), within(y, box.y, box.height, halfHeight)];
  }

  get open() {
    return this.#open;
  }

  close() {
    const was = this.#open;
    was?.remove();
    this.#open = null;
    return was?.dataset.fan;
  }

  // The outline of a space, to be lit or tinted.
  outline(space, attributes) {
    if (this.places[space]?.base) return this.#edge(this.places[space], attributes);
    const copy =
      this.outlines.get(space)?.cloneNode(false) ??
      svgElement("circle", { cx: this.at(space)[0], cy: this.at(space)[1], r: 700 });
    ["fill", "stroke", "stroke-width", "class"].forEach((name) => copy.removeAttribute(name));
    Object.entries(attributes).forEach(([name, value]) => copy.setAttribute(name, value));
    return copy;
  }

  #edge({ at: [x, y], base: [width, height] }, attributes) {
    return svgElement("rect", { x: x - width / 2, y: y - height / 2, width, height, ...attributes });
  }

  // A line from space to space.
  line(spaces, attributes) {
    const points = spaces.map((space) => this.at(space)).filter(Boolean);
    return svgElement("polyline", { points: points.map(([x, y]) => `${x},${y}`).join(" "), ...attributes });
  }

  // A counter by itself, for lists.
  portrait(piece) {
    return svgElement(
      "svg",
      { class: "portrait", viewBox: "-540 -560 1100 1120", "aria-hidden": "true" },
      counter(piece, [0, 0]),
    );
  }

  spaceUnder(x, y) {
    return document
      .elementsFromPoint(x, y)
      .map((found) => found.closest?.("[data-space]")?.dataset.space)
      .find(Boolean);
  }

  // A space and who stands there, in words.
  describe(space) {
    const place = this.places[space],
      pieces = this.pieces.get(space) ?? [];
    const ground = [place?.terrain, ...(place?.features ?? [])]
      .filter(Boolean)
      .map((one) => ` · ${one}`)
      .join("");
    return `${place?.label ?? space}${ground}${pieces.length ? ` — ${pieces.map((piece) => piece.label).join("; ")}` : ""}`;
  }
}
