// Tabs that do not fit in the row. They are in a list that opens below the button "More".

import { button, element } from "./dom.js";
import { translate } from "./i18n.js";

export class MoreTabs {
  /**
   * @param {HTMLElement} host
   * @param {HTMLElement[]} tabs
   */
  constructor(host, tabs) {
    this.host = host;
    this.tabs = tabs;
    const attributes = { class: "more", "aria-haspopup": "true", "aria-expanded": "false" };
    this.button = button(translate("More"), () => this.toggle(!this.isOpen), attributes);
    host.replaceChildren(element("div", { role: "tablist" }, tabs), this.button);
    host.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("pointerdown", (event) => {
      if (!(event.target instanceof Node && host.contains(event.target))) this.toggle(false);
    });
    new ResizeObserver(() => this.#layOut()).observe(host);
    document.fonts.ready.then(() => this.#layOut());
  }

  get isOpen() {
    return this.host.classList.contains("open");
  }

  /** @param {boolean} isOpen */
  toggle(isOpen) {
    this.host.classList.toggle("open", isOpen);
    this.button.setAttribute("aria-expanded", `${isOpen}`);
  }

  /**
   * Returns whether a tab is in the list.
   * @param {HTMLElement} tab
   */
  has(tab) {
    return tab.classList.contains("over");
  }

  /** Marks the button if the selected tab is in the list. */
  mark() {
    const isOver = this.tabs.some((tab) => this.has(tab) && tab.getAttribute("aria-selected") === "true");
    this.button.classList.toggle("current", isOver);
  }

  #layOut() {
    for (const tab of this.tabs) tab.classList.remove("over");
    this.button.hidden = false;
    const count = this.#fitting();
    this.button.hidden = count === this.tabs.length;
    for (const [row, tab] of this.tabs.slice(count).entries()) {
      tab.classList.add("over");
      tab.style.setProperty("--row", `${row}`);
    }
    this.mark();
  }

  /** Returns the number of tabs that fit in the row. */
  #fitting() {
    const { paddingLeft, paddingRight, columnGap } = getComputedStyle(this.host);
    const [left, right, gap] = [paddingLeft, paddingRight, columnGap].map((length) => Number.parseFloat(length) || 0);
    const room = this.host.clientWidth - left - right + gap;
    const widths = this.tabs.map((tab) => tab.offsetWidth + gap);
    const width = (/** @type {number} */ count) => widths.slice(0, count).reduce((sum, one) => sum + one, 0);
    if (width(widths.length) <= room) return widths.length;
    const rest = room - this.button.offsetWidth - gap;
    return widths.findIndex((_, i) => width(i + 1) > rest);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || !this.isOpen) return;
    this.toggle(false);
    this.button.focus();
    event.stopPropagation();
  }
}
