// A request to take back a decision after new information has come out. The opponents are asked for their consent.

import { button, element } from "./dom.js";
import { capitalize, translate } from "./i18n.js";

/** @import { UndoRequest } from "../protocol.js" */
/** @import { Store } from "./store.js" */

export class UndoRequestNotice {
  /** @type {HTMLElement | null} */
  #section = null;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   */
  constructor(store, host) {
    this.store = store;
    this.host = host;
    store.snapshot.on("undo_request", () => this.#draw());
  }

  #draw() {
    this.#section?.remove();
    this.#section = null;
    const request = this.store.snapshot.get("undo_request");
    if (!request || !this.store.isPresent) return;
    this.#section = element(
      "section",
      { class: "notice undo-request", role: "alert" },
      element("h2", {}, translate("Undo?")),
      element("p", {}, this.#text(request)),
      element("p", { class: "row" }, this.#buttons(request)),
    );
    this.host.append(this.#section);
  }

  /** @param {UndoRequest} request */
  #text({ side, own, pending }) {
    const name = (/** @type {string} */ side) => capitalize(this.store.side(side).text);
    const names = pending.map(name).join(", ");
    if (own) return translate("Waiting for the consent of {1}, because new information has come out since.", names);
    const text = "{1} asks to take back the last decision, although new information has come out since.";
    return translate(text, name(side));
  }

  /** @param {UndoRequest} request */
  #buttons({ own }) {
    const consent = (/** @type {string} */ text, /** @type {boolean} */ agree) =>
      button(text, () => this.store.consent(agree));
    if (own) return [consent(translate("Withdraw the request"), false)];
    return [consent(translate("Agree"), true), consent(translate("Refuse"), false)];
  }
}
