// The leaves of the panel, of which one is seen.

import { element } from "./dom.js";

export class Tabs {
  // leaves: [{ name, title, host, shown }]
  constructor(leaves) {
    this.leaves = leaves;
    const tab = ({ name, title }) =>
      element(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": `leaf-${name}`,
          onclick: () => this.show(name),
        },
        title,
      );
    this.tabs = leaves.map(tab);
    document.querySelector("#tabs").replaceChildren(...this.tabs);
    leaves.forEach(({ name, host }) => {
      Object.assign(host, { id: `leaf-${name}` });
      host.setAttribute("role", "tabpanel");
      host.setAttribute("aria-labelledby", `tab-${name}`);
    });
    document.querySelector("#leaves").replaceChildren(...leaves.map((leaf) => leaf.host));
    document.querySelector("#tabs").addEventListener("keydown", (event) => this.#key(event));
    this.show(leaves[0].name);
  }

  show(name) {
    this.leaves.forEach((leaf, at) => {
      const isShown = leaf.name === name;
      leaf.host.hidden = !isShown;
      this.tabs[at].setAttribute("aria-selected", `${isShown}`);
      this.tabs[at].setAttribute("tabindex", isShown ? "0" : "-1");
      if (isShown) leaf.shown?.();
    });
    this.name = name;
  }

  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = this.leaves.findIndex((leaf) => leaf.name === this.name);
    const next = (at + step + this.leaves.length) % this.leaves.length;
    this.show(this.leaves[next].name);
    this.tabs[next].focus();
    event.stopPropagation();
  }
}
