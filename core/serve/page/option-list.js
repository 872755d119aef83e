// Everything on offer as a list: for units that wait off the map, for small screens and for readers of screens.

import { element } from "./dom.js";
import { translate } from "./i18n.js";

export class OptionList {
  constructor(store, host) {
    Object.assign(this, { store, host });
    store.onAnswer(() => this.draw());
    store.snapshot.on("off/", () => this.draw());
  }

  draw() {
    const { offer, answer, asked } = this.store;
    const { waiting } = offer;
    const isHere = (at) => !waiting.includes(at) && (!answer.isOne || !offer.words.includes(at));
    const others = offer.options.map((_, at) => at).filter(isHere);
    const isOpen =
      this.wish ??
      (waiting.length === 0 &&
        (others.length <= 8 || offer.byUnit.size + offer.bySpace.size + offer.words.length === 0));
    if (asked && offer.places && this.typed?.number === asked.number) return;
    this.typed = asked && offer.places ? { number: asked.number } : null;
    const parts = [
      this.#about(),
      this.typed ? this.#places(asked) : null,
      asked && offer.isEmpty ? element("p", { class: "quiet" }, translate("There is nothing to choose from.")) : null,
      waiting.length
        ? element(
            "div",
            { class: "waiting" },
            waiting.map((at) => this.#waiting(at)),
          )
        : null,
      others.length
        ? element(
            "details",
            { open: isOpen },
            element(
              "summary",
              {
                onclick: () => {
                  this.wish = !this.host.querySelector("details").open;
                },
              },
              translate("All that can be chosen ({1})", others.length),
            ),
            element(
              "ul",
              { class: "options" },
              others.map((at) => element("li", {}, this.#option(at, answer, offer))),
            ),
          )
        : null,
    ];
    this.host.replaceChildren(...parts.filter(Boolean));
  }

  // A place can be typed, as in the terminal.
  #places({ places }) {
    const { field } = this,
      such = places.spots[places.spots.length >> 1];
    const input = element("input", {
      type: "text",
      class: "place",
      size: 10,
      autocomplete: "off",
      "aria-label": translate("a place, such as {1}", such ? field.write(such) : "1,1"),
      placeholder: such ? field.write(such) : "",
    });
    const told = element("span", { class: "quiet", role: "status" });
    const give = (event) => {
      event.preventDefault();
      const spot = field.read(input.value);
      if (spot) field.choose(spot);
      else told.textContent = translate("A place is written so: {1}", such ? field.write(such) : "1,1");
    };
    const count = element(
      "p",
      { class: "quiet" },
      translate("{1} places are on offer; any other may be tried.", places.spots.length),
    );
    return element(
      "form",
      { class: "typed", onsubmit: give },
      element("label", {}, translate("Place"), " ", input),
      " ",
      element("button", { type: "submit" }, translate("Go there")),
      " ",
      told,
      count,
    );
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
    const { asked, board } = this.store;
    const units = (asked?.about ?? [])
      .map((thing) => this.#off(thing.unit))
      .filter((piece) => piece && !board.has(piece.id));
    return units.length
      ? element(
          "div",
          { class: "comes" },
          units.map((piece) => element("p", {}, board.portrait(piece), piece.label)),
        )
      : null;
  }

  #off(unit) {
    return unit === undefined
      ? null
      : this.store.snapshot
          .under("off/")
          .flatMap(([, units]) => units)
          .find((one) => one.id === unit);
  }

  // A unit that waits off the map, as its counter.
  #waiting(at) {
    const option = this.store.offer.options[at];
    const piece = this.#off(option.unit);
    const picture = piece ? this.store.board.portrait(piece) : null;
    return this.#button(
      at,
      `unit lit ${this.store.answer.has(at) ? "picked" : ""}`,
      piece?.label ?? option.text,
      picture ?? option.text,
    );
  }

  #option(at, answer, offer) {
    const option = offer.options[at];
    const cost = option.cost === undefined ? "" : ` · ${translate("cost {1}", option.cost)}`;
    const where =
      option.unit !== undefined && option.space
        ? ` · ${this.store.board.places[option.space]?.label ?? option.space}`
        : "";
    const text = this.#button(at, answer.has(at) ? "option picked" : "option", null, `${option.text}${where}${cost}`);
    return answer.form.kind === "allocate" ? [this.#share(at), text] : text;
  }

  #share(at) {
    const less = element(
      "button",
      { type: "button", class: "less", "aria-label": translate("one less"), onclick: () => this.store.less(at) },
      "−",
    );
    return element("span", { class: "share" }, less, `${this.store.answer.share(at)}`);
  }

  #button(at, name, label, content) {
    const space = this.store.offer.options[at].space ?? this.store.offer.options[at].path?.at(-1);
    return element(
      "button",
      {
        type: "button",
        class: name,
        "data-option": at,
        "aria-label": label,
        title: label,
        "aria-pressed": this.store.answer.isOne ? null : `${this.store.answer.has(at)}`,
        onclick: () => this.store.pick(at),
        onmouseenter: () => this.#point(space, true),
        onmouseleave: () => this.#point(space, false),
        onfocus: () => this.#point(space, true),
        onblur: () => this.#point(space, false),
      },
      content,
    );
  }

  // Shows on the map what an option of the list means.
  #point(space, isOn) {
    this.mark?.remove();
    if (!isOn || !space || !this.store.board.at(space)) return;
    this.mark = this.store.board.outline(space, { class: "pointed" });
    this.store.board.layer("marks").append(this.mark);
  }
}
