// The map of a finished game as a small picture, with a slider over the turns.

import { game } from "./api.js";
import { Board } from "./board.js";
import { button, element, svgElement } from "./dom.js";
import { translate } from "./i18n.js";
import { defined } from "./lists.js";
import { Owners } from "./owners.js";
import { ObservableSnapshot } from "./snapshot.js";

/** @import { Frame, TurnEnd } from "./end-statistics.js" */
/** @import { Snapshot } from "../protocol.js" */
/** @import { Store } from "./store.js" */

export class EndMap {
  snapshot = new ObservableSnapshot();
  /** @type {TurnEnd[]} */
  #turns = [];
  /** @type {number | null} The moment that is shown; `null` for the end. */
  moment = null;
  #requests = 0;

  /**
   * @param {Store} store
   * @param {string} picture
   * @param {(turn: number) => string} nameOf the name of the state after a turn
   */
  constructor(store, picture, nameOf) {
    this.nameOf = nameOf;
    const sight = element("div", { class: "end-sight", inert: true });
    this.frame = element("div", { class: "end-map", role: "img", "aria-label": translate("Map") }, sight);
    // The page scrolls, not the map.
    this.frame.addEventListener("wheel", (event) => event.stopPropagation(), { capture: true });
    const { map } = store;
    this.board = new Board(sight, picture, { ...map, spaces: { ...map.spaces } });
    // The picture is not drawn again for paper.
    addEventListener("beforeprint", () => this.#setWidth(`${this.frame.offsetWidth}px`));
    addEventListener("afterprint", () => this.#setWidth(""));
    const { width, height } = this.board.zoom.ground;
    this.frame.style.setProperty("--ratio", `${width / height}`);
    this.#drawChanges(store);
    this.slider = element("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": translate("Turn") });
    this.slider.oninput = () => this.#go(Number(this.slider.value));
    this.dots = element("span", { class: "dots", "aria-hidden": "true" });
    this.label = element("p", { class: "end-turn", "aria-live": "polite" });
    this.host = element("figure", { class: "end-figure" }, this.frame, this.#scrubber(), this.label);
  }

  /** @param {Store} store */
  #drawChanges(store) {
    const { board, snapshot } = this;
    snapshot.on("stack/", (spaces) => {
      for (const space of spaces) board.draw(space, snapshot.get(`stack/${space}`));
    });
    snapshot.on("stand/", (units) => {
      for (const unit of units) board.tableUnits?.draw(unit, snapshot.get(`stand/${unit}`));
    });
    snapshot.on("game", () => board.showTurn(snapshot.get("game")?.turn ?? 0));
    const view = { board, snapshot, side: (/** @type {string} */ name) => store.side(name) };
    new Owners(/** @type {Store} */ (/** @type {unknown} */ (view)));
  }

  /** @param {string} width */
  #setWidth(width) {
    this.frame.style.width = width;
  }

  #scrubber() {
    const step = (/** @type {number} */ by) => () => this.#go(Number(this.slider.value) + by);
    const attributes = (/** @type {string} */ title) => ({ title, "aria-label": title });
    return element(
      "div",
      { class: "scrubber" },
      button("◀", step(-1), attributes(translate("previous turn"))),
      element("span", { class: "track" }, this.dots, this.slider),
      button("▶", step(1), attributes(translate("next turn"))),
    );
  }

  /**
   * Shows the end.
   * @param {Snapshot} last
   */
  showEnd(last) {
    this.#show(null, last, "");
  }

  /**
   * Sets the turns over which the slider goes.
   * @param {Frame[]} frames
   */
  setTurns(frames) {
    this.#turns = frames;
    this.snapshots = new Map(frames.map(({ moment, snapshot }) => [moment, snapshot]));
    this.slider.max = `${frames.length - 1}`;
    this.slider.value = this.slider.max;
    this.dots.replaceChildren(...frames.map(() => element("i")));
    this.dots.style.setProperty("--count", `${frames.length}`);
    this.label.textContent = this.#title(frames.length - 1);
    this.#tell();
  }

  /** @param {number} i */
  #title(i) {
    const { turn } = this.#turns[i];
    return turn === 0 ? translate("Set-up") : this.nameOf(turn);
  }

  /** @param {number} wanted */
  #go(wanted) {
    const i = Math.max(0, Math.min(wanted, this.#turns.length - 1));
    this.slider.value = `${i}`;
    const { moment } = this.#turns[i];
    const snapshot = this.snapshots?.get(moment);
    if (snapshot) this.#show(i === this.#turns.length - 1 ? null : moment, snapshot, this.#title(i));
  }

  /**
   * Shows a moment, and places where something happened then.
   * @param {number} moment
   * @param {string[]} spaces
   * @param {string} title
   */
  async showEvent(moment, spaces, title) {
    this.#requests += 1;
    const request = this.#requests;
    const snapshot = await game.moment(moment).catch(() => null);
    if (!snapshot || request !== this.#requests) return;
    const next = this.#turns.findIndex((turn) => turn.moment >= moment);
    this.slider.value = `${next < 0 ? this.#turns.length - 1 : next}`;
    this.#show(moment, snapshot, title);
    const { board } = this;
    const places = spaces.filter((space) => board.at(space));
    const outlines = places.map((space) => board.outline(space, { class: "pointed" }));
    board.layer("marks").append(svgElement("g", { class: "event-places" }, outlines));
    if (places.length) board.zoom.show(defined(places.map((space) => board.at(space))));
  }

  /**
   * @param {number | null} moment
   * @param {Snapshot} snapshot
   * @param {string} title
   */
  #show(moment, snapshot, title) {
    this.#requests += 1;
    this.moment = moment;
    this.board.layer("marks").querySelector(".event-places")?.remove();
    this.snapshot.replace(new Map(Object.entries(snapshot)));
    this.board.zoom.showGround();
    this.label.textContent = title;
    this.#tell();
  }

  // What the picture shows, for those who cannot see it.
  #tell() {
    const at = Number(this.slider.value);
    for (const [i, dot] of [...this.dots.children].entries()) dot.classList.toggle("now", i === at);
    this.slider.setAttribute("aria-valuetext", this.label.textContent ?? "");
    this.frame.setAttribute("aria-label", `${translate("Map")}: ${this.label.textContent}`);
  }
}
