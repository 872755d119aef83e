// Stacks of counters: a pile for each side, the strongest on top; and the fan, in which each can be seen and chosen.

import { svgElement, parseSvgFragment } from "./dom.js";

const COUNTER = 960;
const STICK_OUT = 90;
const SHOWN = 3;
const STEP = 1120; // from counter to counter

// A stack around its space's middle: in a row where there is room, in piles where there is not.
export function stack(space, pieces, place) {
  const group = svgElement("g", {
    class: "stack",
    "data-space": space,
    transform: `translate(${place.at[0]} ${place.at[1]})`,
  });
  const sides = bySide(pieces);
  const isWide = pieces.length > 1 && place.room && pieces.length * STEP <= place.room[0];
  const piles = isWide ? sides.flat().map((piece) => [piece]) : sides;
  const columns = isWide ? piles.length : Math.min(piles.length, 2),
    rows = Math.ceil(piles.length / columns);
  const scale = scaleIn(place.room, columns, rows);
  piles.forEach((pile, at) => {
    const x = ((at % columns) - (columns - 1) / 2) * STEP * scale,
      y = (Math.floor(at / columns) - (rows - 1) / 2) * STEP * scale;
    group.append(svgElement("g", { class: "pile", transform: `translate(${x} ${y}) scale(${scale})` }, ...draw(pile)));
  });
  return group;
}

// A base on a table, true to scale: its counter on it, and its front.
export function footing(space, piece, { at, base: [width, height], facing }) {
  const group = svgElement("g", {
    class: "stack footed",
    "data-space": space,
    transform: `translate(${at[0]} ${at[1]})`,
  });
  const [x, y] = [width / 2, height / 2],
    scale = Math.min(width, height) / 1000;
  const front = {
    north: `M${-x} ${-y}H${x}`,
    south: `M${-x} ${y}H${x}`,
    east: `M${x} ${-y}V${y}`,
    west: `M${-x} ${-y}V${y}`,
  }[facing];
  const arrow = {
    north: `M-90 ${-y}l90 -130l90 130z`,
    south: `M-90 ${y}l90 130l90 -130z`,
    east: `M${x} -90l130 90l-130 90z`,
    west: `M${-x} -90l-130 90l130 90z`,
  }[facing];
  group.append(
    svgElement("rect", { class: "footing", x: -x, y: -y, width, height }),
    svgElement("g", { class: "pile", transform: `scale(${scale})` }, counter(piece, [0, 0])),
    svgElement("path", { class: "front", d: front }),
    svgElement("path", { class: "ahead", d: arrow }),
  );
  return group;
}

// Counters shrink to leave number and name of the space legible; a little overlap is better than a stamp.
function scaleIn(room, columns, rows) {
  const needed = [columns * STEP - 40, rows * STEP - 40];
  const fits = room ? Math.min(room[0] / needed[0], room[1] / needed[1]) : 1 / columns;
  return Math.min(1, Math.max(fits, 0.55));
}

function bySide(pieces) {
  const sides = [...new Set(pieces.map((piece) => piece.side))];
  return sides.map((side) => pieces.filter((piece) => piece.side === side));
}

// The lowest first, so that the strongest lies on top.
function draw(pile) {
  const shown = pile.slice(0, SHOWN);
  const out = (at) => ((2 * at + 1 - shown.length) * STICK_OUT) / 2;
  const parts = shown.map((one, at) => counter(one, [out(at), -out(at)], at === 0)).reverse();
  const below = pile
    .slice(SHOWN)
    .map((one) =>
      svgElement("g", { class: "piece below", "data-id": one.id, "data-side": one.side, "aria-label": one.label }),
    );
  return [...below, ...parts, pile.length > 1 ? badge(pile.length, shown.length) : null].filter(Boolean);
}

export function counter(piece, [x, y], isTop = true) {
  const made = parseSvgFragment(piece.svg);
  if (!isTop) made.setAttribute("aria-hidden", "true");
  const attributes = {
    class: isTop ? "piece top" : "piece",
    "data-id": piece.id,
    "data-side": piece.side,
    transform: `translate(${x} ${y})`,
    role: "img",
    "aria-label": piece.label,
  };
  return svgElement("g", attributes, made, ring("rim"), ring("ring"));
}

// The light around a counter: a dark rim, seen on every ground, and the colour on it.
function ring(name) {
  return svgElement("rect", { class: name, x: -530, y: -530, width: 1060, height: 1060, rx: 110 });
}

function badge(count, shown) {
  // On the right edge, where it hides neither number nor name of the space.
  const x = 570 + ((shown - 1) * STICK_OUT) / 2;
  const text = svgElement(
    "text",
    { y: 85, "text-anchor": "middle", "font-size": 240, "font-weight": "bold" },
    `${count}`,
  );
  return svgElement(
    "g",
    { class: "badge", transform: `translate(${x} 230)`, "aria-hidden": "true" },
    svgElement("circle", { r: 190 }),
    text,
  );
}

// All counters of a stack side by side on a small tray.
export function fan(space, pieces, place, scale) {
  const columns = Math.min(pieces.length, pieces.length > 12 ? 6 : pieces.length > 4 ? 4 : pieces.length);
  const rows = Math.ceil(pieces.length / columns),
    step = COUNTER + 160;
  const [width, height] = [columns * step + 160, rows * step + 160];
  const group = svgElement("g", { class: "fan", "data-fan": space, role: "group", "aria-label": place.label });
  group.append(svgElement("rect", { class: "tray", x: -width / 2, y: -height / 2, width, height, rx: 160 }));
  pieces.forEach((piece, at) => {
    const x = ((at % columns) - (columns - 1) / 2) * step,
      y = (Math.floor(at / columns) - (rows - 1) / 2) * step;
    group.append(counter(piece, [x, y]));
  });
  group.dataset.width = width * scale;
  group.dataset.height = height * scale;
  return group;
}
