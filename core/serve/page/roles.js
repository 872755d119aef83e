// The roles of links, in words.

import { translate } from "./i18n.js";

/**
 * @param {string} role `side:german`, `both`, `spectator`
 * @param {(side: string) => string} sideText the name of a side
 */
export function roleName(role, sideText) {
  if (role === "both") return translate("all sides, one screen");
  if (role === "spectator") return translate("spectator");
  return translate("playing {1}", sideText(role.replace("side:", "")));
}
