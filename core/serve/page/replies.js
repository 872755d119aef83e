// Answers described without the numbers of options, so that they fit later questions of the same kind.

import { translate } from "./i18n.js";

/** @import { AnswerBody, Question } from "../protocol.js" */
/**
 * @typedef {{ kind: "stop" } | { kind: "all" } | { kind: "first" } | { kind: "text", text: string }} Reply to decline,
 *   to choose everything, the first option, or the label or number with a text
 */

/**
 * Returns the replies that would fit questions of the same kind.
 * @param {Question} question
 * @param {boolean} isAnyGood whether any of the units or spaces on offer may be meant
 * @returns {Reply[]}
 */
export function repliesTo({ stop, form, options }, isAnyGood) {
  const isOne = form.kind === "one";
  const plain = isOne ? options.filter(isPlain) : [];
  /** @type {Reply[]} */
  const texts = plain.map(({ text }) => ({ kind: "text", text }));
  return [
    ...(stop === null ? [] : [/** @type {Reply} */ ({ kind: "stop" })]),
    ...(canTakeAll({ form, options }) ? [/** @type {Reply} */ ({ kind: "all" })] : []),
    ...(isAnyGood && isOne && plain.length === 0 && options.length > 1
      ? [/** @type {Reply} */ ({ kind: "first" })]
      : []),
    ...texts,
  ];
}

/**
 * Returns a description of a reply.
 * @param {Reply} reply
 * @param {string | null} stop the label for declining
 */
export function replyText(reply, stop) {
  if (reply.kind === "text") return reply.text;
  if (reply.kind === "all") return translate("choose all");
  return reply.kind === "first" ? translate("choose the first in the list") : (stop ?? translate("decline"));
}

/**
 * Returns the answer that a reply gives to a question; `null` if it does not fit.
 * @param {Question} question
 * @param {Reply} reply
 * @returns {{ stop: true } | { options: number[] } | null}
 */
export function fit(question, reply) {
  const { stop, form, options } = question;
  if (reply.kind === "stop") return stop === null ? null : { stop: true };
  if (reply.kind === "all") return canTakeAll(question) ? { options: options.map((_, i) => i) } : null;
  if (form.kind !== "one") return null;
  if (reply.kind === "first") return options.length > 0 ? { options: [0] } : null;
  const option = options.findIndex((one) => isPlain(one) && one.text === reply.text);
  return option < 0 ? null : { options: [option] };
}

/**
 * Returns the reply that an answer gave; `null` if it does not fit other questions.
 * @param {Question} question
 * @param {AnswerBody} answer
 * @returns {Reply | null}
 */
export function replyOf({ options }, answer) {
  if ("stop" in answer) return { kind: "stop" };
  if ("several" in answer) return answer.several.length === options.length ? { kind: "all" } : null;
  const option = "one" in answer ? options[answer.one] : undefined;
  return option && isPlain(option) ? { kind: "text", text: option.text } : null;
}

/** @param {Question["options"][number]} option */
function isPlain({ unit, space, path }) {
  return unit === undefined && space === undefined && path === undefined;
}

/** @param {Pick<Question, "form" | "options">} question */
function canTakeAll({ form, options }) {
  return form.kind === "several" && options.length >= form.min && options.length <= form.max;
}
