// Hands over the screen between the turns of two people who share it. Until then, the page holds nothing of the next
// side.

import { button, element } from "./dom.js";
import { capitalize, translate } from "./i18n.js";

/** @import { Game } from "../protocol.js" */
/** @import { Store } from "./store.js" */

export class Handover {
  /** @type {string | null} The side that last took over the screen. */
  #side = null;
  /** @type {HTMLDialogElement | null} */
  #dialog = null;

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /**
   * Returns whether, in this state of the game, the screen must be handed over to another person.
   * @param {Game | undefined} game
   */
  isDue(game) {
    if (game?.viewer.role !== "both" || !game.viewer.side || game.result) return false;
    const persons = Object.values(game.seats).filter((seat) => seat === "person");
    return persons.length > 1 && game.viewer.side !== this.#side;
  }

  get isOpen() {
    return this.#dialog !== null;
  }

  /**
   * @param {Game} game
   * @param {() => void} onAccept
   */
  open(game, onAccept) {
    this.#hide(game);
    this.#dialog?.remove();
    this.#dialog = this.#createDialog(game.viewer.side, () => {
      this.#side = game.viewer.side;
      this.store.isHandedOver = false;
      this.#dialog?.remove();
      this.#dialog = null;
      onAccept();
    });
    document.body.append(this.#dialog);
    this.#dialog.addEventListener("cancel", (event) => event.preventDefault());
    this.#dialog.showModal();
    this.#dialog.querySelector("button")?.focus();
  }

  // Nor does the page keep anything of the side that has just played.
  /** @param {Game} game */
  #hide(game) {
    this.store.isHandedOver = true;
    const neutral = { ...game, undo: false, redo: false, active_side: null };
    this.store.snapshot.replace(new Map([["game", neutral]]));
  }

  /**
   * @param {string | null} name
   * @param {() => void} accept
   */
  #createDialog(name, accept) {
    const { text, fill, ink } = this.store.side(name);
    const side = capitalize(text);
    return element(
      "dialog",
      { id: "handover", "aria-label": translate("Hand over"), style: `--fill:${fill};--ink:${ink}` },
      element("p", {}, translate("Hand over to:")),
      element("h2", {}, side),
      button(translate("Play as {1}", side), accept, { class: "go" }),
      element("p", {}, translate("press Enter")),
    );
  }
}
