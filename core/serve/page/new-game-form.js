// The form for a new game: battle, players, mods and options.

import { button, element, queryAll, replaceChildren } from "./dom.js";
import { capitalize, translate } from "./i18n.js";
import { defined } from "./lists.js";

/** @import { ModItem, NewGame, OptionItem, Packs, ScenarioItem, SideTitle } from "../protocol.js" */

/** @type {Record<string, string>} */
const VALUES = { true: "yes", false: "no" };
const PLAYERS = {
  person: "a person",
  recruit: "a recruit (at most 1 s a turn)",
  veteran: "a veteran (at most 5 s a turn)",
  general: "a general (at most 20 s a turn)",
  random: "the random bot",
};
/** @type {Record<string, string>} */
const WITH_ELO = {
  veteran: "a veteran (at most 5 s a turn, Elo {1})",
  general: "a general (at most 20 s a turn, Elo {1})",
  random: "the random bot (Elo {1})",
};
const LEVELS_WITH_CHARACTER = ["veteran", "general"];
const DEFAULT_PLAYER = "recruit";

/**
 * @typedef {object} FormHandlers
 * @property {(request: NewGame) => void} onSubmit
 * @property {(id: string, enabled: boolean) => void} onEnable called to enable or disable an installed mod
 * @property {(id: string) => void} onRemove called to remove an installed mod
 */

export class NewGameForm {
  /**
   * @param {HTMLElement} host
   * @param {Packs} packs
   * @param {FormHandlers} handlers
   */
  constructor(host, packs, handlers) {
    this.packs = packs;
    this.handlers = handlers;
    this.scenario = packs.scenarios[0];
    this.title = element("header");
    this.seats = element("div", { class: "choices", id: "seats" });
    this.mods = element("div", { id: "mods" });
    this.options = element("div", { id: "options" });
    this.seed = this.#seedField();
    this.form = element("form");
    this.form.onsubmit = (event) => {
      event.preventDefault();
      handlers.onSubmit(this.#request());
    };
    this.#layOut();
    replaceChildren(host, element("h2", { class: "heard" }, translate("New game")), this.form);
    this.#select(this.scenario);
  }

  /**
   * Shows other packs. Selections that still exist are kept, except that a mod which was enabled or disabled meanwhile
   * is selected or not accordingly.
   * @param {Packs} packs
   */
  update(packs) {
    const { scenario, mods = [], seats = {}, options = {} } = this.#request();
    const old = this.packs;
    const isOpen = this.mods.querySelector("details")?.open;
    this.packs = packs;
    this.scenario = packs.scenarios.find(({ id }) => id === scenario) ?? packs.scenarios[0];
    this.#layOut();
    this.#select(this.scenario);
    if (isOpen) this.mods.querySelector("details")?.setAttribute("open", "");
    if (this.scenario.id !== scenario) return;
    const stateOf = (/** @type {Packs} */ all, /** @type {string} */ id) => {
      const mod = all.mods.find((mod) => mod.id === id);
      return mod && `${mod.installed?.enabled}`;
    };
    for (const box of this.#modBoxes) {
      if (stateOf(old, box.value) === stateOf(packs, box.value)) box.checked = mods.includes(box.value);
    }
    for (const select of this.#seatSelects) select.value = seats[select.dataset.side ?? ""] ?? select.value;
    for (const field of this.#optionFields) field.value = options[field.dataset.name ?? ""] ?? field.value;
  }

  #seedField() {
    return element("input", {
      name: "seed",
      inputmode: "numeric",
      pattern: "[0-9]{1,15}",
      maxlength: 15,
      placeholder: translate("random"),
    });
  }

  #layOut() {
    const battles = this.packs.scenarios.map((scenario) => this.#battle(scenario));
    const seed = element("label", {}, `${translate("Dice seed")} `, this.seed);
    const submit = element("button", { class: "go" }, translate("Create the game"));
    replaceChildren(
      this.form,
      element("div", { class: "battles", role: "radiogroup", "aria-label": translate("Battle") }, battles),
      element("div", { class: "setup" }, this.title, this.seats, this.mods, this.options, seed, submit),
    );
  }

  /** @param {ScenarioItem} scenario */
  #battle(scenario) {
    const onchange = () => this.#select(scenario);
    const checked = scenario === this.scenario;
    const radio = element("input", { type: "radio", name: "scenario", value: scenario.id, checked, onchange });
    /** @type {ScenarioItem & { picture?: string }} The address of a picture of its map, if the server has one. */
    const { name, summary, system, picture } = scenario;
    const image = picture ? element("img", { src: picture, alt: "", loading: "lazy" }) : null;
    const facts = system && system !== name ? element("small", {}, system) : null;
    return element("label", {}, radio, image, element("b", {}, name), element("i", {}, summary ?? ""), facts);
  }

  /** @param {ScenarioItem} scenario */
  #select(scenario) {
    this.scenario = scenario;
    const { name, goal, sides = [], seats = [], options = {} } = scenario;
    replaceChildren(this.title, element("h3", {}, name), goal ? element("p", {}, goal) : null);
    replaceChildren(
      this.seats,
      sides.map((side, i) => seat(side, seats[i] ?? DEFAULT_PLAYER, scenario)),
    );
    const mods = this.packs.mods.filter((mod) => this.#isSuitable(mod));
    const boxes = mods.map((mod) => this.#modBox(mod));
    replaceChildren(this.mods, collapsed("Mods ({1})", boxes, mods.some(isChosen(scenario))));
    const fields = Object.entries(options).map(([name, option]) => optionField(name, option));
    replaceChildren(this.options, collapsed("Options ({1})", fields));
  }

  // A mod may require a different battle or game system.
  /** @param {ModItem} mod */
  #isSuitable(mod) {
    const own = [this.scenario.id, this.scenario.system_id];
    const others = this.packs.scenarios.flatMap((scenario) => defined([scenario.id, scenario.system_id]));
    return !mod.requires.some((id) => others.includes(id) && !own.includes(id));
  }

  get #modBoxes() {
    return /** @type {HTMLInputElement[]} */ (queryAll(this.mods, "input"));
  }

