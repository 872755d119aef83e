// What happened, a line for each event with its paragraph, and read out as it comes.

import { element, paragraph } from "./dom.js";
import { translate } from "./i18n.js";

const MOST_HEARD = 6;

export class Log {
  constructor(store, host) {
    Object.assign(this, { store, host });
    this.list = element("ol", { class: "log", tabindex: "0" });
    host.append(this.list);
    store.snapshot.on("log/", (changed) => this.#draw(changed));
  }

  #draw(changed) {
    const lines = this.store.snapshot.list("log/");
    const first = Math.min(...changed.map(Number));
    const isAtEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
    while (this.list.children.length > first) this.list.lastChild.remove();
    this.list.append(...lines.slice(first).map((line, at) => this.#line(line, lines[first + at - 1])));
    if (isAtEnd) this.list.scrollTop = this.list.scrollHeight;
    this.#readOut(lines.slice(first));
  }

  // A phase's first line has its heading.
  #line({ rule, text, turn, phase }, before) {
    const isNew = phase && (phase !== before?.phase || turn !== before?.turn);
    const heading = isNew
      ? element("b", { class: "when" }, `${turn ? translate("Turn {1}", turn) : translate("Set-up")} · ${phase}`)
      : null;
    return element("li", {}, heading, paragraph(rule), " ", element("span", {}, text));
  }

  #readOut(lines) {
    const heard = lines.slice(-MOST_HEARD).map(({ text }) => element("p", {}, text));
    document.querySelector("#news").replaceChildren(...heard);
  }

  // Shown again after it was hidden: the end first.
  shown() {
    this.list.scrollTop = this.list.scrollHeight;
  }
}
