// An arrow from place to place, as on a staff's map.

import { svgElement } from "./dom.js";

const AWAY = 380; // from the middles it joins
const HEAD = 430;

export function arrow([x1, y1], [x2, y2], name) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 2 * AWAY) return null;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const tip = [x2 - dx * AWAY, y2 - dy * AWAY],
    neck = [tip[0] - dx * HEAD, tip[1] - dy * HEAD];
  const side = (by) => `${neck[0] - dy * by},${neck[1] + dx * by}`;
  const shaft = `M${x1 + dx * AWAY},${y1 + dy * AWAY}L${neck.join(",")}`;
  return svgElement(
    "g",
    { class: `arrow ${name}` },
    svgElement("path", { class: "shaft", d: shaft }),
    svgElement("path", { class: "head", d: `M${tip.join(",")}L${side(HEAD * 0.5)}L${side(-HEAD * 0.5)}Z` }),
  );
}
