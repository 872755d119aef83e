// Steps that leave no choice play themselves. Who wishes is shown each of them, and confirms it.

import { element } from "./element.js";
import { say } from "./words.js";

const KEY = "grognard.confirm";

export class Forced {
  constructor(table) {
    this.table = table;
    this.known = null;
    table.sheet.on("forced/", () => this.#changed());
    table.sheet.on("game", () => { this.known ??= this.steps.length; });
  }

  get steps() {
    return this.table.sheet.list("forced/");
  }

  get isWished() {
    return localStorage.getItem(KEY) === "yes";
  }

  set isWished(wish) {
    localStorage.setItem(KEY, wish ? "yes" : "no");
  }

  #changed() {
    if (!this.table.isPresent || this.table.isCovered) return;
    const fresh = this.known === null ? [] : this.steps.slice(this.known);
    this.known = this.steps.length;
    if (fresh.length > 0 && this.isWished) this.#confirm(fresh);
  }

  #confirm(steps) {
    const line = (step) => element("li", {}, `${this.table.side(step.side).text}: ${step.prompt ? `${step.prompt} ` : ""}`, element("b", {}, step.text));
    const made = element("dialog", { class: "forced", "aria-label": say("Played by itself"), onclose: () => made.remove() },
      element("h2", {}, say("Played by itself")), element("p", {}, say("Nothing else was possible:")), element("ul", {}, steps.map(line)),
      element("form", { method: "dialog" }, element("button", { autofocus: true }, say("Go on"))));
    document.body.append(made);
    made.showModal();
  }
}
