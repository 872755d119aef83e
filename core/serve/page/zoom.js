// What part of the map is seen: wheel, pinch, drag and keys move it.

const CLOSEST = 90; // pixels of a counter

export class Zoom {
  // box: what is seen, in the map's units
  constructor(sheets, host, counter) {
    Object.assign(this, { sheets, host, counter });
    const { x, y, width, height } = sheets[0].viewBox.baseVal;
    this.whole = { x, y, width, height };
    this.box = { ...this.whole };
    new ResizeObserver(() => this.#resized()).observe(host);
    host.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.fit();
  }

  get size() {
    return { width: Math.max(this.host.clientWidth, 1), height: Math.max(this.host.clientHeight, 1) };
  }

  // Pixels for a unit of the map.
  get scale() {
    return this.size.width / this.box.width;
  }

  get least() {
    return Math.min(this.size.width / this.whole.width, this.size.height / this.whole.height);
  }

  // The whole map.
  fit() {
    this.#look(this.whole.x + this.whole.width / 2, this.whole.y + this.whole.height / 2, this.least);
  }

  // These points; counters stay legible even if not everything can be seen then.
  show(points, legible = 34) {
    if (points.length === 0) return this.fit();
    const xs = points.map((at) => at[0]),
      ys = points.map((at) => at[1]);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = Math.min(this.size.width / (right - left + 6000), this.size.height / (bottom - top + 6000));
    const wish = Math.max(Math.min(room, 60 / this.counter), Math.min(legible / this.counter, 1));
    this.#look((left + right) / 2, (top + bottom) / 2, Math.max(wish, this.least));
  }

  // Brings a point into view, if it is not.
  reveal([x, y]) {
    const { box } = this,
      edge = 0.06;
    const isSeen =
      x > box.x + box.width * edge &&
      x < box.x + box.width * (1 - edge) &&
      y > box.y + box.height * edge &&
      y < box.y + box.height * (1 - edge);
    if (!isSeen) this.#look(x, y, this.scale);
  }

  // Moves the map no farther than needed to see these points; says whether they fit.
  include(points) {
    const { box } = this,
      edge = this.counter;
    const along = (from, length, at) => {
      const least = Math.min(...at) - edge,
        most = Math.max(...at) + edge;
      return most - least > length ? null : Math.max(Math.min(0, least - from), most - from - length);
    };
    const [dx, dy] = [
      along(
        box.x,
        box.width,
        points.map((at) => at[0]),
      ),
      along(
        box.y,
        box.height,
        points.map((at) => at[1]),
      ),
    ];
    if (dx === null || dy === null) return false;
    if (dx !== 0 || dy !== 0) this.#look(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy, this.scale);
    return true;
  }

  sees([x, y]) {
    const { box } = this;
    return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  }

  // Closer by a factor, around a point of the window.
  by(factor, at = null) {
    const place = this.host.getBoundingClientRect();
    const [px, py] = at ? [at[0] - place.left, at[1] - place.top] : [place.width / 2, place.height / 2];
    const x = this.box.x + px / this.scale,
      y = this.box.y + py / this.scale;
    const scale = this.#allowed(this.scale * factor);
    const { width, height } = this.size;
    this.#look(x + (width / 2 - px) / scale, y + (height / 2 - py) / scale, scale);
  }

  // Moves the map under the window by pixels.
  pan(dx, dy) {
    const { box } = this;
    this.#look(box.x + box.width / 2 - dx / this.scale, box.y + box.height / 2 - dy / this.scale, this.scale);
  }

  #wheel(event) {
    event.preventDefault();
    this.by(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), [event.clientX, event.clientY]);
  }

  #resized() {
    this.#look(
      this.box.x + this.box.width / 2,
      this.box.y + this.box.height / 2,
      this.isWhole ? this.least : this.scaleBefore,
    );
  }

  #allowed(scale) {
    return Math.min(Math.max(scale, this.least), Math.max(CLOSEST / this.counter, this.least));
  }

  // The middle stays on the paper.
  #look(x, y, wish) {
    const scale = this.#allowed(wish),
      { width, height } = this.size,
      { whole } = this;
    const box = { width: width / scale, height: height / scale };
    const within = (middle, room, from, length) =>
      room >= length ? from + length / 2 : Math.min(Math.max(middle, from + room / 2), from + length - room / 2);
    box.x = within(x, box.width, whole.x, whole.width) - box.width / 2;
    box.y = within(y, box.height, whole.y, whole.height) - box.height / 2;
    this.box = box;
    this.scaleBefore = scale;
    this.isWhole = scale <= this.least * 1.001;
    this.#draw();
  }

  #draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      const { x, y, width, height } = this.box;
      this.sheets.forEach((sheet) => sheet.setAttribute("viewBox", `${x} ${y} ${width} ${height}`));
    });
  }
}
