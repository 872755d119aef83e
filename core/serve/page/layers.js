// What can be laid over the map: zones of control, supply, and who holds what.

import { svgElement, element, parseSvgFragment, paragraph, parseSvg } from "./dom.js";
import { capitalize, translate } from "./i18n.js";

export class Layers {
  #on = new Map(); // key → what is drawn
  #owners = new Map();

  // refused({ rule, reason }): told where a layer would show what is hidden
  constructor(store, host, refused) {
    Object.assign(this, { store, host, refused });
    store.snapshot.on("front", () => this.#front());
    store.snapshot.on("owner/", (spaces) => spaces.forEach((space) => this.#owner(space)));
    store.snapshot.on("stack/", () => this.#renew());
    store.snapshot.on("stand/", () => this.#renew());
    store.snapshot.on("game", () => this.#renew());
    this.draw();
  }

  draw() {
    const { layers = [], sides } = this.store.map;
    const box = (layer, side) =>
      element(
        "label",
        {},
        element("input", {
          type: "checkbox",
          "data-layer": `${layer.name} ${side.name}`,
          onchange: (event) => this.#set(layer, side, event.target.checked),
        }),
        dot(side),
        ` ${capitalize(side.text)}`,
      );
    const row = (layer) =>
      element(
        "fieldset",
        {},
        element("legend", {}, layer.title, " ", paragraph(layer.rule)),
        sides.map((side) => box(layer, side)),
      );
    const owners = element(
      "label",
      {},
      element("input", {
        type: "checkbox",
        checked: true,
        onchange: (event) => this.store.board.layer("owner").classList.toggle("off", !event.target.checked),
      }),
      ` ${translate("who holds what")}`,
    );
    const key = element("div", { class: "key" });
    this.#key(key);
    const held = this.store.map.field
      ? null
      : element(
          "fieldset",
          {},
          element("legend", {}, translate("Owners")),
          owners,
          element(
            "p",
            { class: "quiet" },
            translate("The double line in the colours of both sides is the front between what each holds."),
          ),
        );
    this.host.replaceChildren(
      ...[...layers.map(row), held].filter(Boolean),
      element(
        "div",
        { class: "sides" },
        sides.map((side) => element("p", {}, dot(side), ` ${capitalize(side.text)}`)),
      ),
      key,
    );
  }

  // What the signs of the map mean, as the server draws it.
  async #key(host) {
    const drawing = await this.store.read("key.svg").catch(() => null);
    if (typeof drawing === "string" && drawing.includes("<svg"))
      host.append(element("h3", {}, translate("Signs")), parseSvg(drawing));
  }

  async #set(layer, side, isOn) {
    const key = `${layer.name} ${side.name}`;
    if (!isOn) return this.#off(key);
    this.#on.set(key, { layer, side });
    await this.#fetch(key);
  }

  async #fetch(key) {
    const { layer, side } = this.#on.get(key);
    const told = await this.store
      .read(`layer/${encodeURIComponent(layer.name)}?side=${encodeURIComponent(side.name)}`)
      .catch((error) => this.#refuse(key, error));
    const one = this.#on.get(key);
    if (!told || !one) return;
    one.mark?.remove();
    one.mark = svgElement(
      "g",
      { class: "laid", style: `--fill:${side.flag ?? side.fill}` },
      (told.spaces ?? []).map((space) => this.store.board.outline(space, { class: "tint" })),
      (told.ways ?? []).map((way) => this.store.board.line(way, { class: "supply" })),
      (told.units ?? []).map((unit) => this.#ring(unit)).filter(Boolean),
      (told.around ?? []).map(([unit, distance]) => this.#around(unit, distance)).filter(Boolean),
    );
    one.around = told.around ?? [];
    (this.store.board.layer("around") ?? this.store.board.layer("reach")).append(one.mark);
  }

  #refuse(key, error) {
    if (error.refusal) this.#off(key);
    if (error.refusal) this.refused(error.refusal);
  }

  #off(key) {
    this.#on.get(key)?.mark?.remove();
    this.#on.delete(key);
    const box = this.host.querySelector(`[data-layer="${CSS.escape(key)}"]`);
    if (box) box.checked = false;
  }

  #ring(unit) {
    const [x, y] = this.store.board.at(this.store.board.spaceOf(unit)) ?? [];
    return x === undefined ? null : svgElement("circle", { class: "ringed", cx: x, cy: y, r: 720 });
  }

  // On a table: all that is at most so far from a base.
  #around(unit, distance) {
    const { places, field } = this.store.board,
      place = places[`@${unit}`];
    if (!place || !field) return null;
    const far = distance * field.drawn,
      [[x, y], [width, height]] = [place.at, place.base];
    return svgElement("rect", {
      class: "around",
      x: x - width / 2 - far,
      y: y - height / 2 - far,
      width: width + 2 * far,
      height: height + 2 * far,
      rx: far,
    });
  }

  // How far what is shown reaches around a unit.
  around(unit) {
    const all = [...this.#on.values()].flatMap((one) => one.around ?? []);
    return [...new Set(all.filter(([other]) => other === unit).map(([, distance]) => distance))];
  }

  #renew() {
    if (this.#on.size === 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => [...this.#on.keys()].forEach((key) => this.#fetch(key)), 150);
  }

  // Who holds what and where the front runs, as the server draws it.
  #front() {
    this.front?.remove();
    const drawing = this.store.snapshot.get("front");
    this.front = drawing === undefined ? null : parseSvgFragment(`<g>${drawing}</g>`);
    if (this.front) this.store.board.layer("owner").append(this.front);
  }

  // Where the server draws nothing of it: a space in the colour of the side that holds it.
  #owner(space) {
    if (this.front || this.store.snapshot.get("front") !== undefined) return;
    this.#owners.get(space)?.remove();
    const side = this.store.snapshot.get(`owner/${space}`);
    if (!side || !this.store.board.at(space)) return;
    const mark = this.store.board.outline(space, {
      class: "held",
      style: `--fill:${this.store.side(side).flag ?? this.store.side(side).fill}`,
    });
    this.#owners.set(space, mark);
    this.store.board.layer("owner").append(mark);
  }
}

function dot(side) {
  return element("i", { class: "dot", style: `--fill:${side.fill}` });
}
