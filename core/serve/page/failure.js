// The failure of a rule that keeps the game from going on.

import { element } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { Store } from "./store.js" */

/**
 * Shows the failure in a notice, which stays until the game goes on.
 * @param {Store} store
 * @param {HTMLElement} host
 */
export function showFailures(store, host) {
  /** @type {HTMLElement | null} */
  let notice = null;
  store.snapshot.on("failure", () => {
    notice?.remove();
    const { failure } = store;
    if (!failure) return;
    notice = element(
      "section",
      { class: "notice failure", role: "alert" },
      element("h2", {}, translate("A rule failed")),
      element("p", {}, translate("The game goes on once the rule is corrected or a decision is taken back.")),
      failure.diagnostic ? element("pre", {}, failure.diagnostic) : null,
    );
    host.append(notice);
  });
}
