// Highlights everything that can be chosen, and nothing else. Elements that stay highlighted are not redrawn.

import { closest, queryAll, svgElement } from "./dom.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";
import { boldText } from "./counter.js";
import { pillAbove } from "./pill.js";
import { drawReach } from "./reach.js";

/** @import { Answer } from "./answer.js" */
/** @import { Board } from "./board.js" */
/** @import { Choices } from "./choices.js" */
/** @import { DomElement } from "./dom.js" */
/** @import { Point } from "./geometry.js" */
/** @typedef {{ options: number[], label: string }} Light the meaning of a highlighted element */

/** The maximum number of paths that can be told apart on the map. */
const MAX_PATHS = 40;
/** The difference in height below which elements count as one row, in pixels. */
const ROW_HEIGHT = 18;

export class Highlights {
  /** @type {Map<DomElement, Light>} */
  #units = new Map();
  /** @type {Map<string, SVGElement>} */
  #spaces = new Map();
  /** @type {Map<string, SVGElement>} */
  #costs = new Map();
  /** @type {SVGElement | null} */
  #paths = null;
  /** @type {SVGElement | null} The line around all spaces. */
  #reach = null;
  /** @type {(option: number) => boolean} */
  #isAdvised = () => false;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * @param {Choices} choices
   * @param {Answer} answer
   * @param {(option: number) => boolean} isAdvised
   */
  show(choices, answer, isAdvised) {
    this.#isAdvised = isAdvised;
    this.#showUnits(choices, answer);
    this.#showSpaces(choices, answer);
    this.#showPaths(choices);
    this.board.names.update();
  }

  /**
   * @param {Choices} choices
   * @param {Answer} answer
   */
  #showUnits(choices, answer) {
    const wanted = new Map([...this.#counterLights(choices), ...this.#pileLights(choices)]);
    for (const node of [...this.#units.keys()]) if (!wanted.has(node)) this.#remove(node);
    for (const [node, light] of wanted) this.#add(node, light, answer);
  }

  /**
   * Returns the counters to highlight, on the map and in an open fan.
   * @param {Choices} choices
   * @returns {[DomElement, Light][]}
   */
  #counterLights({ byUnit, options }) {
    const inFan = this.board.openFan ? queryAll(this.board.openFan, "[data-id]") : [];
    const fanned = new Map(inFan.map((counter) => [counter.dataset.id, counter]));
    return [...byUnit].flatMap(([unit, option]) =>
      defined([this.board.elements.get(unit), fanned.get(unit)]).map((counter) => {
        const label = counter.getAttribute("aria-label") ?? options[option].text;
        return /** @type {[DomElement, Light]} */ ([counter, { options: [option], label }]);
      }),
    );
  }

  /**
   * Returns the piles of two or more counters that contain at least one selectable counter.
   * @param {Choices} choices
   * @returns {[DomElement, Light][]}
   */
  #pileLights({ byUnit }) {
    /** @type {Map<DomElement, number[]>} */
    const piles = new Map();
    for (const [unit, option] of byUnit) {
      const pile = closest(this.board.elements.get(unit), ".pile");
      if (pile) piles.set(pile, [...(piles.get(pile) ?? []), option]);
    }
    const isHigh = (/** @type {DomElement} */ pile) => queryAll(pile, ".piece").length > 1;
    const light = (/** @type {DomElement} */ pile, /** @type {number[]} */ options) => {
      const space = closest(pile, ".stack")?.dataset.space ?? "";
      return { options, label: translate("{1}: {2} to choose from", this.board.label(space), options.length) };
    };
    return [...piles].filter(([pile]) => isHigh(pile)).map(([pile, options]) => [pile, light(pile, options)]);
  }

  /**
   * @param {DomElement} node
   * @param {Light} light
   * @param {Answer} answer
   */
  #add(node, light, answer) {
    const isPicked = light.options.some((option) => answer.has(option));
    node.classList.add("lit");
    node.classList.toggle("picked", isPicked);
    node.classList.toggle("advised", light.options.some(this.#isAdvised));
    node.setAttribute("role", "button");
    node.setAttribute("tabindex", "-1");
    node.setAttribute("aria-label", light.label);
    if (!answer.isOne) node.setAttribute("aria-pressed", `${isPicked}`);
    if (node.matches(".piece")) setNumber(node, answer.number(light.options[0]), [430, -430]);
    else markBadge(node, light.options, answer);
    this.#units.set(node, light);
  }

  /** @param {DomElement} node */
  #remove(node) {
    node.classList.remove("lit", "picked", "advised");
    for (const name of ["tabindex", "aria-pressed"]) node.removeAttribute(name);
    if (node.matches(".piece")) node.setAttribute("role", "img");
    else for (const name of ["role", "aria-label"]) node.removeAttribute(name);
    setNumber(node, 0, [0, 0]);
    markBadge(node, [], null);
    this.#units.delete(node);
  }

  /**
   * @param {Choices} choices
   * @param {Answer} answer
   */
  #showSpaces({ bySpace, options }, answer) {
    for (const [space, light] of this.#spaces) {
      if (bySpace.has(space)) continue;
      light.remove();
      this.#showCost(space, null);
      this.#spaces.delete(space);
    }
    for (const [space, ofSpace] of bySpace) {
      const light = this.#spaceLight(space, options[ofSpace[0]].cost);
      light.classList.toggle(
        "picked",
        ofSpace.some((option) => answer.has(option)),
      );
      light.classList.toggle("advised", ofSpace.some(this.#isAdvised));
      const [x, y] = this.board.at(space) ?? [0, 0];
      setNumber(light, answer.number(ofSpace[0]), [x + 350, y - 350]);
    }
    this.#drawReach([...bySpace.keys()]);
  }

  /** @param {string[]} spaces */
  #drawReach(spaces) {
    const key = spaces.join(" ");
    if (this.#reach?.dataset.spaces === key) return;
    this.#reach?.remove();
    this.#reach = drawReach(spaces.map((space) => this.board.outline(space, {})));
    this.#reach.dataset.spaces = key;
    this.board.layer("offer").append(this.#reach);
  }

  /**
   * Returns the highlight of a space. Redraws it if its cost has changed.
   * @param {string} space
   * @param {string | null | undefined} cost
   */
  #spaceLight(space, cost) {
    const old = this.#spaces.get(space);
    if (old && old.dataset.cost === `${cost ?? ""}`) return old;
    old?.remove();
    const light = this.#drawSpace(space, cost ?? null);
    this.#spaces.set(space, light);
    this.board.layer("offer").append(light);
    this.#showCost(space, cost ?? null);
    return light;
  }

  /**
   * Writes a cost in its space: in the middle, or else above the first counter. No cost is written where the unit is.
   * @param {string} space
   * @param {string | null} cost
   */
  #showCost(space, cost) {
    this.#costs.get(space)?.remove();
    this.#costs.delete(space);
    const at = this.board.at(space);
    const stack = this.board.stacks.get(space);
    if (cost === null || !at || (stack && Number(cost) === 0)) return;
    const text = stack ? pillAbove(cost, at, stack) : drawCost(cost, at);
    this.#costs.set(space, text);
    this.board.layer("marks").append(text);
  }

  /**
   * @param {string} space
   * @param {string | null} cost
   */
  #drawSpace(space, cost) {
    const name = this.board.label(space);
    const label = cost === null ? name : translate("{1}, cost {2}", name, cost);
    const data = { "data-space": space, "data-cost": cost ?? "" };
    const glow = this.board.outline(space, { class: "glow" });
    const kind = glow.matches("polygon") ? "offer joined" : "offer";
    return svgElement(
      "g",
      { class: kind, ...data, role: "button", tabindex: "-1", "aria-label": label },
      glow,
      this.board.outline(space, { class: "gleam" }),
    );
  }

