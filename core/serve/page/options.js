// Everything on offer as a list: for units that wait off the map, for small screens and for readers of screens.

import { element } from "./element.js";
import { say } from "./words.js";

export class Options {
  constructor(table, host) {
    Object.assign(this, { table, host });
    table.onAnswer(() => this.draw());
    table.sheet.on("off/", () => this.draw());
  }

  draw() {
    const { offer, answer, asked } = this.table;
    const { waiting } = offer;
    const isHere = (at) => !waiting.includes(at) && (!answer.isOne || !offer.words.includes(at));
    const others = offer.options.map((_, at) => at).filter(isHere);
    const isOpen = this.wish ?? (waiting.length === 0 && (others.length <= 8 || offer.byUnit.size + offer.bySpace.size + offer.words.length === 0));
    if (asked && offer.places && this.typed?.number === asked.number) return;
    this.typed = asked && offer.places ? { number: asked.number } : null;
    const parts = [
      this.#about(),
      this.typed ? this.#places(asked) : null,
      asked && offer.isEmpty ? element("p", { class: "quiet" }, say("There is nothing to choose from.")) : null,
      waiting.length ? element("div", { class: "waiting" }, waiting.map((at) => this.#waiting(at))) : null,
      others.length ? element("details", { open: isOpen }, element("summary", { onclick: () => { this.wish = !this.host.querySelector("details").open; } }, say("All that can be chosen ({1})", others.length)),
        element("ul", { class: "options" }, others.map((at) => element("li", {}, this.#option(at, answer, offer))))) : null,
    ];
    this.host.replaceChildren(...parts.filter(Boolean));
  }

  // A place can be typed, as in the terminal.
  #places({ places }) {
    const { field } = this, such = places.spots[places.spots.length >> 1];
    const input = element("input", { type: "text", class: "place", size: 10, autocomplete: "off", "aria-label": say("a place, such as {1}", such ? field.write(such) : "1,1"), placeholder: such ? field.write(such) : "" });
    const told = element("span", { class: "quiet", role: "status" });
    const give = (event) => {
      event.preventDefault();
      const spot = field.read(input.value);
      if (spot) field.choose(spot);
      else told.textContent = say("A place is written so: {1}", such ? field.write(such) : "1,1");
    };
    const count = element("p", { class: "quiet" }, say("{1} places are on offer; any other may be tried.", places.spots.length));
    return element("form", { class: "typed", onsubmit: give }, element("label", {}, say("Place"), " ", input), " ", element("button", { type: "submit" }, say("Go there")), " ", told, count);
  }

  // A digit begins a place.
  type(key) {
    const input = this.host.querySelector(".place");
    if (!input) return;
    input.value += key;
    input.focus();
  }

  // The unit a question is about, where it is not on the map yet.
  #about() {
    const { asked, board } = this.table;
    const units = (asked?.about ?? []).map((thing) => this.#off(thing.unit)).filter((piece) => piece && !board.has(piece.id));
    return units.length ? element("div", { class: "comes" }, units.map((piece) => element("p", {}, board.portrait(piece), piece.label))) : null;
  }

  #off(unit) {
    return unit === undefined ? null : this.table.sheet.under("off/").flatMap(([, units]) => units).find((one) => one.id === unit);
  }

  // A unit that waits off the map, as its counter.
  #waiting(at) {
    const option = this.table.offer.options[at];
    const piece = this.#off(option.unit);
    const picture = piece ? this.table.board.portrait(piece) : null;
    return this.#button(at, `unit lit ${this.table.answer.has(at) ? "picked" : ""}`, piece?.label ?? option.text, picture ?? option.text);
  }

  #option(at, answer, offer) {
    const option = offer.options[at];
    const cost = option.cost === undefined ? "" : ` · ${say("cost {1}", option.cost)}`;
    const where = option.unit !== undefined && option.space ? ` · ${this.table.board.places[option.space]?.label ?? option.space}` : "";
    const text = this.#button(at, answer.has(at) ? "option picked" : "option", null, `${option.text}${where}${cost}`);
    return answer.form.kind === "allocate" ? [this.#share(at), text] : text;
  }

  #share(at) {
    const less = element("button", { type: "button", class: "less", "aria-label": say("one less"), onclick: () => this.table.less(at) }, "−");
    return element("span", { class: "share" }, less, `${this.table.answer.share(at)}`);
  }

  #button(at, name, label, content) {
    const space = this.table.offer.options[at].space ?? this.table.offer.options[at].path?.at(-1);
    return element("button", {
      type: "button", class: name, "data-option": at, "aria-label": label, title: label,
      "aria-pressed": this.table.answer.isOne ? null : `${this.table.answer.has(at)}`,
      onclick: () => this.table.pick(at),
      onmouseenter: () => this.#point(space, true), onmouseleave: () => this.#point(space, false),
      onfocus: () => this.#point(space, true), onblur: () => this.#point(space, false),
    }, content);
  }

  // Shows on the map what an option of the list means.
  #point(space, isOn) {
    this.mark?.remove();
    if (!isOn || !space || !this.table.board.at(space)) return;
    this.mark = this.table.board.outline(space, { class: "pointed" });
    this.table.board.layer("marks").append(this.mark);
  }
}
