// A ruler: from place to place, or from the nearest point of one base to that of another, as the rules measure.

import { svgElement } from "./dom.js";

export class Ruler {
  #line = null;
  isOn = false;

  constructor(field) {
    this.field = field;
  }

  turn() {
    this.isOn = !this.isOn;
    if (!this.isOn) this.close();
    return this.isOn;
  }

  // A drag that measures begins here.
  drag(x, y) {
    const from = this.#thing(x, y);
    return {
      move: (x, y) => this.#show(from, this.#thing(x, y)),
      drop: (x, y) => this.#show(from, this.#thing(x, y)),
      cancel: () => this.close(),
    };
  }

  // The base there, or the place.
  #thing(x, y) {
    const at = this.field.under(x, y).map(Math.round);
    const base = this.field.board
      .bases()
      .find(({ left, right, top, bottom }) => left <= at[0] && at[0] <= right && top <= at[1] && at[1] <= bottom);
    return base ?? { left: at[0], right: at[0], top: at[1], bottom: at[1] };
  }

  #show(from, to) {
    this.close();
    const unit = this.field.map.drawn,
      [a, b] = nearest(from, to);
    const text = this.field.writeLength(Math.hypot(a[0] - b[0], a[1] - b[1]));
    const [x, y] = [((a[0] + b[0]) / 2) * unit, ((a[1] + b[1]) / 2) * unit],
      size = 15 / this.field.board.zoom.scale;
    const line = `M${a.map((one) => one * unit).join(" ")}L${b.map((one) => one * unit).join(" ")}`;
    const end = ([x, y]) => svgElement("circle", { cx: x * unit, cy: y * unit, r: size / 3 });
    this.#line = svgElement(
      "g",
      { class: "ruler-line", "data-length": text },
      svgElement("path", { class: "under", d: line, "stroke-width": size / 2.5 }),
      svgElement("path", { d: line, "stroke-width": size / 5 }),
      end(a),
      end(b),
      svgElement(
        "text",
        { x, y: y - size / 2, "font-size": size, "text-anchor": "middle", "stroke-width": size / 3 },
        text,
      ),
    );
    this.field.board.layer("marks").append(this.#line);
  }

  close() {
    const was = this.#line;
    was?.remove();
    this.#line = null;
    return Boolean(was);
  }
}

// The nearest points of two rectangles; where they lie side by side, the middle of what they share.
function nearest(one, other) {
  const along = (low, high) => {
    if (one[high] < other[low]) return [one[high], other[low]];
    if (other[high] < one[low]) return [one[low], other[high]];
    const middle = (Math.max(one[low], other[low]) + Math.min(one[high], other[high])) / 2;
    return [middle, middle];
  };
  const [ax, bx] = along("left", "right"),
    [ay, by] = along("top", "bottom");
  return [
    [ax, ay],
    [bx, by],
  ];
}
