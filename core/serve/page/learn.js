// Guided battles in the lobby: a button for each, which starts the game and opens it.

import { lobby } from "./api.js";
import { element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { GuideItem, Packs, ScenarioItem } from "../protocol.js" */

/**
 * Draws the buttons for the guided battles.
 * @param {HTMLElement} host
 * @param {Packs} packs
 * @param {(error: unknown) => void} onFault
 */
export function drawGuidedBattles(host, { scenarios }, onFault) {
  const buttons = scenarios.map((scenario) => {
    if (!scenario.guide) return null;
    const { guide } = scenario;
    return startButton(scenario, guide, () => start(scenario, guide).catch(onFault));
  });
  replaceChildren(host, ...buttons);
}

/**
 * @param {ScenarioItem} scenario
 * @param {GuideItem} guide
 * @param {() => unknown} onclick
 */
function startButton({ id, name }, { title, minutes }, onclick) {
  return element(
    "button",
    { type: "button", "data-scenario": id, onclick },
    element("b", {}, translate("Learn: {1}", title)),
    element("small", {}, `${name} · ${translate("about {1} minutes", minutes)}`),
  );
}

/**
 * Starts a guided battle, and opens it as the side that the guide is for.
 * @param {ScenarioItem} scenario
 * @param {GuideItem} guide
 */
async function start({ id }, { side }) {
  const { links } = await lobby.createGame({ scenario: id });
  const own = links.find(({ role }) => role === `side:${side}`) ?? links[0];
  location.assign(own.path + location.search);
}
