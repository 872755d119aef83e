// What may be chosen is lit, and nothing else. Highlights go on and off one by one: what stays lit is not touched.

import { svgElement } from "./dom.js";
import { translate } from "./i18n.js";

export class Highlights {
  #lit = new Map(); // element → key
  #offers = new Map(); // space → its light

  constructor(board) {
    this.board = board;
  }

  show(offer, answer) {
    this.#units(offer, answer);
    this.#spaces(offer, answer);
    this.#ways(offer);
  }

  #units(offer, answer) {
    const wanted = new Map();
    const inFan = new Map(
      [...(this.board.open?.querySelectorAll("[data-id]") ?? [])].map((one) => [one.dataset.id, one]),
    );
    const inPile = new Map();
    for (const [unit, at] of offer.byUnit) {
      const element = this.board.elements.get(unit);
      if (!element) continue;
      wanted.set(element, { at, text: element.getAttribute("aria-label") ?? offer.options[at].text });
      if (inFan.has(unit)) wanted.set(inFan.get(unit), { at, text: inFan.get(unit).getAttribute("aria-label") });
      const pile = element.closest(".pile");
      inPile.set(pile, [...(inPile.get(pile) ?? []), at]);
    }
    for (const [pile, all] of inPile) {
      const place = this.board.places[pile.closest(".stack").dataset.space];
      if (pile.querySelectorAll(".piece").length > 1)
        wanted.set(pile, { all, text: translate("{1}: {2} to choose from", place.label, all.length) });
    }
    [...this.#lit.keys()].filter((element) => !wanted.has(element)).forEach((element) => this.#darken(element));
    wanted.forEach((light, element) => this.#light(element, light, answer));
  }

  #light(element, { at, all, text }, answer) {
    const isPicked = all ? all.some((one) => answer.has(one)) : answer.has(at);
    element.classList.add("lit");
    element.classList.toggle("picked", isPicked);
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "-1");
    element.setAttribute("aria-label", text);
    if (!answer.isOne) element.setAttribute("aria-pressed", `${isPicked}`);
    if (at !== undefined) this.#number(element, at, answer);
    this.#lit.set(element, at);
  }

  // The place in an order, or the share.
  #number(element, at, answer) {
    const number =
      answer.form.kind === "order"
        ? answer.picked.indexOf(at) + 1
        : answer.form.kind === "allocate"
          ? answer.share(at)
          : 0;
    element.querySelector(":scope > .count")?.remove();
    if (number > 0) element.append(count(number, [430, -430]));
  }

  #darken(element) {
    element.classList.remove("lit", "picked");
    ["tabindex", "aria-pressed"].forEach((name) => element.removeAttribute(name));
    if (element.matches(".piece")) element.setAttribute("role", "img");
    else ["role", "aria-label"].forEach((name) => element.removeAttribute(name));
    element.querySelector(":scope > .count")?.remove();
    this.#lit.delete(element);
  }

  #spaces(offer, answer) {
    for (const [space, light] of this.#offers) {
      if (offer.bySpace.has(space)) continue;
      light.remove();
      this.#offers.delete(space);
    }
    for (const [space, all] of offer.bySpace) {
      const cost = offer.options[all[0]].cost;
      const old = this.#offers.get(space);
      if (!old || old.dataset.cost !== `${cost ?? ""}`) this.#offers.set(space, this.#space(space, cost, old));
      this.#mark(this.#offers.get(space), all, answer);
    }
  }

  #space(space, cost, old) {
    old?.remove();
    const label =
      cost === undefined || cost === null
        ? this.board.places[space]?.label
        : translate("{1}, cost {2}", this.board.places[space]?.label, cost);
    const made = svgElement("g", {
      class: "offer",
      "data-space": space,
      "data-cost": cost ?? "",
      role: "button",
      tabindex: "-1",
      "aria-label": label ?? space,
    });
    made.append(this.board.outline(space, { class: "glow" }), this.board.outline(space, { class: "gleam" }));
    if (cost !== undefined && cost !== null) made.append(costSign(cost, this.board.at(space)));
    this.board.layer("offer").append(made);
    return made;
  }

  #mark(light, all, answer) {
    light.classList.toggle(
      "picked",
      all.some((at) => answer.has(at)),
    );
    light.querySelector(":scope > .count")?.remove();
    const [x, y] = this.board.at(light.dataset.space);
    const share =
      answer.form.kind === "order"
        ? answer.picked.indexOf(all[0]) + 1
        : answer.form.kind === "allocate"
          ? answer.share(all[0])
          : 0;
    if (share > 0) light.append(count(share, [x + 350, y - 350]));
  }

  // Ways on offer, where there are few enough to be told apart.
  #ways(offer) {
    this.ways?.remove();
    const ways = offer.options.filter((option) => option.path && option.path.length > 1);
    this.ways =
      ways.length > 0 && ways.length <= 40
        ? svgElement(
            "g",
            { class: "ways" },
            ways.map((way) => this.board.line(way.path, { class: "way" })),
          )
        : null;
    if (this.ways) this.board.layer("marks").append(this.ways);
  }

  // Everything that can be chosen with the keyboard, in reading order. An open fan comes first and alone.
  things() {
    const fan = this.board.open;
    const lit = [...this.#lit.keys()].filter((element) =>
      fan ? fan.contains(element) : element.isConnected && !element.closest(".fan"),
    );
    const alone = lit.filter((element) => fan || element.matches(".pile") || !element.closest(".pile.lit"));
    const all = fan ? alone : [...alone, ...this.#offers.values()];
    const place = (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { element, x: left + width / 2, y: top + height / 2 };
    };
    return all.map(place).sort((a, b) => (Math.abs(a.y - b.y) > 18 ? a.y - b.y : a.x - b.x));
  }

  // The option behind an element: that of its own unit.
  option(element) {
    return this.#lit.get(element);
  }
}

function count(number, [x, y]) {
  const text = svgElement(
    "text",
    { y: 95, "text-anchor": "middle", "font-size": 270, "font-weight": "bold" },
    `${number}`,
  );
  return svgElement("g", { class: "count", transform: `translate(${x} ${y})` }, svgElement("circle", { r: 210 }), text);
}

function costSign(cost, [x, y]) {
  return svgElement(
    "text",
    {
      class: "cost",
      x,
      y: y + 150,
      "text-anchor": "middle",
      "font-size": 440,
      "font-weight": "bold",
      "aria-hidden": "true",
    },
    `${cost}`,
  );
}
