// Notices about the rules (changed, broken or reverted), refused undos and the connection to the server.

import { closeButton, element, paragraph } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { Notice, NoticeKind } from "../protocol.js" */

/** @type {Record<Exclude<NoticeKind, "style">, string>} */
const TITLES = {
  changed: "The rules have changed",
  broken: "The changed rules contain errors",
  fallback: "The earlier rules are back",
  refusal: "Undo refused",
};
/** How long a harmless notice stays on the page, in milliseconds. */
const DURATION = 12000;

export class Notices {
  /** @type {HTMLElement | null} */
  #lost = null;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
  }

  /** @param {Notice} notice */
  show({ kind, text, diagnostic, removed, added }) {
    // Every picture and string may have changed.
    if (kind === "style") return location.reload();
    /** @type {HTMLElement} */
    const section = element(
      "section",
      { class: `notice ${kind}` },
      element("h2", {}, translate(TITLES[kind])),
      closeButton(translate("Close"), () => section.remove()),
      element("p", {}, text),
      diagnostic ? element("pre", {}, diagnostic) : null,
      lines(removed, "removed"),
      lines(added, "added"),
    );
    // A notice about the rules is outdated once they change again.
    for (const old of this.host.querySelectorAll(".notice:not(.undo-request)")) old.remove();
    this.host.append(section);
    if (kind === "changed" && !removed?.length) setTimeout(() => section.remove(), DURATION);
  }

  showLoss() {
    const text = translate("Connection to the server lost; reconnecting…");
    this.#lost ??= element("p", { class: "line-lost" }, text);
    this.host.append(this.#lost);
  }

  hideLoss() {
    this.#lost?.remove();
  }

  /** Replaces the page with a message that its link is invalid. */
  showInvalidLink() {
    const text = translate(
      "This link does not lead to a game on this server. Ask the host for a new link, or run `grognard serve`.",
    );
    const main = element("main", { class: "wrong" }, element("h1", {}, "Grognard"), element("p", {}, text));
    document.body.replaceChildren(main);
    document.body.className = "";
  }
}

/**
 * @param {[string, string][] | undefined} all pairs of a paragraph and a text
 * @param {string} name
 */
function lines(all, name) {
  if (!all?.length) return null;
  return element(
    "ul",
    { class: name },
    all.map(([rule, text]) => element("li", {}, paragraph(rule), " ", text)),
  );
}
