// Everything by keyboard: Tab and arrows move between what is lit, by its position on the map.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keyboard {
  // does: { choose(element), back(), help(), look(), type(key), told(text), measure() }
  constructor(store, lights, does, { field, ruler }) {
    Object.assign(this, { store, lights, does, field, ruler, isUsed: false });
    document.addEventListener("keydown", (event) => this.#down(event));
    document.addEventListener("pointerdown", () => {
      this.isUsed = false;
    });
  }

  #down(event) {
    if (document.querySelector("dialog[open]")) return;
    const isTyping = event.target.matches?.("input, select, textarea");
    if (isTyping && event.key !== "Escape") return;
    this.isUsed = true;
    const act = this.#act(event);
    if (act) {
      event.preventDefault();
      act();
    }
  }

  #act(event) {
    const { key } = event;
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) return () => this.store.send();
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    const isOnMap = this.#isOnMap(event.target);
    if (key === "Tab") return isOnMap ? this.#tab(event.shiftKey) : null;
    if (ARROWS[key]) return this.#isInList(event.target) ? null : () => this.#arrow(ARROWS[key]);
    // A key that is held down decides nothing twice.
    if (event.repeat && ["Enter", " ", "x", "X"].includes(key)) return () => {};
    if (this.field.places && key === "Enter" && this.field.aimed && !event.target.closest?.("button"))
      return () => this.field.choose(this.field.aimed);
    if (this.field.places && /^[0-9]$/.test(key)) return () => this.does.type(key);
    if (key === "Enter" || key === " ") return this.#chosen() ? () => this.does.choose(this.#chosen()) : null;
    return this.#letter(key);
  }

  #letter(key) {
    switch (key) {
      case "Escape":
        return () => this.does.back();
      case "u":
      case "U":
        return () => this.store.undo();
      case "r":
      case "R":
        return () => this.store.redo();
      case "x":
      case "X":
        return () => this.store.stop();
      case "?":
        return () => this.does.help();
      case "+":
      case "=":
        return () => this.store.board.zoom.by(1.3);
      case "-":
        return () => this.store.board.zoom.by(1 / 1.3);
      case "0":
        return () => this.store.board.zoom.fit();
      case "f":
      case "F":
        return () => this.#find();
      case "h":
      case "H":
        return () => this.store.hurry();
      case "m":
      case "M":
        return this.field.map ? () => this.does.measure() : null;
      case "PageDown":
        return () => this.store.board.zoom.pan(0, -160);
      case "PageUp":
        return () => this.store.board.zoom.pan(0, 160);
      default:
        return null;
    }
  }

  #find() {
    this.does.look();
    requestAnimationFrame(
      () => this.lights.things().length > 0 && this.focus(this.#nearest(this.lights.things()).element),
    );
  }

  #isOnMap(target) {
    return target === document.body || (document.querySelector("#map").contains(target) && !target.closest("button"));
  }

  #isInList(target) {
    return target.closest?.("[role=tablist], .log, .scroll");
  }

  // What has the focus, if it is lit.
  #chosen() {
    const { activeElement } = document;
    return activeElement?.closest?.(".layer-units, .layer-offer, .layer-marks") ? activeElement : null;
  }

  // Tab leaves the map after the last thing that is lit.
  #tab(isBack) {
    const things = this.lights.things();
    const at = things.findIndex((thing) => thing.element === document.activeElement);
    const next = at < 0 ? (isBack ? -1 : 0) : at + (isBack ? -1 : 1);
    return things[next] ? () => this.focus(things[next].element) : null;
  }

  // The nearest thing in a direction; what lies aside counts as farther.
  #arrow([dx, dy]) {
    if (this.field.places) return this.does.told(this.field.step([dx, dy]));
    const things = this.lights.things();
    const here = things.find((thing) => thing.element === document.activeElement);
    if (things.length === 0) return this.store.board.zoom.pan(-dx * 80, -dy * 80);
    if (!here) return this.focus(this.#nearest(things).element);
    const far = ({ x, y }) => {
      const along = (x - here.x) * dx + (y - here.y) * dy,
        aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      return along > 1 ? along + 2.2 * aside : Infinity;
    };
    const next = things.map((thing) => ({ thing, far: far(thing) })).sort((a, b) => a.far - b.far)[0];
    if (next.far < Infinity) this.focus(next.thing.element);
  }

  // To the place where the focus was before the board changed, or the middle.
  #nearest(things) {
    const { left, top, width, height } = document.querySelector("#map").getBoundingClientRect();
    const [x, y] = this.last ?? [left + width / 2, top + height / 2];
    const far = (thing) => Math.hypot(thing.x - x, thing.y - y);
    return [...things].sort((a, b) => far(a) - far(b))[0];
  }

  focus(element) {
    const space = element.closest("[data-space]")?.dataset.space;
    if (space && this.store.board.at(space)) this.store.board.zoom.reveal(this.store.board.at(space));
    element.focus({ preventScroll: true });
    const { left, top, width, height } = element.getBoundingClientRect();
    this.last = [left + width / 2, top + height / 2];
  }

  // Whoever plays by keyboard finds the focus on the board after every answer.
  refocus() {
    const { activeElement } = document;
    const isLost =
      !activeElement ||
      activeElement === document.body ||
      !activeElement.isConnected ||
      activeElement.id === "map" ||
      (activeElement.closest(".board") && activeElement.getAttribute("role") !== "button");
    if (!this.isUsed || !isLost) return;
    const things = this.lights.things();
    if (things.length > 0) this.focus(this.#nearest(things).element);
    else
      (
        document.querySelector(
          "#buttons .send:enabled, #buttons .word, #panel .waiting button, #panel .options button",
        ) ?? document.querySelector("#map")
      ).focus();
  }
}
