// Makes the question fit into the header: the chip of the paragraph shrinks to its number, then the letters become
// smaller, and at last the header grows over the map.

import { byId } from "./dom.js";

/** The steps, from the roomiest to the tightest. */
const STEPS = [[], ["tight"], ["tight", "long"], ["tight", "long", "longer"], ["tight", "long", "longer", "longest"]];
const NAMES = ["tight", "long", "longer", "longest"];

export class PromptFit {
  #frame = 0;

  constructor() {
    this.asked = byId("asked");
    this.prompt = byId("prompt");
    new ResizeObserver(() => this.fit()).observe(byId("bar"));
    document.fonts?.ready.then(() => this.fit());
  }

  /** Chooses a step before the page is painted again. Measuring at once would cost a layout of the page for itself. */
  refit() {
    this.#frame ||= requestAnimationFrame(() => this.fit());
  }

  /** Chooses the first step at which nothing is cut. */
  fit() {
    this.#frame = 0;
    for (const step of STEPS) {
      for (const name of NAMES) this.#toggle(name, step.includes(name));
      if (this.#fits()) return;
    }
  }

  /**
   * @param {string} name
   * @param {boolean} isOn
   */
  #toggle(name, isOn) {
    this.prompt.classList.toggle(name, isOn);
    this.asked.classList.toggle(name, isOn);
  }

  #fits() {
    const { asked, prompt } = this;
    const chip = prompt.querySelector(".rule");
    const isCut = chip !== null && chip.scrollWidth > chip.clientWidth;
    return !isCut && asked.scrollHeight <= asked.clientHeight + 1;
  }
}
