// The controls: the pointer, the keyboard and the buttons next to the map.

import { BoardActions } from "./board-actions.js";
import { byId, replaceChildren } from "./dom.js";
import { Drags } from "./drags.js";
import { Groups } from "./groups.js";
import { Highlights } from "./highlights.js";
import { Hover } from "./hover.js";
import { translate } from "./i18n.js";
import { Keyboard } from "./keyboard.js";
import { learnMoves } from "./moves-after.js";
import { exactTool, rulerTool, zoomTools } from "./map-tools.js";
import { Pointer } from "./pointer.js";
import { Usual } from "./usual.js";

/** @import { Odds } from "./odds.js" */
/** @import { OptionList } from "./option-list.js" */
/** @import { Page } from "./page.js" */

/**
 * Connects the controls to the parts of the page. Returns the part that moves groups.
 * @param {Page} page
 * @param {Odds} odds
 * @param {OptionList} optionList
 */
export function createControls(page, odds, optionList) {
  const { store, board, why, placement, ruler } = page;
  const highlights = new Highlights(board);
  const usual = new Usual(store);
  const groups = new Groups(store, why);
  learnMoves(store);
  const actions = new BoardActions(store, highlights, { why, placement, ruler, groups, usual });
  createPointer(page, actions, new Hover(store, odds, placement));
  const keyboard = new Keyboard(store, highlights, placement, {
    choose: (target) => actions.choose(target),
    back: () => actions.back(),
    usual: () => usual.give(),
    help: () => page.tabs.show("help"),
    rules: () => page.rulebook.toggle(),
    showChoices: () => page.choiceZoom.show(),
    measure: createTools(page),
    film: (key) => page.film.key(key),
    describe: (text) => replaceChildren(byId("peek"), text),
    type: (key) => {
      page.rulebook.close();
      page.tabs.show("turn");
      optionList.type(key);
    },
  });
  store.onChange(() => keyboard.refocus());
  return groups;
}

/**
 * @param {Page} page
 * @param {BoardActions} actions
 * @param {Hover} hover
 */
function createPointer({ store, board, ruler }, actions, hover) {
  const drags = new Drags(store, actions, ruler);
  new Pointer(byId("sight"), {
    tap: (target, event) => actions.tap(target, event),
    hold: (target) => actions.hold(target),
    lift: (target, start, event) => drags.begin(target, start, event),
    pan: (dx, dy) => board.zoom.pan(dx, dy),
    pinch: (factor, point) => board.zoom.by(factor, point),
    hover: (target, event) => hover.over(target, event),
  });
  document.addEventListener("focusin", (event) => hover.over(event.target));
}

/**
 * Creates the buttons next to the map. Returns the action for the ruler's key.
 * @param {Page} page
 */
function createTools({ board, choiceZoom, ruler, placement }) {
  const rulerButton = ruler && rulerTool(ruler);
  const exactButton = placement && exactTool(placement);
  replaceChildren(byId("tools"), zoomTools(board.zoom, choiceZoom), rulerButton, exactButton);
  byId("map").setAttribute("aria-label", translate("Map"));
  return () => rulerButton?.click();
}
