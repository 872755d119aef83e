// The tabs of the panel.

import { byId, element } from "./dom.js";
import { Drawer } from "./drawer.js";
import { MoreTabs } from "./more-tabs.js";

/**
 * @typedef {object} Tab
 * @property {string} name
 * @property {string} title
 * @property {HTMLElement} host
 * @property {() => unknown} [onShow]
 */

export class Tabs {
  /** The name of the open tab. */
  name = "";
  /** The title of the open tab, for screen readers. */
  heading = element("h2", { class: "heard" });

  /** @param {Tab[]} tabs */
  constructor(tabs) {
    this.tabs = tabs;
    this.drawer = new Drawer(byId("panel"));
    this.buttons = tabs.map(({ name, title }) => this.#button(name, title));
    this.more = new MoreTabs(byId("tabs"), this.buttons);
    for (const { name, host } of tabs) {
      host.id = `leaf-${name}`;
      host.setAttribute("role", "tabpanel");
      host.setAttribute("aria-labelledby", `tab-${name}`);
    }
    byId("tabs").before(this.heading);
    byId("leaves").replaceChildren(...tabs.map((tab) => tab.host));
    byId("tabs").addEventListener("keydown", (event) => this.#key(event));
    this.#select(tabs[0].name);
  }

  /**
   * @param {string} name
   * @param {string} title
   */
  #button(name, title) {
    const attributes = { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `leaf-${name}` };
    return element("button", { ...attributes, onclick: () => this.#click(name) }, title);
  }

  // On a phone, a click on the open tab folds the panel.
  /** @param {string} name */
  #click(name) {
    this.more.toggle(false);
    if (this.drawer.isUsed && !this.drawer.isFolded && name === this.name) this.drawer.fold();
    else this.show(name);
  }

  /** @param {string} name */
  show(name) {
    this.drawer.unfold();
    this.#select(name);
  }

  /** @param {string} name */
  #select(name) {
    for (const [i, tab] of this.tabs.entries()) {
      const isShown = tab.name === name;
      tab.host.hidden = !isShown;
      if (isShown) this.heading.textContent = tab.title;
      this.buttons[i].setAttribute("aria-selected", `${isShown}`);
      this.buttons[i].setAttribute("tabindex", isShown ? "0" : "-1");
    }
    this.name = name;
    this.more.mark();
    this.refresh();
  }

  /** Reloads the open tab. */
  refresh() {
    this.tabs.find((tab) => tab.name === this.name)?.onShow?.();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const shown = this.tabs.findIndex((tab) => tab.name === this.name);
    const next = (shown + step + this.tabs.length) % this.tabs.length;
    this.show(this.tabs[next].name);
    this.more.toggle(this.more.has(this.buttons[next]));
    this.buttons[next].focus();
    event.stopPropagation();
  }
}
