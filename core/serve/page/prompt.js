// The top of the page: whose turn it is, what to do, and the buttons that end it.

import { element, paragraph } from "./dom.js";
import { capitalize, translate } from "./i18n.js";

const LONG = 90; // letters of a prompt that is set smaller

export class Prompt {
  constructor(store, does) {
    Object.assign(this, { store, does });
    store.snapshot.on("game", () => this.#title());
    store.onAnswer(() => this.draw());
  }

  #title() {
    const { game } = this.store;
    document.querySelector("#title h1").textContent = game.title ?? "";
    document.title = `${game.title} · Grognard`;
    const turn = game.setup ? translate("Set-up") : translate("Turn {1}", game.turn);
    document.querySelector("#phase").textContent = game.phase ? `${turn} · ${game.phase}` : turn;
    const turns = game.turns && game.turns <= 40 ? game.turns : 0;
    const square = (_, at) => element("li", { class: at + 1 < game.turn ? "gone" : at + 1 === game.turn ? "now" : "" });
    document.querySelector("#track").replaceChildren(...Array.from({ length: turns }, square));
    this.draw();
  }

  draw() {
    const { asked } = this.store;
    const whole = [
      this.#who(),
      element("span", { class: "text" }, this.#text()),
      asked ? paragraph(asked.rule, asked.rule_title) : null,
      this.#hint(),
    ];
    const prompt = document.querySelector("#prompt");
    // Readers of screens hear a prompt again only when it is another.
    const text = whole
      .filter(Boolean)
      .map((part) => part.textContent)
      .join("|");
    if (prompt.dataset.text !== text) prompt.replaceChildren(...whole.filter(Boolean).flatMap((part) => [part, " "]));
    prompt.dataset.text = text;
    prompt.classList.toggle("long", this.#text().length > LONG);
    this.#buttons();
    document.body.dataset.asked = asked ? asked.number : "";
    document.body.classList.toggle("mine", Boolean(asked));
    document.body.classList.toggle("ended", Boolean(this.store.game.ended));
  }

  #who() {
    const { asked, game } = this.store;
    const name = asked?.side ?? (this.store.isPresent ? game.waiting : null);
    if (!name) return null;
    const side = this.store.side(name);
    return element("span", { class: "side", style: `--fill:${side.fill};--ink:${side.ink}` }, capitalize(side.text));
  }

  #text() {
    const { asked, game, past, aside } = this.store;
    if (aside) return aside;
    if (past !== null) return translate("Looking back at decision {1}", past);
    if (game.ended) return game.ended.text;
    if (asked) return asked.prompt;
    if (!game.waiting) return this.store.isPresent && game.you ? translate("Somebody else is to decide…") : "";
    return game.seats?.[game.waiting] === "person" ? translate("is to decide…") : translate("is thinking…");
  }

  // A few words for whoever plays for the first time.
  #hint() {
    const { asked, offer, answer } = this.store;
    if (!asked) return null;
    const isOnMap = offer.byUnit.size + offer.bySpace.size > 0;
    if (offer.places)
      return element(
        "small",
        { class: "hint" },
        translate(
          "Click a place in the gold region. With Shift or Alt held the very place is meant; drag with Shift to measure; or type a place.",
        ),
      );
    const hint =
      offer.waiting.length && !isOnMap
        ? translate("Choose a counter in the panel.")
        : !isOnMap
          ? offer.words.length
            ? translate("Click one of the gold buttons.")
            : null
          : answer.form.kind === "order"
            ? translate("Click them in order.")
            : answer.form.kind === "allocate"
              ? translate("Click to give one; {1} in all.", answer.form.total)
              : !answer.isOne
                ? translate("Click those you want, then the green button.")
                : offer.byUnit.size
                  ? translate("Click a unit with a gold edge.")
                  : translate("Click a space with a gold edge.");
    const end = asked.stop && isOnMap && answer.isOne ? ` ${translate("When you are done: the red button.")}` : "";
    return hint ? element("small", { class: "hint" }, hint, end) : null;
  }

  #buttons() {
    const { asked, answer, game } = this.store;
    const words = this.#words();
    const send =
      asked && !answer.isOne
        ? button("send", answer.progress, () => this.store.send(), {
            disabled: !answer.isComplete,
            title: translate("Ctrl+Enter"),
          })
        : null;
    const stop = asked?.stop
      ? button("stop", asked.stop, () => this.store.stop(), { title: translate("key X") })
      : null;
    // Where nothing can be taken back, the button tells why.
    const undo = button(
      "undo",
      game.consent?.length ? translate("Ask to undo") : translate("Undo"),
      () => this.store.undo(),
      {
        disabled: !game.moment || !this.store.isPresent,
        "aria-disabled": game.undo ? null : "true",
        title: translate("key U"),
      },
    );
    const redo = game.redo
      ? button("redo", translate("Redo"), () => this.store.redo(), { title: translate("key R") })
      : null;
    const seats = Object.values(game.seats ?? {});
    const isAgent =
      seats.includes("person") &&
      (game.waiting
        ? game.seats[game.waiting] !== "person"
        : game.you?.side && seats.some((seat) => seat !== "person"));
    const hurry =
      this.store.isPresent && !asked && isAgent
        ? button("hurry", translate("Faster"), () => this.store.hurry(), { title: translate("key H") })
        : null;
    const now = this.store.isPresent ? null : button("back", translate("Back to now"), () => this.does.now());
    const help = button("help", "?", () => this.does.help(), {
      title: translate("Help"),
      "aria-label": translate("Help"),
    });
    const host = document.querySelector("#buttons");
    const focused = host.contains(document.activeElement) ? document.activeElement.className : null;
    host.replaceChildren(...[...words, send, stop, now, hurry, undo, redo, help].filter(Boolean));
    if (focused) [...host.children].find((one) => one.className === focused && !one.disabled)?.focus();
  }

  // Words and numbers, where they are all there is to choose from.
  #words() {
    const { offer, answer } = this.store;
    return offer.words.map((at) =>
      button(`word ${answer.has(at) ? "picked" : ""}`, offer.options[at].text, () => this.store.pick(at), {
        "data-option": at,
      }),
    );
  }
}

function button(name, text, onclick, more = {}) {
  return element("button", { class: name, type: "button", onclick, ...more }, text);
}
