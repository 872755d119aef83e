// The page settings.

import { element } from "./dom.js";
import { otherLanguages, translate } from "./i18n.js";

/** @import { ForcedSteps } from "./forced-steps.js" */

/** @param {ForcedSteps} forcedSteps */
export function settings(forcedSteps) {
  const box = element("input", { type: "checkbox", checked: forcedSteps.mustConfirm });
  box.onchange = () => {
    forcedSteps.mustConfirm = box.checked;
  };
  const links = otherLanguages().map(([tag, name]) => element("a", { href: `?lang=${tag}`, lang: tag }, name));
  return [
    element("h3", {}, translate("Settings")),
    element("label", {}, box, ` ${translate("confirm each step that is played automatically")}`),
    element(
      "p",
      {},
      links.flatMap((link) => [link, " "]),
    ),
  ];
}
