// The cost of an option in words.

import { translate } from "./i18n.js";

/** @import { Choice } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/**
 * Returns what a goal costs: `cost 2`, or `stay` if the unit is there already; `null` if it has no cost.
 * @param {Pick<Store, "board" | "mover">} store
 * @param {Pick<Choice, "unit" | "space" | "path" | "cost">} option
 */
export function costText({ board, mover }, { unit, space, path, cost }) {
  if (cost === undefined) return null;
  const goal = path?.at(-1) ?? space;
  const isHere = unit === undefined && mover !== undefined && goal !== undefined && board.spaceOf(mover) === goal;
  return isHere && cost === "0" ? translate("stay") : translate("cost {1}", cost);
}
