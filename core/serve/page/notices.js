// News of the rules: changed, broken, taken back. And of the line to the server.

import { element, paragraph } from "./dom.js";
import { translate } from "./i18n.js";

const TITLES = {
  changed: "The rules have changed",
  broken: "The changed rules are wrong",
  fallback: "Earlier rules are back",
  stands: "The decision stands",
};

export class Notices {
  constructor(host) {
    this.host = host;
  }

  tell({ kind, text, diagnostic, gone, new: added }) {
    // Pictures and words of the pack are others now.
    if (kind === "dress") return location.reload();
    const lines = (all, name) =>
      all?.length
        ? element(
            "ul",
            { class: name },
            all.map(([rule, line]) => element("li", {}, paragraph(rule), " ", line)),
          )
        : null;
    const made = element(
      "section",
      { class: `notice ${kind}` },
      element("h2", {}, translate(TITLES[kind] ?? kind)),
      element(
        "button",
        { type: "button", class: "close", "aria-label": translate("Close"), onclick: () => made.remove() },
        "×",
      ),
      element("p", {}, text),
      diagnostic ? element("pre", {}, diagnostic) : null,
      lines(gone, "gone"),
      lines(added, "new"),
    );
    // A mended rule makes the complaint about it out of date.
    this.host.querySelectorAll(".notice:not(.takeback)").forEach((old) => old.remove());
    this.host.append(made);
    if (kind === "changed" && !gone?.length) setTimeout(() => made.remove(), 12000);
  }

  lost() {
    this.line ??= element("p", { class: "line-lost" }, translate("The line to the server is broken; trying again…"));
    this.host.append(this.line);
  }

  found() {
    this.line?.remove();
  }

  // The link opens nothing: nothing else is to be seen.
  wrong() {
    const told = element(
      "main",
      { class: "wrong" },
      element("h1", {}, "Grognard"),
      element("p", {}, translate("This link opens no game here. Ask the host for another, or run `grognard serve`.")),
    );
    document.body.replaceChildren(told);
    document.body.className = "";
  }
}
