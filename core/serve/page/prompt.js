// The top of the page: whose turn it is, what to do, and the buttons that end it.

import { element, paragraph } from "./element.js";
import { capital, say } from "./words.js";

const LONG = 90; // letters of a prompt that is set smaller

export class Prompt {
  constructor(table, does) {
    Object.assign(this, { table, does });
    table.sheet.on("game", () => this.#title());
    table.onAnswer(() => this.draw());
  }

  #title() {
    const { game } = this.table;
    document.querySelector("#title h1").textContent = game.title ?? "";
    document.title = `${game.title} · Grognard`;
    const turn = game.setup ? say("Set-up") : say("Turn {1}", game.turn);
    document.querySelector("#phase").textContent = game.phase ? `${turn} · ${game.phase}` : turn;
    const turns = game.turns && game.turns <= 40 ? game.turns : 0;
    const square = (_, at) => element("li", { class: at + 1 < game.turn ? "gone" : at + 1 === game.turn ? "now" : "" });
    document.querySelector("#track").replaceChildren(...Array.from({ length: turns }, square));
    this.draw();
  }

  draw() {
    const { asked } = this.table;
    const whole = [this.#who(), element("span", { class: "text" }, this.#text()), asked ? paragraph(asked.rule, asked.rule_title) : null, this.#hint()];
    const prompt = document.querySelector("#prompt");
    // Readers of screens hear a prompt again only when it is another.
    const text = whole.filter(Boolean).map((part) => part.textContent).join("|");
    if (prompt.dataset.text !== text) prompt.replaceChildren(...whole.filter(Boolean).flatMap((part) => [part, " "]));
    prompt.dataset.text = text;
    prompt.classList.toggle("long", this.#text().length > LONG);
    this.#buttons();
    document.body.dataset.asked = asked ? asked.number : "";
    document.body.classList.toggle("mine", Boolean(asked));
    document.body.classList.toggle("ended", Boolean(this.table.game.ended));
  }

  #who() {
    const { asked, game } = this.table;
    const name = asked?.side ?? (this.table.isPresent ? game.waiting : null);
    if (!name) return null;
    const side = this.table.side(name);
    return element("span", { class: "side", style: `--fill:${side.fill};--ink:${side.ink}` }, capital(side.text));
  }

  #text() {
    const { asked, game, past, aside } = this.table;
    if (aside) return aside;
    if (past !== null) return say("Looking back at decision {1}", past);
    if (game.ended) return game.ended.text;
    if (asked) return asked.prompt;
    if (!game.waiting) return this.table.isPresent && game.you ? say("Somebody else is to decide…") : "";
    return game.seats?.[game.waiting] === "person" ? say("is to decide…") : say("is thinking…");
  }

  // A few words for whoever plays for the first time.
  #hint() {
    const { asked, offer, answer } = this.table;
    if (!asked) return null;
    const isOnMap = offer.byUnit.size + offer.bySpace.size > 0;
    if (offer.places) return element("small", { class: "hint" }, say("Click a place in the gold region. With Shift or Alt held the very place is meant; drag with Shift to measure; or type a place."));
    const hint = offer.waiting.length && !isOnMap ? say("Choose a counter in the panel.")
      : !isOnMap ? (offer.words.length ? say("Click one of the gold buttons.") : null)
      : answer.form.kind === "order" ? say("Click them in order.")
      : answer.form.kind === "allocate" ? say("Click to give one; {1} in all.", answer.form.total)
      : !answer.isOne ? say("Click those you want, then the green button.")
      : offer.byUnit.size ? say("Click a unit with a gold edge.") : say("Click a space with a gold edge.");
    const end = asked.stop && isOnMap && answer.isOne ? ` ${say("When you are done: the red button.")}` : "";
    return hint ? element("small", { class: "hint" }, hint, end) : null;
  }

  #buttons() {
    const { asked, answer, game } = this.table;
    const words = this.#words();
    const send = asked && !answer.isOne
      ? button("send", answer.progress, () => this.table.send(), { disabled: !answer.isComplete, title: say("Ctrl+Enter") }) : null;
    const stop = asked?.stop ? button("stop", asked.stop, () => this.table.stop(), { title: say("key X") }) : null;
    // Where nothing can be taken back, the button tells why.
    const undo = button("undo", game.consent?.length ? say("Ask to undo") : say("Undo"), () => this.table.undo(), { disabled: !game.moment || !this.table.isPresent, "aria-disabled": game.undo ? null : "true", title: say("key U") });
    const redo = game.redo ? button("redo", say("Redo"), () => this.table.redo(), { title: say("key R") }) : null;
    const seats = Object.values(game.seats ?? {});
    const isAgent = seats.includes("person") && (game.waiting ? game.seats[game.waiting] !== "person" : game.you?.side && seats.some((seat) => seat !== "person"));
    const hurry = this.table.isPresent && !asked && isAgent ? button("hurry", say("Faster"), () => this.table.hurry(), { title: say("key H") }) : null;
    const now = this.table.isPresent ? null : button("back", say("Back to now"), () => this.does.now());
    const help = button("help", "?", () => this.does.help(), { title: say("Help"), "aria-label": say("Help") });
    const host = document.querySelector("#buttons");
    const focused = host.contains(document.activeElement) ? document.activeElement.className : null;
    host.replaceChildren(...[...words, send, stop, now, hurry, undo, redo, help].filter(Boolean));
    if (focused) [...host.children].find((one) => one.className === focused && !one.disabled)?.focus();
  }

  // Words and numbers, where they are all there is to choose from.
  #words() {
    const { offer, answer } = this.table;
    return offer.words.map((at) => button(`word ${answer.has(at) ? "picked" : ""}`, offer.options[at].text, () => this.table.pick(at), { "data-option": at }));
  }
}

function button(name, text, onclick, more = {}) {
  return element("button", { class: name, type: "button", onclick, ...more }, text);
}
