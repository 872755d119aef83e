// A table to measure on: the region that is asked for, where the next click leads, and what would stand there.

import { svgElement } from "./dom.js";
import { translate } from "./i18n.js";

const STAYS = 7000;

export class Field {
  #region = null;
  #ghost = null;
  #aim = null; // { spot, isExact }
  #mark = null;
  // The next click means the very place, whatever keys are held.
  isExact = false;

  // layers: what is laid over the map; its circles go with a unit that is about to move
  constructor(store, layers) {
    Object.assign(this, { store, layers });
    store.onAnswer(() => this.draw());
  }

  get board() {
    return this.store.board;
  }

  get map() {
    return this.board.field;
  }

  get places() {
    return this.map ? (this.store.asked?.places ?? null) : null;
  }

  // Another question: its region is drawn, and where the last one led is forgotten.
  draw() {
    const number = this.places ? this.store.asked.number : null;
    if (number === this.number) return;
    this.number = number;
    this.#region?.remove();
    this.#forget();
    this.#mark?.remove();
    this.#region = this.places ? this.#drawRegion(this.places.spots) : null;
    if (this.#region) this.board.layer("offer").append(this.#region);
  }

  // A square of the lattice for each place of it; places between them are dots.
  #drawRegion(spots) {
    const { drawn: unit, lattice } = this.map,
      half = (lattice * unit) / 2;
    const isOfLattice = ([x, y]) => x % lattice === 0 && y % lattice === 0;
    const square = ([x, y]) => `M${x * unit - half} ${y * unit - half}h${2 * half}v${2 * half}h${-2 * half}z`;
    const dot = ([x, y]) => `M${x * unit - 60} ${y * unit}l60 -60l60 60l-60 60z`;
    const path = (name, all, shape) =>
      all.length ? svgElement("path", { class: name, d: all.map(shape).join("") }) : null;
    return svgElement(
      "g",
      { class: "region" },
      path("area", spots.filter(isOfLattice), square),
      path(
        "spots",
        spots.filter((spot) => !isOfLattice(spot)),
        dot,
      ),
    );
  }

  // A point of the window in units of length.
  under(x, y) {
    const { left, top } = this.board.host.getBoundingClientRect(),
      { box, scale } = this.board.zoom;
    return [(box.x + (x - left) / scale) / this.map.drawn, (box.y + (y - top) / scale) / this.map.drawn];
  }

  isOnTable([x, y]) {
    return x >= 0 && y >= 0 && x <= this.map.size[0] && y <= this.map.size[1];
  }

  // The place a click there means: the nearest one on offer, or the very one.
  aim(at, isExact) {
    const exact = at.map((one) => Math.round(one));
    if (isExact || this.isExact) return { spot: exact, isExact: true };
    const far = ([x, y]) => (x - at[0]) ** 2 + (y - at[1]) ** 2;
    const spot = this.places.spots.reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
    return { spot: spot ?? exact, isExact: false };
  }

  // The pointer rests somewhere: what would stand where is shown. Says what, in words.
  hover(x, y, event) {
    if (!this.map) return null;
    const at = this.under(x, y);
    if (!this.places || !this.isOnTable(at)) {
      this.#forget();
      return this.isOnTable(at) ? this.write(at.map(Math.round)) : null;
    }
    return this.point(this.aim(at, isHeld(event)));
  }

  point(aim) {
    this.#forget();
    this.#aim = aim;
    this.#ghost = this.#drawGhost(aim);
    this.board.layer("marks").append(this.#ghost);
    return this.describe(aim);
  }

  #forget() {
    this.#ghost?.remove();
    this.#ghost = this.#aim = null;
  }

  // What would stand there, the way from where it stands, and the circles that go with it.
  #drawGhost({ spot, isExact }) {
    const { drawn: unit } = this.map,
      { outline, width } = this.places;
    const [x, y] = spot.map((one) => one * unit);
    const points = (outline ?? []).map(([dx, dy]) => [x + dx * unit, y + dy * unit]);
    const line = points.map((point, at) => `${at ? "L" : "M"}${point.join(" ")}`).join("");
    const shape = width
      ? svgElement("path", { d: line, class: "course", style: `stroke-width:${width * unit}` })
      : svgElement("path", { d: `${line}Z`, class: "footing" });
    const from = this.#from();
    const way = from
      ? svgElement("path", { class: "measure", d: `M${from.map((one) => one * unit).join(" ")}L${x} ${y}` })
      : null;
    const circles = (this.layers?.around(this.#mover()) ?? []).map((distance) => this.#circle(points, distance * unit));
    return svgElement(
      "g",
      { class: isExact ? "ghost exact" : "ghost" },
      way,
      circles,
      shape,
      svgElement("circle", { class: "middle", cx: x, cy: y, r: 50 }),
    );
  }

  #circle(points, distance) {
    const xs = points.map(([x]) => x),
      ys = points.map(([, y]) => y);
    const [left, top] = [Math.min(...xs) - distance, Math.min(...ys) - distance];
    return svgElement("rect", {
      class: "around",
      x: left,
      y: top,
      width: Math.max(...xs) + distance - left,
      height: Math.max(...ys) + distance - top,
      rx: distance,
    });
  }

