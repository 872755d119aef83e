// Dice: thrown on the board when they are rolled, and listed with what they came to.

import { svgElement, element } from "./dom.js";
import { translate } from "./i18n.js";

const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};
const STAYS = 2600,
  MOST = 12;

export class Dice {
  constructor(store, host) {
    Object.assign(this, { store, host, known: null });
    store.snapshot.on("dice/", () => this.#changed());
    store.snapshot.on("game", () => {
      this.known ??= this.rolls.length;
    });
  }

  get rolls() {
    return this.store.snapshot.list("dice/");
  }

  #changed() {
    const { rolls } = this;
    this.draw();
    if (!this.store.isPresent || this.store.isCovered) return;
    if (this.known !== null && rolls.length > this.known) this.#throw(rolls.slice(this.known));
    this.known = rolls.length;
  }

  // The newest rolls lie on the board for a while.
  #throw(rolls) {
    const host = document.querySelector("#thrown");
    const last = rolls.slice(-2);
    const show = (roll) =>
      element(
        "div",
        { class: "throw" },
        element("span", {}, roll.purpose),
        roll.dice.slice(0, MOST).map((number) => die(number, roll.sides)),
      );
    host.replaceChildren(...last.map(show));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => host.replaceChildren(), STAYS);
  }

  draw() {
    const kinds = [...new Set(this.rolls.map((roll) => roll.sides))].sort((a, b) => a - b);
    const rolls = this.rolls.slice(-60).reverse();
    this.host.replaceChildren(
      kinds.length ? "" : element("p", { class: "quiet" }, translate("No dice have been rolled yet.")),
      ...kinds.map((sides) => this.#statistics(sides)),
      element(
        "ol",
        { class: "rolls" },
        rolls.map((roll) =>
          element(
            "li",
            {},
            element("span", {}, roll.purpose),
            element(
              "span",
              { class: "dice", role: "img", "aria-label": roll.dice.join(", ") },
              roll.dice.slice(0, MOST).map((number) => die(number, roll.sides)),
            ),
          ),
        ),
      ),
    );
  }

  #statistics(sides) {
    const all = this.rolls.filter((roll) => roll.sides === sides).flatMap((roll) => roll.dice);
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
    const faces = sides <= 20 ? Array.from({ length: sides }, (_, at) => at + 1) : [];
    const counts = faces.map((face) => all.filter((one) => one === face).length);
    const most = Math.max(1, ...counts);
    const bar = (face, at) =>
      element(
        "td",
        { title: `${counts[at]}` },
        element("span", { class: "column", style: `height:${(44 * counts[at]) / most}px` }),
        element("b", {}, `${counts[at]}`),
        element("span", {}, `${face}`),
      );
    const told =
      all.length === 1
        ? translate("One die with {1} faces: {2}", sides, all[0])
        : translate(
            "{1} dice with {2} faces: mean {3}, expected {4}; {5} of each face expected",
            all.length,
            sides,
            mean.toFixed(2),
            ((sides + 1) / 2).toFixed(1),
            (all.length / sides).toFixed(1),
          );
    return element(
      "table",
      { class: "faces" },
      element("caption", {}, told),
      element("tbody", {}, element("tr", {}, faces.map(bar))),
    );
  }
}

// A die with six faces has pips; others have numbers.
function die(number, sides) {
  const pips = sides === 6 ? PIPS[number] : null;
  const face = pips
    ? pips.map(([x, y]) => svgElement("circle", { cx: 16 + 7.5 * x, cy: 16 + 7.5 * y, r: 3 }))
    : [
        svgElement(
          "text",
          { x: 16, y: 22, "text-anchor": "middle", "font-size": 16, "font-weight": "bold" },
          `${number}`,
        ),
      ];
  return svgElement(
    "svg",
    { class: "die", viewBox: "0 0 32 32" },
    svgElement("rect", { x: 1.5, y: 1.5, width: 29, height: 29, rx: 6 }),
    face,
  );
}
