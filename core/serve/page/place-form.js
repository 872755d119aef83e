// The form for typing a place on a table, as in the terminal.

import { element } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { Placement } from "./placement.js" */
/** @import { Places } from "../protocol.js" */

export class PlaceForm {
  #input = element("input", { type: "text", class: "place", size: 10, autocomplete: "off" });
  #status = element("span", { class: "quiet", role: "status" });

  /**
   * @param {Placement} placement
   * @param {Places} places
   */
  constructor(placement, { spots }) {
    this.placement = placement;
    this.example = spots.length ? placement.field.format(spots[spots.length >> 1]) : "1,1";
    this.#input.setAttribute("aria-label", translate("a place, such as {1}", this.example));
    this.#input.placeholder = spots.length ? this.example : "";
    this.form = this.#createForm();
  }

  #createForm() {
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#submit();
    };
    return element(
      "form",
      { class: "typed", onsubmit },
      element("label", {}, translate("Place"), " ", this.#input),
      " ",
      element("button", { type: "submit" }, translate("Go there")),
      " ",
      this.#status,
      element("p", { class: "quiet" }, translate("Distances from the left and from the top edge, as on the ruler.")),
    );
  }

  #submit() {
    const spot = this.placement.field.parse(this.#input.value);
    if (spot) this.placement.choose(spot);
    else this.#status.textContent = translate("Type a place like this: {1}", this.example);
  }

  /**
   * Starts typing a place, beginning with a key.
   * @param {string} key
   */
  type(key) {
    this.#input.value += key;
    this.#input.focus();
  }
}
