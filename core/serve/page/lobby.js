// The host's lobby: the games on this server, and a form for new ones.

import { faultOf, lobby } from "./api.js";
import { byId, element, replaceChildren } from "./dom.js";
import { language, translate } from "./i18n.js";
import { defined } from "./lists.js";
import { NewGameForm } from "./new-game-form.js";
import { roleName } from "./roles.js";

/** @import { GameItem, GameLinks, NewGame, Packs, RoleLink } from "../protocol.js" */

class Lobby {
  /** @param {Packs} packs */
  constructor(packs) {
    this.packs = packs;
    const sides = packs.scenarios.flatMap((scenario) => scenario.sides ?? []);
    this.sideNames = new Map(sides.map(({ name, text }) => [name, text]));
    new NewGameForm(byId("new"), packs, (request) => this.#create(request));
    this.#listGames();
  }

  /** @param {NewGame} request */
  async #create(request) {
    try {
      this.#showCreated(await lobby.createGame(request));
    } catch (error) {
      const { reason, diagnostic } = faultOf(error);
      const details = diagnostic ? element("pre", {}, diagnostic) : null;
      replaceChildren(byId("created"), element("div", { class: "created bad" }, reason, details));
    }
    byId("created").scrollIntoView({ block: "nearest" });
    await this.#listGames();
  }

  /** @param {GameLinks} game */
  #showCreated({ title, links }) {
    replaceChildren(
      byId("created"),
      element("div", { class: "created" }, element("h2", {}, title), this.#links(links)),
    );
  }

  /** @param {RoleLink[]} links */
  #links(links) {
    const link = (/** @type {string} */ path) => element("a", { href: path }, new URL(path, location.href).href);
    const items = links.map(({ role, path }) => element("li", {}, element("b", {}, this.#roleName(role)), link(path)));
    return element("ul", { class: "links" }, items);
  }

  /** @param {string} role */
  #roleName(role) {
    return roleName(role, (side) => this.sideNames.get(side) ?? side);
  }

  async #listGames() {
    const games = await lobby.games();
    const title = element("h2", {}, translate("Games on this server"));
    const none = element("p", {}, translate("No games yet."));
    replaceChildren(byId("games"), title, games.length ? this.#table(games) : none);
  }

  /** @param {GameItem[]} games */
  #table(games) {
    const headings = ["Battle", "Progress", "New link for"].map((text) => element("th", {}, translate(text)));
    const head = element("thead", {}, element("tr", {}, headings));
    return element(
      "table",
      {},
      head,
      element(
        "tbody",
        {},
        games.map((game) => this.#row(game)),
      ),
    );
  }

  /** @param {GameItem} game */
  #row(game) {
    const cell = element("td");
    const addLink = async (/** @type {string} */ role) => {
      cell.append(this.#links([await lobby.createLink({ game: game.game, role })]));
    };
    const button = (/** @type {string} */ role) =>
      element("button", { type: "button", onclick: () => addLink(role) }, this.#roleName(role));
    cell.append(...(game.roles ?? []).map(button));
    const facts = this.#facts(game).map((text) => element("small", {}, text));
    const battle = element("td", {}, element("b", {}, game.title), facts);
    return element("tr", {}, battle, element("td", {}, progress(game)), cell);
  }

  // Mods and the time of creation, which distinguish games of the same battle.
  /** @param {GameItem} game */
  #facts({ mods = [], created_at }) {
    const names = mods.map((id) => this.packs.mods.find((mod) => mod.id === id || mod.short === id)?.name ?? id);
    const date = new Date(created_at * 1000);
    const time = created_at ? date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }) : null;
    return defined([...names, time]);
  }
}

/** @param {GameItem} game */
function progress({ over, turn, phase, decisions }) {
  const count = decisions ? translate("{1} decisions", decisions) : null;
  if (over) return defined([translate("finished"), count]).join(" · ");
  const time = turn ? defined([translate("Turn {1}", turn), phase || null]).join(" · ") : translate("Set-up");
  return defined([time, count]).join(" · ");
}

new Lobby(await lobby.packs());
