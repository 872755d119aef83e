// What a link is for, in words.

import { translate } from "./i18n.js";

// sideText(name): a side as it is called
export function roleName(role, sideText) {
  return role === "both"
    ? translate("all sides, one screen")
    : role === "spectator"
      ? translate("looking on")
      : translate("playing {1}", sideText(role.replace("side:", "")));
}
