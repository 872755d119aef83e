// What changes in the column of the sheet: the score, and the units off the map.

import { hideWithColumn } from "./column-boxes.js";
import { boldText } from "./counter.js";
import { parseSvgFragment, queryAll, svgElement } from "./dom.js";
import { typeIn } from "./end-statistics.js";
import { capitalize } from "./i18n.js";
import { unique } from "./lists.js";

/** @import { Counter, ScoreLine } from "../protocol.js" */
/** @import { Store } from "./store.js" */

/** Lengths in picture units. */
const STEP = 830; // from counter to counter
const SCALE = 0.72;
const HEAD = 430; // the height of a box's heading
const MOST = 6; // counters in a box
const CHIP = 820; // the width of a number with its colour
const NARROW = "Barlow Condensed, sans-serif";

export class SheetColumn {
  /** The score that is written in the column. */
  #score = "";

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    hideWithColumn(store.board);
    this.boxes = queryAll(store.board.svg, ".sheet-column .off-map");
    this.room = store.board.svg.querySelector(".sheet-column .score-room");
    store.snapshot.on("off/", (sides) => this.#drawUnits(sides));
  }

  /** @param {string[]} sides */
  #drawUnits(sides) {
    const bySide = new Map(this.store.snapshot.under("off/"));
    for (const box of this.boxes) {
      const { side = "", state } = box.dataset;
      if (!sides.includes(side)) continue;
      const counters = (bySide.get(side) ?? []).filter(({ steps }) => (steps?.[0] === 0) === (state === "lost"));
      box.querySelector(".piles")?.remove();
      box.append(piles(counters, box));
    }
  }

  /**
   * Writes the first lines of the score.
   * @param {ScoreLine[]} lines
   */
  showScore(lines) {
    const { room } = this;
    // A change of the column makes the browser paint the whole sheet again.
    const score = JSON.stringify(lines);
    if (!room || score === this.#score) return;
    this.#score = score;
    for (const line of queryAll(room, ".score-line")) line.remove();
    const step = Number(room.getAttribute("data-line"));
    const box = frame(room);
    const count = Math.floor(box.height / step);
    for (const [i, line] of lines.slice(0, count).entries()) {
      room.append(this.#line(line, box, box.y + (i + 0.5) * step));
    }
  }

  /**
   * @param {ScoreLine} line
   * @param {DOMRect} box
   * @param {number} y
   */
  #line({ label, values, limit }, box, y) {
    const text = capitalize(label) + (limit === null ? "" : ` / ${limit}`);
    const chips = values.map(({ side, value }, i) => {
      const { fill, ink } = this.store.side(side);
      const x = box.width - (values.length - i) * CHIP;
      const rect = svgElement("rect", { x: x + 60, y: y - 210, width: CHIP - 60, height: 420, rx: 60, fill });
      const number = boldText(`${value ?? "?"}`.replace("-", "−"), {
        x: x + 30 + CHIP / 2,
        y: y + 120,
        "font-size": 350,
        fill: ink,
        "font-family": NARROW,
      });
      return svgElement("g", {}, rect, number);
    });
    const room = box.width - values.length * CHIP - 150;
    const size = Math.min(370, (room / Math.max(1, text.length)) * 2);
    const name = svgElement("text", { x: 0, y: y + 115, "font-size": size, fill: "#2b2825" }, text);
    return svgElement("g", { class: "score-line" }, name, chips);
  }
}

/** @param {Element} box */
function frame(box) {
  const rect = box.querySelector("rect");
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(rect?.getAttribute(name)));
  return new DOMRect(x, y, width, height);
}

/**
 * Draws one counter of each type with the number of such units, as large as the box allows: the most frequent types, and
 * the number of other types.
 * @param {Counter[]} counters
 * @param {Element} box
 */
function piles(counters, box) {
  const types = unique(counters.map(({ label }) => typeIn(label)));
  const units = types.map((type) => counters.filter(({ label }) => typeIn(label) === type));
  const all = units.sort((a, b) => b.length - a.length);
  const kinds = all.slice(0, all.length > MOST ? MOST - 1 : MOST);
  const { x, y, width, height } = frame(box);
  const step = Math.min(STEP, (width - 120) / Math.min(MOST, Math.max(1, all.length)));
  const drawn = kinds.map((units, i) => {
    const at = `translate(${x + 60 + (i + 0.5) * step} ${y + (HEAD + height) / 2}) scale(${(SCALE * step) / STEP})`;
    const title = svgElement("title", {}, units.map(({ label }) => label).join("\n"));
    const badge =
      units.length > 1
        ? [
            svgElement("circle", { cx: 470, cy: -430, r: 210, fill: "#2b2825" }),
            boldText(units.length, { x: 470, y: -335, "font-size": 280, fill: "#fff" }),
          ]
        : [];
    return svgElement("g", { transform: at }, title, parseSvgFragment(units[0].svg), ...badge);
  });
  const more = all.length - kinds.length;
  const at = { x: x + 60 + (kinds.length + 0.5) * step, y: y + (HEAD + height) / 2 + 110, "font-size": 320 };
  return svgElement("g", { class: "piles" }, drawn, ...(more ? [boldText(`+${more}`, at)] : []));
}
