// Keeps the buttons beside the question in one row: those that do not fit are in a menu.

import { button, element } from "./dom.js";
import { translate } from "./i18n.js";

/** The part of the width of the window that the buttons may take, and what the lasting ones need of it, in pixels. */
const SHARE = 0.46;
const LASTING = 150;
/** The widths of a character, and of the edges of a button with the gap beside it; both are smaller among many buttons. */
const USUAL = { character: 6.9, edges: 38 };
const SMALL = { character: 5.8, edges: 25 };
const MANY = 4;
/** The width of the button of the menu. */
const MENU = 78;
/** Phones have room for several rows. */
const PHONE = "(max-width: 760px), (max-height: 480px)";

/**
 * Splits buttons into those that are shown and those in the menu, which are the last ones. Measuring them would take a
 * layout for each question, so their widths are estimated.
 * @param {HTMLElement[]} buttons those that may be in the menu
 * @param {HTMLElement[]} others those that are always shown
 */
export function fitButtons(buttons, others) {
  if (matchMedia(PHONE).matches) return { shown: buttons, hidden: [] };
  const { character, edges } = buttons.length + others.length < MANY ? USUAL : SMALL;
  const width = (/** @type {HTMLElement} */ { textContent }) => character * (textContent ?? "").length + edges;
  const room = SHARE * innerWidth - LASTING - others.reduce((sum, one) => sum + width(one), 0);
  const sums = buttons.map((_, i) => buttons.slice(0, i + 1).reduce((sum, one) => sum + width(one), 0));
  if ((sums.at(-1) ?? 0) <= room) return { shown: buttons, hidden: [] };
  const count = Math.max(1, sums.filter((sum) => sum <= room - MENU).length);
  return { shown: buttons.slice(0, count), hidden: buttons.slice(count) };
}

/**
 * Creates the button that opens the menu, and the menu.
 * @param {HTMLElement[]} buttons
 */
export function moreMenu(buttons) {
  for (const one of buttons) one.classList.replace("word", "rare");
  const menu = element("div", { id: "more-options", popover: "auto" }, buttons);
  const opener = button(translate("More ({1})", buttons.length), () => {}, { class: "more", popovertarget: menu.id });
  menu.addEventListener("beforetoggle", () => {
    const { right, bottom } = opener.getBoundingClientRect();
    menu.style.top = `${bottom + 4}px`;
    menu.style.right = `${innerWidth - right}px`;
  });
  return [opener, menu];
}
