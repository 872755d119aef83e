// The section of the lobby in which the host finds packs in registries, reads what they change, and installs them.

import { faultOf, lobby } from "./api.js";
import { button, closeButton, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";
import { changes } from "./pack-changes.js";

/** @import { FoundPack, PackDescription, PackInstallation, PackSearch } from "../protocol.js" */

const KINDS = {
  system: "game system",
  scenario: "battle",
  mod: "mod",
  cosmetic: "cosmetic mod",
  library: "library",
  translation: "translation",
};

/** How long typing must pause before a search, in milliseconds. */
const PAUSE = 150;

export class RegistrySection {
  /** The number of the latest search; results of earlier ones are ignored. */
  #latest = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} host
   * @param {(id: string) => string} battleName
   * @param {() => Promise<void>} onChange called when packs were installed or removed
   */
  constructor(host, battleName, onChange) {
    this.battleName = battleName;
    this.onChange = onChange;
    this.words = element("input", { type: "search", name: "words", maxlength: 200, "aria-label": translate("Words") });
    this.words.oninput = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#search(), PAUSE);
    };
    this.status = element("div", { role: "status" });
    this.results = element("ul", { class: "found" });
    this.body = element("div");
    const details = element("details", { class: "registries" }, element("summary", {}, summary()), this.body);
    details.addEventListener("toggle", () => details.open && this.#open(), { once: true });
    host.replaceChildren(details);
  }

  // The lists that were fetched earlier are shown until the registries have answered.
  async #open() {
    replaceChildren(this.body, this.status, this.results);
    this.#say(translate("Fetching the lists of packs…"));
    const known = await this.#search();
    if (!known || known.registries.length) await this.#search(true);
  }

  // Returns nothing if the search failed.
  async #search(refresh = false) {
    this.#latest += 1;
    const number = this.#latest;
    try {
      const found = await lobby.searchPacks({ words: this.words.value, refresh });
      if (number === this.#latest) this.#show(found, refresh);
      else if (refresh) await this.#search();
      return found;
    } catch (error) {
      if (number === this.#latest) this.#fail(this.status, error);
      return null;
    }
  }

  /**
   * @param {PackSearch} found
   * @param {boolean} isFresh
   */
  #show({ registries, packs, total, notes }, isFresh) {
    if (registries.length === 0) return replaceChildren(this.body, this.#instructions());
    if (!this.words.isConnected) this.body.prepend(this.#form());
    this.#say(...notes, defined([total > packs.length ? translate("{1} of {2} packs", packs.length, total) : null]));
    if (isFresh && packs.length && this.results.querySelector(".pack-details:not(:empty)")) return;
    const none = element("li", {}, translate("No pack was found."));
    replaceChildren(this.results, packs.length ? packs.map((pack) => this.#item(pack)) : none);
  }

  #form() {
    const form = element("form", { class: "choices" }, this.words, element("button", {}, translate("Search")));
    form.onsubmit = (event) => {
      event.preventDefault();
      this.#search();
    };
    return form;
  }

  #instructions() {
    const again = button(translate("Look again"), () => this.#open());
    return [
      element("p", {}, translate("No registry of packs is configured. Add one on the computer of this server:")),
      element("pre", {}, "grognard registry add NAME ADDRESS --key KEY"),
      element("p", {}, translate("The address and the key are on the page of the registry."), " ", again),
    ];
  }

  /** @param {FoundPack} pack */
  #item(pack) {
    const { id, version, kind, registry, name, summary, installed } = pack;
    const details = element("div", { class: "pack-details" });
    const read = button(translate("What it changes"), () => this.#read(pack, details, read));
    const remove = installed ? button(translate("Remove"), () => this.#remove(pack, details)) : null;
    const state = installed ? translate("installed: {1}", installed) : null;
    const facts = defined([id, version, translate(KINDS[kind]), registry, state]).join(" · ");
    return element(
      "li",
      { "data-id": id },
      element("b", {}, name),
      element("small", {}, facts),
      summary ? element("p", {}, summary) : null,
      element("p", {}, read, remove),
      details,
    );
  }

  /**
   * @param {FoundPack} pack
   * @param {HTMLElement} details
   * @param {HTMLButtonElement} read
   */
  async #read(pack, details, read) {
    read.disabled = true;
    replaceChildren(details, element("p", { role: "status" }, translate("Loading the pack…")));
    try {
      const description = await lobby.describePack(offered(pack));
      replaceChildren(details, this.#description(pack, description, details));
    } catch (error) {
      this.#fail(details, error);
    }
    read.disabled = false;
  }

  /**
   * @param {FoundPack} pack
   * @param {PackDescription} description
   * @param {HTMLElement} details
   */
  #description(pack, description, details) {
    const { authors, license, brings, battles, effects, version } = description;
    const isInstalled = pack.installed === version;
    const text = pack.installed ? translate("Replace {1} with {2}", pack.installed, version) : translate("Install");
    const install = button(text, () => this.#install(pack, details), { class: "install" });
    const facts = [
      [translate("Authors"), authors.join(", ") || translate("not stated")],
      [translate("Licence"), license ?? translate("not stated")],
      [translate("Battles"), battles.map(this.battleName).join(", ") || translate("none of those on this server")],
      [translate("Also installs"), brings.join(", ") || translate("nothing else")],
    ];
    return element(
      "div",
      { class: "created" },
      closeButton(translate("Close"), () => replaceChildren(details)),
      element(
        "dl",
        {},
        facts.flatMap(([term, value]) => [element("dt", {}, term), element("dd", {}, value)]),
      ),
      changes(description, this.battleName),
      effects.length ? null : element("p", {}, translate("It changes no battle.")),
      isInstalled ? element("p", {}, translate("This version is installed.")) : install,
    );
  }

  /**
   * @param {FoundPack} pack
   * @param {HTMLElement} details
   */
  async #install(pack, details) {
    replaceChildren(details, element("p", { role: "status" }, translate("Installing…")));
    try {
      const { installed, conflicts } = await lobby.installPack(offered(pack));
      await this.#changed(installedText(installed), conflicts);
    } catch (error) {
      this.#fail(details, error);
    }
  }

  /**
   * @param {FoundPack} pack
   * @param {HTMLElement} details
   */
  async #remove({ id }, details) {
    try {
      const { needed_by } = await lobby.removePack({ id });
      const needed = needed_by.length ? [translate("It is still needed by {1}.", needed_by.join(", "))] : [];
      await this.#changed(translate("Removed: {1}", id), needed);
    } catch (error) {
      this.#fail(details, error);
    }
  }

  /**
   * @param {string} text
   * @param {string[]} remarks
   */
  async #changed(text, remarks) {
    await Promise.all([this.onChange(), this.refresh()]);
    this.#say(text, ...remarks);
  }

  /** Repeats the search, because packs were installed or removed. */
  async refresh() {
    if (!this.words.isConnected) return;
    replaceChildren(this.results);
    await this.#search();
  }

  /** @param {...(string | string[])} texts */
  #say(...texts) {
    replaceChildren(
      this.status,
      texts.flat().map((text) => element("p", {}, text)),
    );
  }

  /**
   * @param {HTMLElement} place
   * @param {unknown} error
   */
  #fail(place, error) {
    replaceChildren(place, faultBox(error));
  }
}

function summary() {
  return translate("Install packs from a registry");
}

/** @param {FoundPack} pack */
function offered({ registry, id, version }) {
  return { registry, id, version };
}

/** @param {PackInstallation["installed"]} installed */
function installedText(installed) {
  if (installed.length === 0) return translate("Everything was installed before.");
  return translate("Installed: {1}", installed.map(({ id, version }) => `${id} ${version}`).join(", "));
}

/**
 * Shows why a request failed.
 * @param {unknown} error
 */
export function faultBox(error) {
  const { reason, diagnostic } = faultOf(error);
  return element("div", { class: "created bad" }, reason, diagnostic ? element("pre", {}, diagnostic) : null);
}
