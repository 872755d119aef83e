// The page settings.

import { element } from "./dom.js";
import { doubts } from "./doubts.js";
import { memory } from "./film-memory.js";
import { otherLanguages, translate } from "./i18n.js";

/** @import { ForcedSteps } from "./forced-steps.js" */

/**
 * @param {ForcedSteps} forcedSteps
 * @param {HTMLElement} orders the list of standing orders
 */
export function settings(forcedSteps, orders) {
  const box = element("input", { type: "checkbox", checked: forcedSteps.mustConfirm });
  box.onchange = () => {
    forcedSteps.mustConfirm = box.checked;
  };
  const film = element("input", { type: "checkbox", class: "film-setting", checked: memory.isAutomatic });
  film.onchange = () => {
    memory.isAutomatic = film.checked;
  };
  const doubt = element("input", { type: "checkbox", class: "doubt-setting", checked: doubts.areOn });
  doubt.onchange = () => {
    doubts.areOn = doubt.checked;
  };
  const attack = element("input", { type: "checkbox", class: "attack-setting", checked: doubts.areAttacksDoubted });
  attack.onchange = () => {
    doubts.areAttacksDoubted = attack.checked;
  };
  const links = otherLanguages().map(([tag, name]) => element("a", { href: `?lang=${tag}`, lang: tag }, name));
  return [
    element("h3", {}, translate("Settings")),
    element("label", {}, box, ` ${translate("confirm each step that is played automatically")}`),
    element("br"),
    element("label", {}, film, ` ${translate("show a film of what happened while you were away")}`),
    element("br"),
    element("label", {}, doubt, ` ${translate("ask before a phase ends early or the first dice are rolled")}`),
    element("br"),
    element("label", {}, attack, ` ${translate("ask before an attack that has little chance")}`),
    orders,
    element(
      "p",
      {},
      links.flatMap((link) => [link, " "]),
    ),
  ];
}
