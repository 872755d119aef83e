// The odds of an attack while one decides: what each outcome's chance is, and what moved the column.

import { element, paragraph } from "./dom.js";
import { translate } from "./i18n.js";

const DELAY = 90; // milliseconds a pointer rests before anything is asked

export class Odds {
  #told = new Map();
  #target = null;

  constructor(store, host, charts) {
    Object.assign(this, { store, host, charts });
    store.onAnswer(() => this.#answering());
  }

  // While attackers are chosen: the odds of those picked.
  #answering() {
    const { asked, answer, offer } = this.store;
    if (asked?.number !== this.number) this.#told.clear();
    this.number = asked?.number;
    const isOwn = (option) => option.unit !== undefined && this.#sideOf(option) === asked.side;
    // Whoever retreats or advances attacks nobody.
    const target = asked && offer.options.some(isOwn) ? this.#targetOf(asked) : null;
    if (!target) return this.#clear();
    const units = answer.picked
      .map((at) => offer.options[at])
      .filter(isOwn)
      .map((option) => option.unit);
    this.#ask(target, units.length ? units : null);
  }

  // What a question is about, if an enemy stands there.
  #targetOf(asked) {
    const spaces = asked.about.map((thing) => thing.space).filter(Boolean);
    return spaces.find((space) => this.#hasEnemy(space, asked.side));
  }

  // A lit enemy under the pointer or with the focus.
  point(space) {
    const { asked } = this.store;
    if (!asked || !space || this.#targetOf(asked) || !this.#hasEnemy(space, asked.side)) return;
    this.#ask(space, null);
  }

  #hasEnemy(space, side) {
    return (this.store.board.pieces.get(space) ?? []).some((piece) => piece.side && piece.side !== side);
  }

  #sideOf(option) {
    return (this.store.board.pieces.get(option.space) ?? []).find((piece) => piece.id === option.unit)?.side;
  }

  #ask(space, attackers) {
    const key = `${space} ${attackers?.join("|")}`;
    if (this.#target === key) return;
    this.#target = key;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#fetch(space, attackers, key), DELAY);
  }

  async #fetch(space, attackers, key) {
    const told =
      this.#told.get(key) ?? (await this.store.odds({ space, attackers }).catch((error) => ({ none: error.message })));
    this.#told.set(key, told);
    const meanings = await this.charts.meanings();
    if (this.#target === key) this.#show(space, told, attackers, meanings);
  }

  #clear() {
    this.#target = null;
    clearTimeout(this.timer);
    this.host.replaceChildren();
  }

  #show(space, told, attackers, meanings) {
    if (told.none) return this.host.replaceChildren(attackers ? element("p", { class: "odds quiet" }, told.none) : "");
    const name = this.store.board.places[space]?.label ?? space;
    const title = element(
      "h3",
      {},
      attackers ? translate("Odds against {1}", name) : translate("Odds against {1}, if all attack who can", name),
    );
    const all = told.forecasts?.length ? told.forecasts : [told];
    this.host.replaceChildren(
      element(
        "div",
        { class: "odds" },
        title,
        all.map((one) => forecast(one, meanings)),
      ),
    );
  }
}

function forecast({ line, rule, modifiers = [], outcomes = [], note }, meanings) {
  return element(
    "section",
    {},
    element("p", { class: "line" }, short(line, modifiers), " ", paragraph(rule)),
    modifiers.length ? element("ul", { class: "modifiers" }, modifiers.map(modifier)) : null,
    outcomes.length
      ? element(
          "ul",
          { class: "outcomes" },
          outcomes.map((one) => outcome(one, meanings.get(one.result))),
        )
      : null,
    note ? element("p", { class: "quiet" }, note) : null,
  );
}

// The modifiers are listed below: the line keeps what is first and what comes of it.
function short(line, modifiers) {
  const [, first, last] = /^([^,]*), .* -> (.*)$/.exec(line) ?? [];
  return modifiers.length > 0 && first ? (first.endsWith(` ${last}`) ? first : `${first} → ${last}`) : line;
}

function modifier({ amount, rule, reason }) {
  const signed = amount === 0 ? "·" : amount > 0 ? `+${amount}` : `${amount}`.replace("-", "−");
  return element("li", {}, element("b", {}, signed), " ", reason, " ", paragraph(rule));
}

// A chance as a bar.
function outcome({ result, weight, of }, meaning) {
  const percent = Math.round((100 * weight) / of);
  return element(
    "li",
    { title: `${weight} / ${of}` },
    element("span", { class: "result" }, result),
    element("span", { class: "bar", "aria-hidden": "true" }, element("span", { style: `width:${percent}%` })),
    element("span", { class: "percent" }, `${percent} %`),
    meaning ? element("small", {}, meaning) : null,
  );
}
