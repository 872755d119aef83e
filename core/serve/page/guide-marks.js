// What a step of a guide points at: rings and an arrow on the map, and an outline around a part of the page.

import { arrow } from "./arrow.js";
import { queryAll, svgElement } from "./dom.js";

/** @import { GuideTarget } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/** The parts of the page that a guide can point at. @type {Record<string, string>} */
const PARTS = {
  question: "#asked",
  stop: "#buttons .stop",
  confirm: "#buttons .send",
  undo: "#buttons .undo",
  advice: "#buttons .advise",
  odds: "#leaf-turn .odds:not(p)",
  recent: "#leaf-turn .recent",
  goal: "#leaf-turn .goal",
  rules: "#prompt .rule",
  log: "#tab-log",
  dice: "#tab-dice",
  charts: "#tab-charts",
  map: "#tab-map",
  help: "#tab-help",
};

/** The parts that are open while an element is shown; any other part is a tab. @type {Record<string, string>} */
const OPEN = {
  advice: ".advised-line",
  odds: "#leaf-turn:not([hidden]) .odds:not(p)",
  recent: "#leaf-turn:not([hidden]) .recent > *",
  goal: "#leaf-turn:not([hidden]) .goal[open]",
  rules: "#rulebook:not([hidden])",
};

/** @param {string} part */
export function isOpen(part) {
  return document.querySelector(OPEN[part] ?? `#leaf-${part}:not([hidden])`) !== null;
}

/** @param {string} rule */
export function isRuleOpen(rule) {
  return document.querySelector(`#rulebook:not([hidden]) article[data-number="${CSS.escape(rule)}"]`) !== null;
}

export class GuideMarks {
  /** @type {SVGElement | null} */
  #group = null;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  clear() {
    this.#group?.remove();
    this.#group = null;
    for (const found of queryAll(document, ".guide-pointed")) found.classList.remove("guide-pointed");
  }

  /** @param {GuideTarget} target */
  draw(target) {
    this.clear();
    const { unit, space, part, rule } = target;
    const selectors = [part && PARTS[part], rule && `#prompt .rule[data-rule="${CSS.escape(rule)}"]`];
    for (const selector of selectors.filter(Boolean)) {
      for (const found of queryAll(document, `${selector}`)) found.classList.add("guide-pointed");
    }
    const { board } = this.store;
    const from = unit ? board.at(board.spaceOf(unit)) : undefined;
    const to = board.at(space);
    const parts = [
      from ? this.#ring(from) : null,
      space && to ? board.outline(space, { class: "guide-space" }) : null,
      from && to ? arrow(from, to, "guide-arrow") : null,
    ];
    this.#group = svgElement("g", { class: "guide-marks", "aria-hidden": "true" }, parts);
    board.layer("marks").append(this.#group);
  }

  /**
   * Moves the map so that what a step points at is in view.
   * @param {GuideTarget} target
   */
  reveal({ unit, space }) {
    const { board } = this.store;
    for (const place of [unit ? board.spaceOf(unit) : null, space]) {
      const point = board.at(place);
      if (point) board.zoom.reveal(point);
    }
  }

  /** @param {import("./geometry.js").Point} at */
  #ring([cx, cy]) {
    return svgElement("circle", { class: "guide-ring", cx, cy, r: this.store.board.counter * 0.85 });
  }
}
