// Notices about the rules (changed, broken or reverted), refused undos and the connection to the server.

import { closeButton, element, paragraph } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { Fault, Notice, NoticeKind } from "../protocol.js" */

/** @type {Record<Exclude<NoticeKind, "style"> | "failed", string>} */
const TITLES = {
  changed: "The rules have changed",
  broken: "The changed rules contain errors",
  fallback: "The earlier rules are back",
  refusal: "Undo refused",
  failed: "Error in the rules",
};
/** How long a harmless notice stays on the page, in milliseconds. */
const DURATION = 12000;

export class Notices {
  /** @type {HTMLElement | null} */
  #lost = null;
  /** @type {HTMLElement | null} */
  #last = null;
  /** The errors of the last rule that failed, which are shown once. @type {string | undefined} */
  #known;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
  }

  /** @param {Notice} notice */
  show({ kind, text, diagnostic, removed, added }) {
    // Every picture and string may have changed.
    if (kind === "style") return location.reload();
    const section = this.#add(kind, text, diagnostic, lines(removed, "removed"), lines(added, "added"));
    if (kind === "changed" && !removed?.length) setTimeout(() => section.remove(), DURATION);
    this.#known = undefined;
  }

  /**
   * Shows with which errors a rule failed, unless they are known.
   * @param {Fault} fault
   */
  showFailure({ reason, diagnostic }) {
    if (diagnostic === this.#known) return;
    this.#add("failed", reason, diagnostic);
    this.#known = diagnostic;
  }

  /**
   * @param {keyof typeof TITLES} kind
   * @param {string} text
   * @param {string | undefined} diagnostic
   * @param {(HTMLElement | null)[]} more
   */
  #add(kind, text, diagnostic, ...more) {
    /** @type {HTMLElement} */
    const section = element(
      "section",
      { class: `notice ${kind}` },
      element("h2", {}, translate(TITLES[kind])),
      closeButton(translate("Close"), () => section.remove()),
      element("p", {}, text),
      diagnostic ? element("pre", {}, diagnostic) : null,
      more,
    );
    // A notice about the rules is outdated once they change again.
    this.#last?.remove();
    this.#last = section;
    this.host.append(section);
    return section;
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
