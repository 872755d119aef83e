// The hand on the map: a tap, a drag of a unit, a drag of the map, two fingers.

const STILL = 7; // pixels

export class Pointer {
  #fingers = new Map();
  #drag = null; // { from, move, drop, cancel } of a unit, or null for the map
  #moved = false;

  // does: { tap(element, event), lift(element, at, event) → a drag or null, pan(dx, dy), pinch(factor, at), hover(element, event) }
  constructor(host, does) {
    this.does = does;
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", (event) => this.#up(event));
    host.addEventListener("pointercancel", (event) => this.#cancel(event));
    host.addEventListener("pointerleave", () => does.hover(null));
    this.host = host;
  }

  #down(event) {
    if (event.button !== 0) return;
    this.#fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.#fingers.size > 1) return this.#drop(null);
    this.start = [event.clientX, event.clientY];
    this.target = event.target;
    this.#moved = false;
  }

  #move(event) {
    const at = [event.clientX, event.clientY];
    const before = this.#fingers.get(event.pointerId);
    if (!before) return this.does.hover(event.target, event);
    if (this.#fingers.size === 2) this.#pinch(event.pointerId, at);
    else this.#one(event, before, at);
    this.#fingers.set(event.pointerId, at);
  }

  #one(event, before, at) {
    if (!this.#moved && distance(this.start, at) > STILL) {
      this.#moved = true;
      this.#drag = this.does.lift(this.target, this.start, event);
      this.host.setPointerCapture(event.pointerId);
      this.host.classList.toggle("panning", !this.#drag);
    }
    if (!this.#moved) return;
    if (this.#drag) this.#drag.move(...at);
    else this.does.pan(at[0] - before[0], at[1] - before[1]);
  }

  #pinch(finger, at) {
    const other = [...this.#fingers].find(([id]) => id !== finger)[1];
    const before = this.#fingers.get(finger);
    const middle = [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2];
    this.#moved = true;
    this.does.pinch(distance(at, other) / Math.max(distance(before, other), 1), middle);
    this.does.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
  }

  #up(event) {
    if (!this.#fingers.delete(event.pointerId)) return;
    const wasTap = !this.#moved && this.#fingers.size === 0;
    this.#drop([event.clientX, event.clientY]);
    if (wasTap) this.does.tap(this.target, event);
  }

  #cancel(event) {
    this.#fingers.delete(event.pointerId);
    this.#drop(null);
  }

  #drop(at) {
    const drag = this.#drag;
    this.#drag = null;
    this.host.classList.remove("panning");
    if (drag) at ? drag.drop(...at) : drag.cancel();
  }
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
