// Advice on the question: the advised answer and those that would follow, and why.

import { button, element, paragraph, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { AdvisedPhase } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/** The maximum number of answers of a phase that are shown without opening the list. */
const MAX_OPEN = 6;

export class AdviceBox {
  /**
   * @param {Store} store
   * @param {HTMLElement} host
   * @param {() => void} show shows the tab with the advice
   */
  constructor(store, host, show) {
    this.store = store;
    this.host = host;
    host.setAttribute("aria-live", "polite");
    store.onAdvice = () => {
      this.#draw();
      show();
    };
    store.onChange(() => this.#draw());
  }

  #draw() {
    const { advice, hasNoAdvice } = this.store;
    const none = hasNoAdvice
      ? element("p", { class: "quiet" }, translate("There is no advice on this question."))
      : null;
    if (!advice) return replaceChildren(this.host, none);
    const { text, rule, rule_title, line, note, reasons } = advice;
    const [head, ...results] = reasons;
    const take = button(translate("Do this"), () => this.store.takeAdvice(), {
      class: "take",
      title: translate("shortcut: T"),
    });
    const isLonger = line.length > 1 || line.some(({ steps }) => steps.length > 1 || steps[0] !== text);
    replaceChildren(
      this.host,
      element(
        "div",
        { class: "advised-line" },
        element("h3", {}, translate("Advice")),
        element("p", { class: "line" }, element("b", {}, text), " ", paragraph(rule, rule_title), " ", take),
        isLonger ? line.map(phaseSection) : null,
        note ? element("p", { class: "quiet" }, note) : null,
        head ? element("p", { class: "quiet" }, head) : null,
        results.length
          ? element(
              "ul",
              { class: "reasons" },
              results.map((text) => element("li", {}, text)),
            )
          : null,
      ),
    );
  }
}

/** @param {AdvisedPhase} phase */
function phaseSection({ phase, steps }) {
  const item = (/** @type {string} */ step) => element("li", {}, step);
  const [first, rest] = [steps.slice(0, MAX_OPEN), steps.slice(MAX_OPEN)];
  return element(
    "section",
    {},
    element("h4", {}, phase),
    element("ol", {}, first.map(item)),
    rest.length
      ? element(
          "details",
          {},
          element("summary", {}, translate("{1} more", rest.length)),
          element("ol", { start: MAX_OPEN + 1 }, rest.map(item)),
        )
      : null,
  );
}