  /** @param {Choices} choices */
  #showPaths({ options }) {
    this.#paths?.remove();
    this.#paths = null;
    const paths = defined(options.map((option) => option.path)).filter((path) => path.length > 1);
    if (paths.length === 0 || paths.length > MAX_PATHS) return;
    this.#paths = svgElement(
      "g",
      { class: "ways" },
      paths.map((path) => this.board.line(path, { class: "way" })),
    );
    this.board.layer("marks").append(this.#paths);
  }

  /**
   * Returns everything that can be chosen with the keyboard, in reading order, each with its centre in the window.
   * While a fan is open, only its counters can be chosen.
   */
  targets() {
    const fan = this.board.openFan;
    const lit = [...this.#units.keys()];
    const nodes = fan ? lit.filter((node) => fan.contains(node)) : [...lit.filter(isOnMap), ...this.#spaces.values()];
    const middle = (/** @type {DomElement} */ element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { element, x: left + width / 2, y: top + height / 2 };
    };
    return nodes.map(middle).sort((a, b) => (Math.abs(a.y - b.y) > ROW_HEIGHT ? a.y - b.y : a.x - b.x));
  }

  /**
   * Returns the option of a highlighted counter.
   * @param {DomElement} counter
   */
  option(counter) {
    return this.#units.get(counter)?.options[0];
  }
}

// Counters in a highlighted pile are chosen by choosing the pile.
/** @param {DomElement} node */
function isOnMap(node) {
  if (!node.isConnected || node.closest(".fan")) return false;
  return node.matches(".pile") || !node.closest(".pile.lit");
}

/**
 * Shows on the number of a pile how many of its units can be chosen, or how many of these are chosen.
 * @param {DomElement} pile
 * @param {number[]} options the units that can be chosen
 * @param {Answer | null} answer
 */
function markBadge(pile, options, answer) {
  const badge = /** @type {DomElement | null} */ (pile.querySelector(":scope > .badge"));
  const text = badge?.querySelector("text");
  if (!badge || !text) return;
  const all = queryAll(pile, ".piece").length;
  const picked = answer?.isOne === false ? options.filter((option) => answer.has(option)).length : 0;
  const isPart = options.length > 0 && options.length < all;
  const wanted = picked > 0 ? `${picked}/${options.length}` : isPart ? `${options.length}/${all}` : `${all}`;
  badge.classList.toggle("some-asked", isPart && picked === 0);
  badge.classList.toggle("some-picked", picked > 0);
  if (text.textContent !== wanted) text.textContent = wanted;
}

/**
 * Shows a number on a highlight: its place in an order, or its share.
 * @param {DomElement} node
 * @param {number} number
 * @param {Point} point
 */
function setNumber(node, number, [x, y]) {
  node.querySelector(":scope > .count")?.remove();
  if (number <= 0) return;
  const text = boldText(number, { y: 95, "font-size": 270 });
  const transform = `translate(${x} ${y})`;
  node.append(svgElement("g", { class: "count", transform }, svgElement("circle", { r: 210 }), text));
}

/**
 * @param {string} cost
 * @param {Point} point
 */
function drawCost(cost, [x, y]) {
  return boldText(cost, { class: "cost", x, y: y + 150, "font-size": 440, "aria-hidden": "true" });
}
