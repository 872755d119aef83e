// What one decision of the past changed: the spaces that look different since, and the lines of the log.

import { svgElement, element, paragraph } from "./dom.js";
import { changedKeys } from "./snapshot.js";
import { capitalize, translate } from "./i18n.js";

export class DecisionChanges {
  constructor(store, host) {
    Object.assign(this, { store, host });
  }

  clear() {
    this.mark?.remove();
    this.host.replaceChildren();
  }

  // before and after: sheets as the server tells them
  show(before, after) {
    this.clear();
    const { board } = this.store;
    const spaces = changedKeys(before, after, "stack/")
      .map((key) => key.slice(6))
      .filter((space) => board.at(space));
    this.mark = svgElement(
      "g",
      { class: "changed-spaces" },
      spaces.map((space) => board.outline(space, { class: "differs" })),
    );
    board.layer("marks").append(this.mark);
    const lines = changedKeys(before, after, "log/")
      .map((key) => after[key])
      .filter(Boolean);
    const { asked } = before;
    this.host.replaceChildren(
      ...[
        asked
          ? element("p", {}, element("b", {}, `${capitalize(this.store.side(asked.side).text)}: `), asked.prompt)
          : null,
        spaces.length
          ? element("p", {}, translate("Changed: {1}", spaces.map((space) => board.places[space].label).join(", ")))
          : null,
        lines.length
          ? element(
              "ol",
              {},
              lines.map(({ rule, text }) => element("li", {}, text, " ", paragraph(rule))),
            )
          : null,
      ].filter(Boolean),
    );
  }
}
