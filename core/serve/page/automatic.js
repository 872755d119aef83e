// The answers that the server gave by itself, because they were the only ones possible. They are listed in the log on
// request. Several in a row are one line, which opens.

import { element, paragraph } from "./dom.js";
import { capitalize, translate } from "./i18n.js";
import { sentence } from "./log-line.js";
import { defined } from "./lists.js";

/** @import { ForcedAnswer } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/**
 * Returns what was answered, and what the question was about: `Movement, 1 Rifle/33: 2811 Vyazma`.
 * @param {Pick<ForcedAnswer, "text"> & Partial<ForcedAnswer>} answer
 */
export function answerText({ prompt, about, text }) {
  const subject = defined([prompt, about]).join(", ");
  return subject ? `${subject}: ${text}` : text;
}

/**
 * Draws consecutive answers as one item of the log.
 * @param {Store} store
 * @param {ForcedAnswer[]} answers
 */
export function automaticItem(store, answers) {
  const [first, ...others] = answers;
  if (others.length === 0) return answerItem(store, first, "automatic");
  const summary = element("summary", {}, translate("{1} answers were played automatically", answers.length));
  const list = element(
    "ol",
    {},
    answers.map((answer) => answerItem(store, answer, null)),
  );
  const fill = answers.every(({ side }) => side === first.side) ? fillOf(store, first.side) : null;
  return element("li", { class: "automatic", style: fill }, element("details", {}, summary, list));
}

/**
 * @param {Store} store
 * @param {ForcedAnswer} answer
 * @param {string | null} name the class of the item
 */
function answerItem(store, answer, name) {
  const mark = name ? [element("i", {}, translate("Played automatically:")), " "] : [];
  const content = sentence([...mark, capitalize(answerText(answer))], paragraph(answer.rule));
  return element("li", { class: name, style: fillOf(store, answer.side) }, content);
}

/**
 * @param {Store} store
 * @param {string} side
 */
function fillOf(store, side) {
  return `--fill:${store.side(side).fill}`;
}
