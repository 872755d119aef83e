// The form for a new game: battle, players, mods and options.

import { element, queryAll, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";

/** @import { NewGame, OptionItem, PackItem, Packs, ScenarioItem, SideTitle } from "../protocol.js" */

/** @type {Record<string, string>} */
const VALUES = { true: "yes", false: "no" };
const PLAYERS = {
  person: "a person",
  greedy: "the greedy bot",
  search: "the bot that looks ahead",
  random: "the random bot",
};
const DEFAULT_PLAYER = "greedy";

export class NewGameForm {
  /**
   * @param {HTMLElement} host
   * @param {Packs} packs
   * @param {(request: NewGame) => void} onSubmit
   */
  constructor(host, packs, onSubmit) {
    this.packs = packs;
    this.scenario = packs.scenarios[0];
    this.seats = element("div", { class: "choices", id: "seats" });
    this.mods = element("div", { id: "mods" });
    this.options = element("div", { id: "options" });
    this.seed = this.#seedField();
    this.form = element("form");
    this.form.onsubmit = (event) => {
      event.preventDefault();
      onSubmit(this.#request());
    };
    this.#layOut();
    replaceChildren(host, element("h2", {}, translate("New game")), this.form);
    this.#select(this.scenario);
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
      this.seats,
      this.mods,
      this.options,
      element("p", { class: "choices" }, seed, submit),
    );
  }

  /** @param {ScenarioItem} scenario */
  #battle(scenario) {
    const onchange = () => this.#select(scenario);
    const checked = scenario === this.scenario;
    const radio = element("input", { type: "radio", name: "scenario", value: scenario.id, checked, onchange });
    return element("label", {}, radio, element("b", {}, scenario.name), element("small", {}, scenario.summary ?? ""));
  }

  /** @param {ScenarioItem} scenario */
  #select(scenario) {
    this.scenario = scenario;
    const { sides = [], seats = [], options = {} } = scenario;
    replaceChildren(
      this.seats,
      sides.map((side, i) => seat(side, seats[i] ?? DEFAULT_PLAYER)),
    );
    const mods = this.packs.mods.filter((mod) => this.#isSuitable(mod));
    replaceChildren(this.mods, collapsed("Mods ({1})", mods.map(modBox)));
    const fields = Object.entries(options).map(([name, option]) => optionField(name, option));
    replaceChildren(this.options, collapsed("Options ({1})", fields));
  }

  // A mod may require a different battle or game system.
  /** @param {PackItem} mod */
  #isSuitable(mod) {
    const own = [this.scenario.id, this.scenario.system_id];
    const others = this.packs.scenarios.flatMap((scenario) => defined([scenario.id, scenario.system_id]));
    return !mod.requires.some((id) => others.includes(id) && !own.includes(id));
  }

  /** @returns {NewGame} */
  #request() {
    const inputs = /** @type {HTMLInputElement[]} */ (queryAll(this.mods, "input"));
    const seats = /** @type {HTMLSelectElement[]} */ (queryAll(this.seats, "select"));
    const fields = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (queryAll(this.options, "[name=option]"));
    const changed = fields.filter(isChanged);
    return {
      scenario: this.scenario.id,
      mods: inputs.filter((box) => box.checked).map((box) => box.value),
      seats: Object.fromEntries(seats.map((select) => [select.dataset.side, select.value])),
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
 */
function seat({ name, text }, player) {
  const options = Object.entries(PLAYERS).map(([value, label]) =>
    element("option", { value, selected: value === player }, translate(label)),
  );
  return element("label", {}, `${text}: `, element("select", { name: "seat", "data-side": name }, options));
}

/** @param {PackItem} mod */
function modBox({ id, name, summary }) {
  const box = element("input", { type: "checkbox", name: "mod", value: id });
  return element("label", { title: summary }, box, ` ${name}`);
}

/**
 * @param {string} name
 * @param {OptionItem} option
 */
function optionField(name, option) {
  return element("label", { title: option.rule ?? "" }, `${option.label ?? name}: `, valueField(name, option));
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
 */
function collapsed(title, fields) {
  if (fields.length === 0) return null;
  const summary = element("summary", {}, translate(title, fields.length));
  return element("details", {}, summary, element("div", { class: "choices" }, fields));
}
