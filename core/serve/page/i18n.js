// The page's own strings, with the English strings as keys. Strings from the server are already translated.

import { CATALOGUES } from "./i18n/catalogues.js";

const ENGLISH = "en";
const requested = new URLSearchParams(location.search).get("lang");
const preferred = (requested ? [requested] : (navigator.languages ?? [])).map((tag) => tag.slice(0, 2));

/** The page's language: the first preferred language with a catalogue. */
export const language = preferred.find((tag) => tag === ENGLISH || tag in CATALOGUES) ?? ENGLISH;
document.documentElement.lang = language;

/**
 * Translates a string into the language of the page: `translate("Turn {1}", 3)`.
 * @param {string} text
 * @param {...(string | number)} values
 */
export function translate(text, ...values) {
  const template = CATALOGUES[language]?.texts[text] ?? text;
  return values.reduce(
    (/** @type {string} */ filled, value, i) => filled.replaceAll(`{${i + 1}}`, `${value}`),
    template,
  );
}

/**
 * Capitalises a string, such as a side's name on its own.
 * @param {string} text
 */
export function capitalize(text) {
  return text ? text[0].toLocaleUpperCase(language) + text.slice(1) : "";
}

/**
 * Returns all languages except the page's, each under its own name.
 * @returns {[string, string][]}
 */
export function otherLanguages() {
  const names = Object.entries(CATALOGUES).map(
    ([tag, { name }]) => /** @type {[string, string]} */ ([tag, capitalize(name)]),
  );
  /** @type {[string, string][]} */
  const all = [[ENGLISH, "English"], ...names];
  return all.filter(([tag]) => tag !== language);
}
