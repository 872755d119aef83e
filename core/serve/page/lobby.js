// The host's lobby: the games on this server, and a form for new ones.

import { lobby } from "./api.js";
import { button, byId, element, replaceChildren } from "./dom.js";
import { rememberLobby } from "./end-rematch.js";
import { language, otherLanguages, translate } from "./i18n.js";
import { drawGuidedBattles } from "./learn.js";
import { defined } from "./lists.js";
import { NewGameForm } from "./new-game-form.js";
import { faultBox, RegistrySection } from "./registry-section.js";
import { roleName } from "./roles.js";

/** @import { GameItem, GameLinks, NewGame, Packs, RoleLink } from "../protocol.js" */

class Lobby {
  /** @param {Packs} packs */
  constructor(packs) {
    this.packs = packs;
    this.form = new NewGameForm(byId("new"), packs, {
      onSubmit: (request) => this.#create(request),
      onEnable: (id, enabled) => this.#change(() => lobby.enablePack({ id, enabled })),
      onRemove: (id) => this.#change(() => lobby.removePack({ id })),
    });
    this.registry = packs.can_install
      ? new RegistrySection(
          byId("registry"),
          (id) => this.#battleName(id),
          () => this.#update(),
        )
      : null;
    this.#drawHeader();
    this.#drawGuidedBattles();
    this.#listGames();
  }

  #drawGuidedBattles() {
    drawGuidedBattles(byId("learn"), this.packs, (error) => replaceChildren(byId("created"), faultBox(error)));
  }

  #drawHeader() {
    byId("tagline").textContent = translate("Board wargames, with their rules in the margin");
    const link = (/** @type {string} */ href, /** @type {string} */ text, /** @type {string | null} */ lang) =>
      element("a", { href, lang }, text);
    replaceChildren(
      byId("nav"),
      link("#games", translate("Games"), null),
      this.registry ? link("#registry", translate("Packs"), null) : null,
      otherLanguages().map(([tag, name]) => link(`?lang=${tag}`, name, tag)),
    );
  }

  /** @param {string} id */
  #battleName(id) {
    return this.packs.scenarios.find((scenario) => scenario.id === id)?.name ?? id;
  }

  // Shows the packs as they are after a change.
  async #update() {
    this.packs = await lobby.packs();
    this.form.update(this.packs);
    this.#drawGuidedBattles();
    await this.#listGames();
  }

  /** @param {() => Promise<unknown>} change */
  async #change(change) {
    try {
      await change();
      await Promise.all([this.#update(), this.registry?.refresh()]);
    } catch (error) {
      replaceChildren(byId("created"), faultBox(error));
    }
  }

  /** @param {NewGame} request */
  async #create(request) {
    try {
      this.#showCreated(await lobby.createGame(request));
    } catch (error) {
      replaceChildren(byId("created"), faultBox(error));
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
    const sides = this.packs.scenarios.flatMap((scenario) => scenario.sides ?? []);
    return roleName(role, (side) => sides.findLast(({ name }) => name === side)?.text ?? side);
  }

  async #listGames() {
    const games = await lobby.games();
    const title = element("h2", {}, translate("Games on this server"));
    const none = element("p", {}, translate("No games yet."));
    const list = element(
      "ul",
      {},
      games.map((game) => this.#game(game)),
    );
    replaceChildren(byId("games"), title, games.length ? list : none);
  }

  /** @param {GameItem} game */
  #game(game) {
    const links = element("div", { class: "new-links" });
    const addLink = async (/** @type {string} */ role) => {
      links.append(this.#links([await lobby.createLink({ game: game.game, role })]));
    };
    const buttons = (game.roles ?? []).map((role) => button(this.#roleName(role), () => addLink(role)));
    return element(
      "li",
      {},
      element("b", {}, game.title),
      element("p", {}, progress(game)),
      this.#facts(game).map((text) => element("small", {}, text)),
      element("details", {}, element("summary", {}, translate("New link for")), element("p", {}, buttons), links),
    );
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

rememberLobby();
new Lobby(await lobby.packs());
