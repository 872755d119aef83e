// What if: the same decisions and dice under the rules on disk, beside the game.

import { element, paragraph } from "./dom.js";
import { changedKeys } from "./snapshot.js";
import { translate } from "./i18n.js";

export class WhatIf {
  // show(values or null): lays the other sheet on the board
  constructor(store, host, show) {
    Object.assign(this, { store, host, show });
  }

  // A comparison that was made stays until another is asked for.
  shown() {
    if (this.host.querySelector(".first")) return;
    this.#ready();
  }

  #ready(...told) {
    this.host.replaceChildren(
      element(
        "p",
        {},
        translate("Plays every decision and every die of this game again under the rules as their files are now."),
      ),
      element("button", { type: "button", onclick: () => this.#ask() }, translate("What if?")),
      ...told,
    );
  }

  async #ask() {
    this.#ready(element("p", { role: "status" }, translate("The game is played again…")));
    const told = await this.store.read("whatif").catch((error) => ({ error }));
    if (told.error)
      return this.#ready(element("p", { role: "alert" }, told.error.message), diagnostic(told.error.refusal));
    if (told.same)
      return this.#ready(
        element(
          "p",
          { role: "status" },
          told.rules === "same"
            ? translate("The rules on the disk are those of the game.")
            : translate("Nothing would have come differently."),
        ),
      );
    this.#compare(told);
  }

  #compare({ first, here, there, log, unfit }) {
    const look = (text, sheet, aside) =>
      element("button", { type: "button", onclick: () => this.#look(sheet, aside, here, there) }, text);
    const lines = (title, all, name) =>
      all?.length
        ? element(
            "section",
            { class: name },
            element("h3", {}, title),
            element(
              "ol",
              {},
              all.map((one) => element("li", {}, line(one))),
            ),
          )
        : "";
    this.host.replaceChildren(
      element(
        "p",
        { class: "first" },
        translate("The first difference, at decision {1}:", first.decision),
        " ",
        element("b", {}, first.text),
      ),
      unfit && unfit.text !== first.text
        ? element(
            "p",
            {},
            translate("From decision {1} on the answers no longer fit:", unfit.decision),
            " ",
            unfit.text,
          )
        : "",
      element(
        "p",
        { class: "row" },
        look(translate("As it was"), here, translate("What if: as it was")),
        look(translate("As it would be"), there, translate("What if: as it would be under the changed rules")),
        look(translate("Back to now"), null, null),
      ),
      lines(translate("Would not have happened"), log?.gone, "gone"),
      lines(translate("Would have happened"), log?.new, "new"),
      element("p", {}, element("button", { type: "button", onclick: () => this.#ask() }, translate("What if?"))),
    );
  }

  // Back to the game, if this is what is shown.
  back() {
    return this.store.aside === null ? null : (this.#look(null, null, {}, {}) ?? true);
  }

  #look(sheet, aside, here, there) {
    this.store.past = null;
    this.store.aside = aside;
    document.body.classList.toggle("past", aside !== null);
    this.show(sheet);
    this.marks?.remove();
    if (!sheet) return;
    const keys = changedKeys(here, there, "stack/");
    const { board } = this.store;
    this.marks = document.createElementNS("http://www.w3.org/2000/svg", "g");
    this.marks.append(
      ...keys
        .map((key) => key.slice(6))
        .filter((space) => board.at(space))
        .map((space) => board.outline(space, { class: "differs" })),
    );
    board.layer("marks").append(this.marks);
  }
}

function diagnostic(refusal) {
  return refusal?.diagnostic ? element("pre", {}, refusal.diagnostic) : "";
}

function line(one) {
  const { rule, text } = Array.isArray(one) ? { rule: one[0], text: one[1] } : one;
  return [paragraph(rule), " ", text];
}