  get #seatSelects() {
    return /** @type {HTMLSelectElement[]} */ (queryAll(this.seats, "select"));
  }

  get #optionFields() {
    return /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (queryAll(this.options, "[name=option]"));
  }

  /** @param {ModItem} mod */
  #modBox(mod) {
    const { id, name, summary, installed } = mod;
    const checked = isChosen(this.scenario)(mod);
    const box = element("input", { type: "checkbox", name: "mod", value: id, checked });
    const label = element("label", { title: summary }, box, ` ${name}`);
    if (!installed) return label;
    const { enabled } = installed;
    const { onEnable, onRemove } = this.handlers;
    const state = enabled ? translate("installed") : translate("installed, disabled");
    const enable = button(enabled ? translate("Disable") : translate("Enable"), () => onEnable(id, !enabled));
    const remove = button(translate("Remove"), () => onRemove(id));
    return element("span", { class: "installed", "data-id": id }, label, element("small", {}, state), enable, remove);
  }

  /** @returns {NewGame} */
  #request() {
    const changed = this.#optionFields.filter(isChanged);
    return {
      scenario: this.scenario.id,
      mods: this.#modBoxes.filter((box) => box.checked).map((box) => box.value),
      seats: Object.fromEntries(this.#seatSelects.map((select) => [select.dataset.side, select.value])),
      options: Object.fromEntries(changed.map((field) => [field.dataset.name, field.value])),
      ...(this.seed.value ? { seed: Number(this.seed.value) } : {}),
    };
  }
}

/** @param {HTMLInputElement | HTMLSelectElement} field */
function isChanged(field) {
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue;
  return !field.selectedOptions[0].defaultSelected;
}

/**
 * Creates the field that selects a side's player.
 * @param {SideTitle} side
 * @param {string} player
 * @param {ScenarioItem} scenario
 */
function seat({ name, text }, player, { elo, characters }) {
  const options = Object.entries(PLAYERS).flatMap(([value, label]) => {
    const text = playerText(value, label, elo[value]);
    const one = (/** @type {string} */ value, /** @type {string} */ text) =>
      element("option", { value, selected: value === player }, text);
    const others = LEVELS_WITH_CHARACTER.includes(value) ? Object.entries(characters) : [];
    return [one(value, text), ...others.map(([name, title]) => one(`${value}:${name}`, `${text}, ${title}`))];
  });
  return element("label", {}, `${capitalize(text)} `, element("select", { name: "seat", "data-side": name }, options));
}

/**
 * Returns the name of a player, with Elo points compared with the recruit if they are known.
 * @param {string} value
 * @param {string} label
 * @param {number} [points]
 */
function playerText(value, label, points) {
  if (points === undefined) return translate(label);
  return translate(WITH_ELO[value], points < 0 ? `−${-points}` : `+${points}`);
}

/**
 * Returns whether a mod is chosen for a battle unless the host decides otherwise.
 * @param {ScenarioItem} scenario
 */
function isChosen({ id }) {
  return (/** @type {ModItem} */ { installed, battles }) => Boolean(installed?.enabled) && battles.includes(id);
}

/**
 * @param {string} name
 * @param {OptionItem} option
 */
function optionField(name, option) {
  return element(
    "label",
    { title: option.rule ?? "" },
    `${capitalize(option.label ?? name)} `,
    valueField(name, option),
  );
}

/**
 * @param {string} name
 * @param {OptionItem} option
 */
function valueField(name, { type, values, default: initial }) {
  const attributes = { name: "option", "data-name": name };
  const choices = type === "bool" ? ["false", "true"] : values;
  if (choices.length === 0) return element("input", { ...attributes, value: `${initial}` });
  const text = (/** @type {string} */ value) => (VALUES[value] ? translate(VALUES[value]) : value.replaceAll("-", " "));
  const options = choices.map((value) => element("option", { value, selected: value === `${initial}` }, text(value)));
  return element("select", attributes, options);
}

/**
 * Puts fields in a collapsed group whose title shows their number. Returns `null` if there are none.
 * @param {string} title
 * @param {HTMLElement[]} fields
 * @param {boolean} [open] whether the group is open at first
 */
function collapsed(title, fields, open = false) {
  if (fields.length === 0) return null;
  const summary = element("summary", {}, translate(title, fields.length));
  return element("details", { open }, summary, element("div", { class: "choices" }, fields));
}
