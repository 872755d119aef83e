// The buttons next to the map: zoom and, on a table, the ruler and exact places.

import { button, svgElement } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { ChoiceZoom } from "./choice-zoom.js" */
/** @import { Placement } from "./placement.js" */
/** @import { Ruler } from "./ruler.js" */
/** @import { Zoom } from "./zoom.js" */

const ZOOM = 1.4;
const EXACT_ICON = "M12 2v7M12 15v7M2 12h7M15 12h7";
const RULER_ICON = "M1 8h22v8H1zM6 8v4M11 8v4M16 8v4";

/**
 * Creates the buttons that zoom the map.
 * @param {Zoom} zoom
 * @param {ChoiceZoom} choiceZoom
 */
export function zoomTools(zoom, choiceZoom) {
  return [
    tool("+", translate("zoom in"), () => zoom.by(ZOOM)),
    tool("−", translate("zoom out"), () => zoom.by(1 / ZOOM)),
    tool("⤢", translate("show the whole map"), () => zoom.fit()),
    tool("◎", translate("show everything you can choose"), () => choiceZoom.show()),
  ];
}

/**
 * @param {string} sign
 * @param {string} title
 * @param {() => void} onclick
 */
function tool(sign, title, onclick) {
  return button(sign, onclick, { title, "aria-label": title });
}

/**
 * Creates the ruler button.
 * @param {Ruler} ruler
 */
export function rulerTool(ruler) {
  const title = "ruler: drag from place to place or from base to base (shortcut: M, or drag with Shift)";
  return toggle("ruler", RULER_ICON, translate(title), () => ruler.toggle());
}

/**
 * Creates the button that lets players without a keyboard choose exact places.
 * @param {Placement} placement
 */
export function exactTool(placement) {
  const title = "choose the exact place you click (or hold Shift or Alt)";
  return toggle("exact", EXACT_ICON, translate(title), () => {
    placement.isExact = !placement.isExact;
    return placement.isExact;
  });
}

/**
 * @param {string} name
 * @param {string} d the path of its icon
 * @param {string} title
 * @param {() => boolean} onToggle returns whether it is on
 */
function toggle(name, d, title, onToggle) {
  const attributes = { class: name, title, "aria-label": title, "aria-pressed": "false" };
  const made = button("", () => made.setAttribute("aria-pressed", `${onToggle()}`), attributes);
  const path = svgElement("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 2 });
  const size = { viewBox: "0 0 24 24", width: 18, height: 18 };
  made.replaceChildren(svgElement("svg", { ...size, "aria-hidden": "true" }, path));
  return made;
}
