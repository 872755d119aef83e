// Steps that leave no choice play themselves. Who wishes is shown each of them, and confirms it.

import { element } from "./dom.js";
import { translate } from "./i18n.js";

const KEY = "grognard.confirm";

export class ForcedSteps {
  constructor(store) {
    this.store = store;
    this.known = null;
    store.snapshot.on("forced/", () => this.#changed());
    store.snapshot.on("game", () => {
      this.known ??= this.steps.length;
    });
  }

  get steps() {
    return this.store.snapshot.list("forced/");
  }

  get isWished() {
    return localStorage.getItem(KEY) === "yes";
  }

  set isWished(wish) {
    localStorage.setItem(KEY, wish ? "yes" : "no");
  }

  #changed() {
    if (!this.store.isPresent || this.store.isCovered) return;
    const fresh = this.known === null ? [] : this.steps.slice(this.known);
    this.known = this.steps.length;
    if (fresh.length > 0 && this.isWished) this.#confirm(fresh);
  }

  #confirm(steps) {
    const line = (step) =>
      element(
        "li",
        {},
        `${this.store.side(step.side).text}: ${step.prompt ? `${step.prompt} ` : ""}`,
        element("b", {}, step.text),
      );
    const made = element(
      "dialog",
      { class: "forced-steps", "aria-label": translate("Played by itself"), onclose: () => made.remove() },
      element("h2", {}, translate("Played by itself")),
      element("p", {}, translate("Nothing else was possible:")),
      element("ul", {}, steps.map(line)),
      element("form", { method: "dialog" }, element("button", { autofocus: true }, translate("Go on"))),
    );
    document.body.append(made);
    made.showModal();
  }
}
