// What to do after a game: play again, look back, share, print, save.

import { faultOf } from "./api.js";
import { button, element, replaceChildren } from "./dom.js";
import { itemOf, lobbyAddress, playAgain, rematch, spectatorLink } from "./end-rematch.js";
import { exportList } from "./exports.js";
import { translate } from "./i18n.js";
import { roleName } from "./roles.js";

/** @import { GameItem, GameLinks, RoleLink } from "../protocol.js" */
/** @import { Store } from "./store.js" */

export class EndActions {
  /** @type {GameItem | null} This game in the lobby's list, if it is known. */
  #item = null;

  /**
   * @param {Store} store
   * @param {() => void} lookBack
   */
  constructor(store, lookBack) {
    this.store = store;
    this.lookBack = lookBack;
    this.row = element("p", { class: "row" });
    this.status = element("div", { role: "status", class: "end-status" });
    this.host = element("div", { class: "end-actions" }, this.row, this.status, this.#downloads());
    this.#draw();
  }

  #downloads() {
    const [, list] = exportList(this.store, (reason) => replaceChildren(this.status, element("p", {}, reason)));
    return element("details", {}, element("summary", {}, translate("Downloads")), list);
  }

  /** Looks this game up in the lobby. */
  async refresh() {
    this.#item = await itemOf(this.store.game);
    this.#draw();
  }

  #draw() {
    const lobby = lobbyAddress();
    replaceChildren(
      this.row,
      this.#againButton(),
      button(translate("Look back, turn by turn"), this.lookBack, { class: "back" }),
      button(translate("Copy a link"), () => this.#share(), { class: "share-link" }),
      button(translate("Print"), () => print()),
      lobby ? element("a", { class: "end-link", href: lobby }, translate("To the games")) : null,
    );
  }

  #againButton() {
    const { refusals } = this.store.game;
    const item = this.#item;
    const sides = this.store.playedSides.map(({ name }) => name);
    const again = { class: "go" };
    if (item) return button(translate("Play again, sides swapped"), () => this.#start(rematch(item, sides)), again);
    return refusals?.fork ? null : button(translate("Play again, same dice"), () => this.#start(playAgain()), again);
  }

  /** @param {Promise<GameLinks>} created */
  async #start(created) {
    await created
      .then(({ links }) => this.#showLinks(links))
      .catch((error) => replaceChildren(this.status, element("p", {}, faultOf(error).reason)));
  }

  /** @param {RoleLink[]} links */
  #showLinks(links) {
    const name = (/** @type {string} */ side) => this.store.side(side).text;
    const items = links.map(({ role, path }) => element("li", {}, element("a", { href: path }, roleName(role, name))));
    replaceChildren(this.status, element("p", {}, translate("A new game is ready:")), element("ul", {}, items));
  }

  // The link for spectators if it is known, or else this page's own.
  async #share() {
    const own = location.href.replace(/#.*/, "");
    const item = this.store.game.viewer?.role === "spectator" ? null : this.#item;
    const link = item ? await spectatorLink(item).catch(() => own) : own;
    const isCopied = await copy(link);
    const text = isCopied ? translate("The link has been copied:") : translate("Copy this link:");
    const field = element("input", { readonly: true, value: link, "aria-label": text });
    replaceChildren(this.status, element("label", {}, text, " ", field));
    if (!isCopied) field.select();
  }
}

/**
 * Copies a text. Returns whether the browser allows that.
 * @param {string} text
 */
async function copy(text) {
  if (!navigator.clipboard) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
