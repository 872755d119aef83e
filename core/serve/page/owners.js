// The owners of spaces, and the front between them.

import { element, parseSvgFragment } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { Board } from "./board.js" */
/** @import { Store } from "./store.js" */

export class Owners {
  /** @type {Map<string, SVGElement>} Coloured spaces. */
  #spaces = new Map();
  /** @type {SVGElement | null} */
  #front = null;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    store.snapshot.on("front", () => this.#drawFront());
    store.snapshot.on("owner/", (spaces) => {
      for (const space of spaces) this.#drawOwner(space);
    });
  }

  #drawFront() {
    this.#front?.remove();
    const picture = this.store.snapshot.get("front");
    this.#front = picture === undefined ? null : parseSvgFragment(`<g>${picture}</g>`);
    if (this.#front) this.store.board.layer("owner").append(this.#front);
  }

  // If the server draws no front, each space is coloured by its owner.
  /** @param {string} space */
  #drawOwner(space) {
    const { board, snapshot } = this.store;
    if (snapshot.get("front") !== undefined) return;
    this.#spaces.get(space)?.remove();
    const owner = snapshot.get(`owner/${space}`);
    if (!owner || !board.at(space)) return;
    const side = this.store.side(owner);
    const mark = board.outline(space, { class: "held", style: `--fill:${side.flag ?? side.fill}` });
    this.#spaces.set(space, mark);
    board.layer("owner").append(mark);
  }
}

/**
 * Creates the checkbox that shows or hides owners.
 * @param {Board} board
 */
export function ownerBox(board) {
  const box = element("input", { type: "checkbox", checked: true });
  box.onchange = () => board.layer("owner").classList.toggle("off", !box.checked);
  const note = translate("The double line in the colours of both sides is the front line.");
  return element(
    "fieldset",
    {},
    element("legend", {}, translate("Owners")),
    element("label", {}, box, ` ${translate("who holds what")}`),
    element("p", { class: "quiet" }, note),
  );
}
