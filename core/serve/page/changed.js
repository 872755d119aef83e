// What one decision of the past changed: the spaces that look different since, and the lines of the log.

import { drawn, element, paragraph } from "./element.js";
import { differing } from "./sheet.js";
import { capital, say } from "./words.js";

export class Changed {
  constructor(table, host) {
    Object.assign(this, { table, host });
  }

  clear() {
    this.mark?.remove();
    this.host.replaceChildren();
  }

  // before and after: sheets as the server tells them
  show(before, after) {
    this.clear();
    const { board } = this.table;
    const spaces = differing(before, after, "stack/").map((key) => key.slice(6)).filter((space) => board.at(space));
    this.mark = drawn("g", { class: "changed" }, spaces.map((space) => board.outline(space, { class: "differs" })));
    board.layer("marks").append(this.mark);
    const lines = differing(before, after, "log/").map((key) => after[key]).filter(Boolean);
    const { asked } = before;
    this.host.replaceChildren(...[asked ? element("p", {}, element("b", {}, `${capital(this.table.side(asked.side).text)}: `), asked.prompt) : null,
      spaces.length ? element("p", {}, say("Changed: {1}", spaces.map((space) => board.places[space].label).join(", "))) : null,
      lines.length ? element("ol", {}, lines.map(({ rule, text }) => element("li", {}, text, " ", paragraph(rule)))) : null].filter(Boolean));
  }
}
