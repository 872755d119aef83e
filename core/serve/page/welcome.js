// For whoever sees the board for the first time: what to do, in four lines; and how the battle is won, for as long as one likes.

import { element } from "./dom.js";
import { translate } from "./i18n.js";

const KEY = "grognard.welcomed";
const LINES = [
  "The line at the top says what you decide now.",
  "What has a gold edge can be clicked: counters, spaces of the map, buttons.",
  "A red button ends what you are doing. Undo takes back, until dice are rolled.",
  "Point at anything to read what it is; click what is not gold to learn why not.",
];

export class Welcome {
  // back: shows the leaf in which a game is looked back at
  constructor(store, host, back) {
    Object.assign(this, { store, host, back });
    store.snapshot.on("game", () => this.draw());
  }

  get isNew() {
    const { you, turn } = this.store.game;
    return localStorage.getItem(KEY) !== "yes" && you?.role !== "spectator" && !(turn > 1);
  }

  draw() {
    const { summary, goal } = this.store.map;
    const { ended } = this.store.game;
    const key = JSON.stringify([summary, goal, this.isNew, ended]);
    if (key === this.drawn) return;
    this.drawn = key;
    const won = goal
      ? element(
          "details",
          { class: "goal", open: this.isNew },
          element("summary", {}, translate("How it is won")),
          element("p", {}, goal),
        )
      : null;
    this.host.replaceChildren(
      ...[ended ? this.#over(ended) : null, this.isNew ? this.#box(summary) : null, won].filter(Boolean),
    );
  }

  // What can be done with a game that is over.
  #over(ended) {
    return element(
      "section",
      { class: "finished" },
      element("h3", {}, translate("The game is over.")),
      element("p", {}, element("b", {}, ended.text)),
      element(
        "p",
        { class: "row" },
        element("button", { type: "button", onclick: () => this.back() }, translate("Look back, and take it with you")),
      ),
    );
  }

  #box(summary) {
    const close = element(
      "button",
      {
        type: "button",
        class: "close",
        "aria-label": translate("Close"),
        onclick: () => {
          localStorage.setItem(KEY, "yes");
          this.draw();
        },
      },
      "×",
    );
    return element(
      "section",
      { class: "welcome" },
      element("h3", {}, translate("Welcome")),
      close,
      summary ? element("p", {}, summary) : null,
      element(
        "ul",
        {},
        LINES.map((line) => element("li", {}, translate(line))),
      ),
    );
  }
}
