// The controls of a film, over the map: play and pause, steps, the scrubber, the speed, and a button that ends it.

import { button, byId, element, svgElement } from "./dom.js";
import { capitalize, translate } from "./i18n.js";

/** @import { Game } from "../protocol.js" */
/** @import { Line } from "./log-line.js" */
/** @import { Store } from "./store.js" */
/**
 * @typedef {object} FilmActions
 * @property {() => unknown} toggle
 * @property {() => unknown} pause
 * @property {() => unknown} step
 * @property {() => unknown} back
 * @property {() => unknown} changeSpeed
 * @property {() => unknown} end
 * @property {(moment: number) => unknown} seek
 */

const ICONS = {
  play: "M7 4l13 8-13 8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  step: "M5 4l11 8-11 8zM17 4h3v16h-3z",
  back: "M19 4L8 12l11 8zM4 4h3v16H4z",
};
/** How long the scrubber must rest before a moment is loaded, in milliseconds. */
const SCRUB_DELAY = 60;

export class FilmControls {
  #timer = 0;

  /**
   * @param {Store} store
   * @param {FilmActions} actions
   */
  constructor(store, actions) {
    this.store = store;
    this.caption = element("p", { class: "film-caption" });
    this.spoken = element("p", { class: "heard", "aria-live": "polite" });
    this.back = iconButton(ICONS.back, translate("Previous step"), actions.back);
    this.play = iconButton(ICONS.play, translate("Play"), actions.toggle, "go");
    this.step = iconButton(ICONS.step, translate("Next step"), actions.step);
    this.scrubber = element("input", { type: "range", "aria-label": translate("Moment of the film") });
    this.scrubber.oninput = () => {
      const moment = Number(this.scrubber.value);
      actions.pause();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => actions.seek(moment), SCRUB_DELAY);
    };
    this.speed = button("", actions.changeSpeed, { class: "film-speed" });
    this.end = button("", actions.end, { class: "film-end" });
    const row = [this.back, this.play, this.step, this.scrubber, this.speed, this.end];
    const attributes = { id: "film", role: "group", "aria-label": translate("Film") };
    this.host = element("div", attributes, this.caption, element("div", { class: "film-row" }, row), this.spoken);
  }

  /**
   * @param {number} first the first moment
   * @param {number} last the last moment
   * @param {string} end the label of the button that ends the film
   */
  open(first, last, end) {
    Object.assign(this.scrubber, { min: `${first}`, max: `${last}`, value: `${first}` });
    this.end.textContent = end;
    this.caption.textContent = "";
    byId("map").append(this.host);
  }

  close() {
    clearTimeout(this.#timer);
    this.host.remove();
  }

  /**
   * @param {boolean} isPlaying
   * @param {number} speed
   */
  showState(isPlaying, speed) {
    const name = isPlaying ? translate("Pause") : translate("Play");
    this.play.setAttribute("aria-label", name);
    this.play.title = name;
    this.play.querySelector("path")?.setAttribute("d", isPlaying ? ICONS.pause : ICONS.play);
    this.speed.textContent = `${speed}×`;
    this.speed.setAttribute("aria-label", translate("Speed: {1}×", speed));
    this.speed.title = translate("Speed: {1}×", speed);
  }

  /** @param {number} moment */
  showMoment(moment) {
    this.scrubber.value = `${moment}`;
  }

  /**
   * Shows what happens in a step, and tells it to screen readers.
   * @param {Line[]} lines
   * @param {Game} game
   * @param {boolean} [isNewTurn]
   */
  tell(lines, game, isNewTurn = false) {
    const side = this.store.map.sides.find(({ name }) => lines.some((line) => line.side === name));
    const heading = isNewTurn || lines.length === 0 ? headingOf(game) : [];
    const text = [...heading, ...lines.map((line) => capitalize(line.text))].join(" · ");
    this.caption.textContent = text;
    this.caption.style.setProperty("--fill", side?.fill ?? "transparent");
    this.spoken.textContent = text;
  }
}

/**
 * @param {string} icon
 * @param {string} name
 * @param {() => unknown} action
 * @param {string} [kind]
 */
function iconButton(icon, name, action, kind = "") {
  const made = button("", action, { class: `film-button ${kind}`, "aria-label": name, title: name });
  made.append(svgElement("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svgElement("path", { d: icon })));
  return made;
}

/** @param {Game} game */
function headingOf({ setup, turn, date, phase }) {
  return [setup ? translate("Set-up") : translate("Turn {1}", turn), date ?? "", phase ?? ""].filter(Boolean);
}
