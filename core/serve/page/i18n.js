// The page's own words. English is the key; what the server sends is in the reader's language already.

import { FRENCH } from "./i18n/fr.js";

const asked = new URLSearchParams(location.search).get("lang");
const wished = asked ? [asked] : (navigator.languages ?? ["en"]);
export const language = wished.map((one) => one.slice(0, 2)).find((one) => one === "fr" || one === "en") ?? "en";
document.documentElement.lang = language;

// say("Turn {1}", 3)
export function translate(text, ...values) {
  const found = language === "fr" ? (FRENCH[text] ?? text) : text;
  return values.reduce((told, value, at) => told.replaceAll(`{${at + 1}}`, value), found);
}

// The name of a side stands alone: with a capital.
export function capitalize(text) {
  return text ? text[0].toLocaleUpperCase(language) + text.slice(1) : "";
}
