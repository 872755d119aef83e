// The picture above the board in which a film moves its units. It is separate, so that the board need not be painted
// again while they move.

import { svgElement } from "./dom.js";

/** @import { Board } from "./board.js" */

/** @param {Board} board */
export function createStage({ over, zoom, host }) {
  const font = over.getAttribute("font-family");
  const stage = svgElement("svg", { class: "board film-stage", "aria-hidden": "true", "font-family": font });
  stage.setAttribute("viewBox", over.getAttribute("viewBox") ?? "");
  stage.style.cssText = over.style.cssText;
  zoom.pictures.push(stage);
  host.append(stage);
  return stage;
}
