// A request to take a decision back after something was revealed: the opponents are asked for their consent.

import { button, element } from "./dom.js";
import { capitalize, translate } from "./i18n.js";

/** @import { TakebackRequest } from "./protocol.js" */
/** @import { Store } from "./store.js" */

export class Takeback {
  /** @type {HTMLElement | null} */
  #section = null;

  /**
   * @param {Store} store
   * @param {HTMLElement} host
   */
  constructor(store, host) {
    this.store = store;
    this.host = host;
    store.snapshot.on("takeback", () => this.#draw());
  }

  #draw() {
    this.#section?.remove();
    this.#section = null;
    const request = this.store.snapshot.get("takeback");
    if (!request || !this.store.isPresent) return;
    this.#section = element(
      "section",
      { class: "notice takeback", role: "alert" },
      element("h2", {}, translate("Undo?")),
      element("p", {}, this.#text(request)),
      element("p", { class: "row" }, this.#buttons(request)),
    );
    this.host.append(this.#section);
  }

  /** @param {TakebackRequest} request */
  #text({ side, mine, of }) {
    const name = (/** @type {string} */ side) => capitalize(this.store.side(side).text);
    const names = of.map(name).join(", ");
    if (mine) return translate("Waiting for the consent of {1}: something has come out since.", names);
    const text = "{1} asks to take back the last decision, although something has come out since.";
    return translate(text, name(side));
  }

  /** @param {TakebackRequest} request */
  #buttons({ mine }) {
    const consent = (/** @type {string} */ text, /** @type {boolean} */ agree) =>
      button(text, () => this.store.consent(agree));
    if (mine) return [consent(translate("Let it stand"), false)];
    return [consent(translate("Agree"), true), consent(translate("Refuse"), false)];
  }
}
