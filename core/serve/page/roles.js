// What a link is for, in words.

import { say } from "./words.js";

// sideText(name): a side as it is called
export function roleName(role, sideText) {
  return role === "both" ? say("all sides, one screen") : role === "spectator" ? say("looking on") : say("playing {1}", sideText(role.replace("side:", "")));
}
