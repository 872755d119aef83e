// Forced steps, which are played automatically. Players can choose to confirm each of them.

import { answerText } from "./automatic.js";
import { byId, element } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { ForcedAnswer } from "../protocol.js" */
/** @import { Store } from "./store.js" */

const KEY = "grognard.confirm";
/** The maximum number of steps shown in a temporary note. */
const MAX_PASSING = 3;
const PASSING_DURATION = 4000;

export class ForcedSteps {
  /** @type {number | null} The number of steps already handled or taken before the page was opened. */
  #handledCount = null;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    store.snapshot.on("forced/", () => this.#update());
    store.snapshot.on("game", () => {
      this.#handledCount ??= this.#steps.length;
    });
  }

  get #steps() {
    return this.store.snapshot.list("forced/");
  }

  /** Whether the player wants to confirm each step. */
  get mustConfirm() {
    return localStorage.getItem(KEY) === "yes";
  }

  set mustConfirm(value) {
    localStorage.setItem(KEY, value ? "yes" : "no");
  }

  #update() {
    if (!this.store.isPresent || this.store.isHandedOver) return;
    const fresh = this.#handledCount === null ? [] : this.#steps.slice(this.#handledCount);
    this.#handledCount = this.#steps.length;
    if (fresh.length > 0 && this.mustConfirm) this.#confirm(fresh);
    else this.#mention(fresh.filter(({ text }) => text));
  }

  /** @param {ForcedAnswer[]} steps */
  #mention(steps) {
    if (steps.length === 0 || steps.length > MAX_PASSING) return;
    const text = steps.map(answerText).join("; ");
    const note = element("p", { class: "throw passing" }, translate("Played automatically:"), " ", text);
    byId("thrown").append(note);
    setTimeout(() => note.remove(), PASSING_DURATION);
  }

  /** @param {ForcedAnswer[]} steps */
  #confirm(steps) {
    const title = translate("Played automatically");
    const close = () => dialog.remove();
    /** @type {HTMLDialogElement} */
    const dialog = element(
      "dialog",
      { class: "forced-steps", "aria-label": title, onclose: close },
      element("h2", {}, title),
      element("p", {}, translate("Nothing else was possible:")),
      element(
        "ul",
        {},
        steps.map((step) => this.#line(step)),
      ),
      element("form", { method: "dialog" }, element("button", { autofocus: true }, translate("Continue"))),
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  /** @param {ForcedAnswer} step */
  #line({ side, prompt, about, text }) {
    const subject = [prompt, about].filter(Boolean).join(", ");
    return element("li", {}, `${this.store.side(side).text}: ${subject} `, element("b", {}, text));
  }
}
