// The buttons next to the prompt: labels and numbers to choose from, and buttons that end or undo a decision.

import { button, byId, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";
import { fitButtons, moreMenu } from "./more-options.js";

/** @import { Question } from "../protocol.js" */
/** @import { Store } from "./store.js" */
/**
 * @typedef {object} PromptActions
 * @property {() => void} help
 * @property {() => void} backToNow
 * @property {() => HTMLElement | null} endButton
 * @property {() => boolean} hasMeeting whether the question offers places that touch an enemy
 */

export class PromptButtons {
  /**
   * @param {Store} store
   * @param {PromptActions} actions
   */
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
  }

  // The last buttons keep their place at the right of the first row, whatever is asked.
  draw() {
    const host = byId("buttons");
    const focused = host.contains(document.activeElement) ? document.activeElement?.className : null;
    const { question, isPresent } = this.store;
    const back = button(translate("Back to the present"), this.actions.backToNow, { class: "back" });
    const help = translate("Help");
    const others = defined([
      ...(question ? this.#answerButtons(question) : []),
      isPresent ? null : back,
      this.actions.endButton(),
      this.#hurryButton(),
    ]);
    const { shown, hidden } = fitButtons(defined([...this.#optionButtons(), this.#adviceButton()]), others);
    const isAdviceShown = shown.at(-1)?.matches(".advise, .hurry");
    const [options, advice] = isAdviceShown ? [shown.slice(0, -1), shown.slice(-1)] : [shown, []];
    const more = hidden.length > 0 ? moreMenu(hidden) : [];
    const changing = element("span", { class: "changing" }, [...options, ...others.slice(0, -1)], this.#thinkingBar(), [
      ...others.slice(-1),
      ...advice,
      ...more,
    ]);
    const helpButton = button("?", this.actions.help, { class: "help", title: help, "aria-label": help });
    replaceChildren(host, changing, element("span", { class: "lasting" }, this.#undoButtons(), helpButton));
    if (focused) refocus(host, focused);
  }

  // Buttons for labels and numbers, if nothing else can be chosen.
  #optionButtons() {
    const { choices, answer } = this.store;
    return choices.buttons.map((i) => {
      const state = `${answer.has(i) ? "picked" : ""} ${this.store.isAdvised(i) ? "advised" : ""}`;
      const isUsual = this.store.isUsual(i);
      const usual = isUsual ? translate("the usual answer: the same as last time, or the only one") : null;
      const title = choices.options[i].note ?? usual;
      const attributes = { class: `word ${state}${isUsual ? " usual" : ""}`, "data-option": i, title };
      return button(choices.options[i].text, () => this.store.pick(i), attributes);
    });
  }

  /** @param {Question} question */
  #answerButtons(question) {
    const { answer, doubt } = this.store;
    const send = { class: "send", disabled: !answer.isComplete, title: translate("Ctrl+Enter") };
    const isAdvised = this.store.advised !== null && "stop" in this.store.advised;
    const title = [question.stop_note, translate("shortcut: X")].filter(Boolean).join(" · ");
    const stop = { class: isAdvised ? "stop advised" : "stop", title };
    const isSendDoubted = doubt !== null && answer.isComplete;
    return [
      answer.isOne ? null : button(isSendDoubted ? doubt : answer.progress, () => this.store.send(), send),
      question.stop ? button((!isSendDoubted && doubt) || question.stop, () => this.store.stop(), stop) : null,
    ];
  }

  #thinkingBar() {
    const { thinking } = this.store;
    return thinking === null ? null : element("progress", { max: "100", value: `${thinking}`, "aria-hidden": "true" });
  }

  #hurryButton() {
    if (!this.#isAgentPlaying()) return null;
    const attributes = { class: "hurry", title: translate("shortcut: H") };
    const text = this.store.thinking === null ? translate("Faster") : translate("Move now");
    return button(text, () => this.store.hurry(), attributes);
  }

  // Asks for advice, or for the advice now if it is in the making.
  #adviceButton() {
    const { question, isSeekingAdvice } = this.store;
    if (!question) return null;
    const now = { class: "hurry", title: translate("shortcut: H") };
    if (isSeekingAdvice) return button(translate("Advise now"), () => this.store.hurry(), now);
    const attributes = { class: "advise", title: translate("shortcut: A") };
    return button(translate("Advice"), () => this.store.askAdvice(), attributes);
  }

  #isAgentPlaying() {
    const { question, game, failure, isPresent } = this.store;
    const seats = Object.values(game.seats ?? {});
    if (!isPresent || question || failure || !seats.includes("person")) return false;
    if (game.active_side) return game.seats?.[game.active_side] !== "person";
    return Boolean(game.viewer?.side) && seats.some((seat) => seat !== "person");
  }

  // The undo button can be clicked even if undo is impossible. The server then gives the reason.
  #undoButtons() {
    const { game, isPresent } = this.store;
    const text = game.consent?.length ? translate("Ask to undo") : translate("Undo");
    const undo = button(text, () => this.store.undo(), {
      class: "undo",
      disabled: !game.moment || !isPresent,
      "aria-disabled": game.undo ? null : "true",
      title: translate("shortcut: U"),
    });
    const redo = { class: "redo", title: translate("shortcut: R") };
    return [undo, game.redo ? button(translate("Redo"), () => this.store.redo(), redo) : null];
  }
}

/**
 * @param {HTMLElement} host
 * @param {string} name
 */
function refocus(host, name) {
  const buttons = [...host.querySelectorAll("button")];
  buttons.find((found) => found.className === name && !found.disabled)?.focus();
}
