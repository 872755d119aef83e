// The top of the page: whose turn it is, and what to do.

import { cardOptions } from "./cards.js";
import { byId, element, paragraph, replaceChildren } from "./dom.js";
import { capitalize, translate } from "./i18n.js";
import { defined } from "./lists.js";
import { PromptButtons } from "./prompt-buttons.js";
import { PromptFit } from "./prompt-fit.js";
import { RestingPointer } from "./resting-pointer.js";
import { TitleFit } from "./title-fit.js";

/** @import { Game, Question } from "../protocol.js" */
/** @import { PromptActions } from "./prompt-buttons.js" */
/** @import { Store } from "./store.js" */

const MAX_TRACK = 40; // turns
const PLACE_HINT =
  "Click a place in the gold region, or type one. Shift-click or Alt-click chooses the exact place; " +
  "Shift-drag measures.";
const TOUCH_HINT = "Tap a place in the gold region to see what it costs, and once more to choose it.";
const MEETING_HINT = "The red places touch an enemy: aim at one to see the odds.";
const GROUP_HINT = "{1} units chosen: click a goal, or drag them all. Escape lets them go.";
const ATTACK_HINT = "{1} units chosen: click a target, or drag them onto it. Escape lets them go.";

/** The time after which an answer is slow, in milliseconds. */
const SLOW = 400;

export class Prompt {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;

  /**
   * @param {Store} store
   * @param {PromptActions} actions
   */
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
    this.buttons = new PromptButtons(store, actions);
    this.size = new PromptFit();
    this.titleSize = new TitleFit();
    new RestingPointer(store, byId("buttons"));
    store.snapshot.on("game", () => this.#drawTitle());
    store.onChange(() => this.#draw());
  }

  #drawTitle() {
    /** @type {Partial<Game>} */
    const { title = "", setup, turn = 0, turns = 0, date, phase } = this.store.game;
    document.body.classList.toggle("set-up", Boolean(setup));
    replaceChildren(byId("battle"), title);
    byId("battle").title = title;
    document.title = `${title} · Grognard`;
    const turnText = date ? translate("Turn {1}", turn) : translate("Turn {1} of {2}", turn, turns);
    byId("phase").textContent = [setup ? translate("Set-up") : turnText, date, phase].filter(Boolean).join(" · ");
    byId("phase").title = byId("phase").textContent;
    const state = (/** @type {number} */ i) => (i < turn ? "past" : i === turn ? "now" : "");
    const squares = Array.from({ length: turns <= MAX_TRACK ? turns : 0 }, (_, i) =>
      element("li", { class: state(i + 1) }),
    );
    replaceChildren(byId("track"), squares);
    this.titleSize.fit();
    this.#draw();
  }

  #draw() {
    const { question, game } = this.store;
    const text = this.#text();
    const rule = question && chip(question);
    const line = element(
      "span",
      { class: "line" },
      this.#side(),
      " ",
      element("span", { class: "text" }, text),
      " ",
      rule,
    );
    this.#drawText(defined([line, this.#hint()]));
    this.buttons.draw();
    this.size.refit();
    document.body.dataset.question = question ? `${question.number}` : "";
    document.body.classList.toggle("your-decision", question !== null);
    document.body.classList.toggle("sending", this.store.isSending);
    this.#showWaiting(this.store.isSending);
    document.body.classList.toggle("over", Boolean(game.result));
  }

  // Another pointer makes the browser compute the style of the whole map again, so it waits for a slow answer.
  /** @param {boolean} isSending */
  #showWaiting(isSending) {
    clearTimeout(this.#waiting);
    const show = () => document.body.classList.toggle("waiting", this.store.isSending);
    if (isSending) this.#waiting = setTimeout(show, SLOW);
    else show();
  }

  // Screen readers reread a prompt only if it has changed.
  /** @param {HTMLElement[]} parts */
  #drawText(parts) {
    const prompt = byId("prompt");
    const text = parts.map((part) => part.textContent).join("|");
    if (prompt.dataset.text !== text)
      replaceChildren(
        prompt,
        parts.flatMap((part) => [part, " "]),
      );
    prompt.dataset.text = text;
  }

  #side() {
    const { question, game, isPresent } = this.store;
    const name = question?.side ?? (isPresent ? game.active_side : null);
    if (!name) return null;
    const { text, fill, ink } = this.store.side(name);
    return element("span", { class: "side", style: `--fill:${fill};--ink:${ink}` }, capitalize(text));
  }

  #text() {
    const { question, game, pastMoment, comparison, failure, film, isPresent } = this.store;
    if (film) return film;
    if (comparison) return comparison;
    if (pastMoment !== null) return translate("Looking back at decision {1}", pastMoment);
    if (game.result) return game.result.text;
    if (question) return question.prompt;
    if (failure) return translate("A rule failed");
    if (game.secret_choice && isPresent) {
      const isSpectator = game.viewer?.role === "spectator";
      return translate(isSpectator ? "The sides are deciding in secret…" : "The others are still deciding in secret…");
    }
    if (!game.active_side) return isPresent && game.viewer ? translate("Another player is deciding…") : "";
    return game.seats?.[game.active_side] === "person" ? translate("is deciding…") : translate("is thinking…");
  }

  // Returns a hint for new players.
  #hint() {
    const { question, choices, answer, selection } = this.store;
    const count = selection.units.size;
    if (count > 0) {
      const groupHint = selection.purpose === "attack" ? ATTACK_HINT : GROUP_HINT;
      return element("small", { class: "hint" }, translate(groupHint, count));
    }
    const hint = question && this.#hintText();
    if (!hint) return null;
    const canStop = question.stop && choices.isOnMap && answer.isOne;
    const end = canStop ? ` ${translate("When you are done, click the red button.")}` : null;
    return element("small", { class: "hint" }, hint, end);
  }

  /** @param {string} unit */
  #isGround(unit) {
    const { board } = this.store;
    const counters = board.pieces.get(board.spaceOf(unit) ?? "") ?? [];
    return Boolean(counters.find(({ id }) => id === unit)?.ground);
  }

  #hintText() {
    const { choices, answer } = this.store;
    if (choices.places) {
      const hint = translate(matchMedia("(pointer: coarse)").matches ? TOUCH_HINT : PLACE_HINT);
      return this.actions.hasMeeting() ? `${translate(MEETING_HINT)} ${hint}` : hint;
    }
    if (!choices.isOnMap && choices.offMapUnits.length) return translate("Choose a counter in the panel.");
    if (!choices.isOnMap) return choices.buttons.length ? translate("Click one of the gold buttons.") : null;
    if (answer.form.kind === "order") return translate("Click them in the order you want.");
    if (answer.form.kind === "allocate") return translate("Each click allocates one; {1} in all.", answer.form.total);
    if (!answer.isOne) return translate("Click the ones you want, then confirm.");
    if (choices.byUnit.size === 0) return translate("Click a space with a gold edge.");
    if (cardOptions(this.store).size === choices.byUnit.size) return translate("Click a card with a gold edge.");
    const isGround = [...choices.byUnit.keys()].every((unit) => this.#isGround(unit));
    return isGround
      ? translate("Click a piece of ground with a gold edge.")
      : translate("Click a unit with a gold edge.");
  }
}

/**
 * Returns the chip of a question's paragraph. Its title is hidden when there is no room.
 * @param {Question} question
 */
function chip({ rule, rule_title: title }) {
  const made = paragraph(rule, title);
  if (made && title) {
    made.replaceChildren(rule, element("span", { class: "subject" }, ` ${title}`));
    made.title = `${rule} ${title}`;
  }
  return made;
}
