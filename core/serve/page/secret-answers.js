// The viewer's own answers in a secret choice, below the log, while the others are still deciding.

import { element, replaceChildren } from "./dom.js";
import { capitalize, translate } from "./i18n.js";

/** @import { Store } from "./store.js" */

/**
 * Creates the list, which is hidden while there are no such answers.
 * @param {Store} store
 */
export function secretAnswers(store) {
  const list = element("ol");
  const summary = element("summary", {}, translate("Your answers, still secret"));
  const host = element("details", { class: "secret-answers", open: "", hidden: "" }, summary, list);
  const draw = () => {
    const answers = (store.isPresent && store.game.secret_answers) || [];
    host.hidden = answers.length === 0;
    const item = (/** @type {[string, string]} */ [prompt, text]) =>
      element("li", {}, element("span", {}, prompt), " ", element("strong", {}, capitalize(text)));
    replaceChildren(list, answers.map(item));
    host.scrollTop = host.scrollHeight;
  };
  store.snapshot.on("game", draw);
  return host;
}