  #mover() {
    return this.store.asked?.about?.find((thing) => thing.unit !== undefined)?.unit;
  }

  #from() {
    return this.board.spotOf(this.#mover());
  }

  // `41,33 · 4.5 km · cost 5`
  describe({ spot, isExact }) {
    const from = this.#from(),
      { spots, costs } = this.places;
    const way = from ? ` · ${this.writeLength(Math.hypot(spot[0] - from[0], spot[1] - from[1]))}` : "";
    const cost =
      costs && !isExact ? costs[spots.findIndex((one) => one[0] === spot[0] && one[1] === spot[1])] : undefined;
    const price = cost === undefined ? "" : ` · ${translate("cost {1}", this.writeLength(cost))}`;
    return `${this.write(spot)}${isExact ? ` ${translate("exactly")}` : ""}${way}${price}`;
  }

  // A click: the place it means is the answer, and where it is refused the reason stands there.
  async click(x, y, event) {
    const at = this.under(x, y);
    if (this.isOnTable(at)) await this.choose(this.aim(at, isHeld(event)).spot);
  }

  async choose(spot) {
    this.#mark?.remove();
    const refusal = await this.store.place(spot);
    if (refusal) this.#refuse(spot, refusal);
  }

  // Enter on the place the keys lead to.
  get aimed() {
    return this.#aim?.spot ?? null;
  }

  #refuse(spot, { rule, reason }) {
    const [x, y] = spot.map((one) => one * this.map.drawn),
      size = 12 / this.board.zoom.scale;
    const text = svgElement(
      "text",
      { x: 1.6 * size, y: 0.5 * size, "font-size": 1.3 * size },
      `${rule ? `${rule}: ` : ""}${reason}`,
    );
    this.#mark = svgElement(
      "g",
      { class: "refused", transform: `translate(${x} ${y})` },
      svgElement("path", {
        d: `M${-size} ${-size}L${size} ${size}M${size} ${-size}L${-size} ${size}`,
        "stroke-width": size / 2.5,
      }),
      text,
    );
    this.board.layer("marks").append(this.#mark);
    const mark = this.#mark;
    setTimeout(() => mark.remove(), STAYS);
  }

  // With the arrow keys: the next place on offer in a direction.
  step([dx, dy]) {
    const { spots } = this.places,
      here = this.aimed ?? this.#from() ?? spots[spots.length >> 1];
    const far = ([x, y]) => {
      const along = (x - here[0]) * dx + (y - here[1]) * dy,
        aside = Math.abs((x - here[0]) * dy) + Math.abs((y - here[1]) * dx);
      return along > 0 ? along + 2.2 * aside : Infinity;
    };
    const next = spots.reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
    if (!next || far(next) === Infinity) return null;
    this.board.zoom.reveal(next.map((one) => one * this.map.drawn));
    return this.point({ spot: next, isExact: false });
  }

  // A place as people write it: `41,33.5`; null if it is none.
  read(text) {
    const found = /^\s*(\d{1,6}(?:\.\d+)?)\s*[,;]\s*(\d{1,6}(?:\.\d+)?)\s*$/.exec(text);
    const lengths = found?.slice(1).map((one) => Number(one) * this.map.scale);
    return lengths?.every((one) => Math.abs(one - Math.round(one)) < 1e-6) ? lengths.map(Math.round) : null;
  }

  write([x, y]) {
    return `${x / this.map.scale},${y / this.map.scale}`;
  }

  // Never less than it is.
  writeLength(length) {
    const whole = Math.ceil(length - 1e-9) / this.map.scale;
    return `${whole}${this.map.unit ? ` ${this.map.unit}` : ""}`;
  }

  // Where the places on offer lie, to be brought into view.
  corners() {
    const spots = this.places?.spots ?? [];
    if (spots.length === 0) return [];
    const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
    const range = (all) =>
      all.reduce(([least, most], one) => [Math.min(least, one), Math.max(most, one)], [Infinity, -Infinity]);
    const [[left, right], [top, bottom]] = [range(xs), range(ys)];
    return [
      [left, top],
      [right, bottom],
    ].map((spot) => spot.map((one) => one * this.map.drawn));
  }
}

const isHeld = (event) => Boolean(event?.altKey || event?.shiftKey);
