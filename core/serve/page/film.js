// Films of the past: what other sides did since the player's last decision, or any range that the player chooses. The
// board shows one moment after another; the present stays as it is.

import { Camera } from "./film-camera.js";
import { FilmControls } from "./film-controls.js";
import { memory, SPEEDS } from "./film-memory.js";
import { Motion } from "./film-motion.js";
import { Reel } from "./film-reel.js";
import { Scene } from "./film-scene.js";
import { changesBetween, isMarch, isVisible } from "./film-steps.js";
import { byId } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { Absence, Snapshot } from "../protocol.js" */
/** @import { Changes, Step } from "./film-steps.js" */
/** @import { Store } from "./store.js" */
/** @typedef {{ first: number, last: number, isAutomatic: boolean, returnTo: number | null }} Range */
/**
 * @typedef {object} FilmHost what a film needs of the page
 * @property {(snapshot: Snapshot | null) => void} show shows a past snapshot, or the present
 * @property {(moment: number) => void} lookBack goes back to the past moment that was shown before
 * @property {() => void} onEnd called when the present is shown again after what the player missed
 */

/** How long a step is shown after it has happened, in milliseconds: a move, a battle, and more for long texts. */
const HOLD = 250;
const HOLD_BATTLE = 1100;
const HOLD_CHARACTER = 9;
const MAX_HOLD = 1800;
/** How long a step is shown if nothing moves, in milliseconds. */
const CALM_HOLD = 2500;
/** The number of moments above which units of a side move together. */
const LONG = 150;

export class Film {
  /** @type {Range | null} */
  #range = null;
  #reel = new Reel(0);
  /** The moment that is shown, or that the current step leads to. */
  #at = 0;
  #isPlaying = false;
  /** The number of the current run: what belongs to an earlier run stops. */
  #run = 0;
  #isRunning = false;
  #motion = new Motion();

  /**
   * @param {Store} store
   * @param {FilmHost} host
   */
  constructor(store, host) {
    this.store = store;
    this.host = host;
    this.camera = new Camera(store.board, this.#motion);
    this.scene = new Scene(store.board, this.#motion);
    this.controls = new FilmControls(store, {
      toggle: () => this.toggle(),
      step: () => this.step(),
      back: () => this.back(),
      changeSpeed: () => this.#changeSpeed(),
      end: () => this.skip(),
      seek: (moment) => this.#seek(moment),
    });
    store.onSend(() => {
      memory.decided = store.game.moment ?? 0;
    });
    store.snapshot.on("game", () => {
      if (store.isPresent && !store.isHandedOver) memory.trim(store.game.moment ?? 0);
    });
    document.addEventListener("visibilitychange", () => this.#followVisibility());
  }

  get isOpen() {
    return this.#range !== null;
  }

  get #isSmooth() {
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /**
   * Shows what the player missed, unless they have seen it or have begun to answer.
   * @param {Absence} absence
   */
  async offer(absence) {
    const { store } = this;
    if (!memory.isAutomatic || !this.#canStart(store.question?.number)) return;
    const number = store.question?.number;
    const last = store.game.moment ?? 0;
    const reel = new Reel(last);
    const first = await this.#firstMissed(reel, absence);
    if (first === null || first >= last) return;
    const step = await nextStep(reel, first, last);
    await untilVisible();
    if (!step) memory.seen = last;
    if (!step || !this.#canStart(number) || store.game.moment !== last) return;
    this.#start(reel, { first, last, isAutomatic: true, returnTo: null });
  }

  /** @param {number | undefined} number the number of the question for which the film was made */
  #canStart(number) {
    const { store } = this;
    const isFree = store.isPresent && !store.isHandedOver && !document.querySelector("dialog[open]");
    return isFree && !this.isOpen && store.question?.number === number && store.answer.picked.length === 0;
  }

  /**
   * Returns the first moment after the player's last decision that they have not seen; `null` if it is unknown.
   * @param {Reel} reel
   * @param {Absence} absence
   */
  async #firstMissed(reel, { log_lines }) {
    const seen = memory.seen;
    const { decided } = memory;
    const latest = await reel.at(reel.last - 1, -1);
    if (!latest || latest.question || latest.game.setup) return null;
    if (decided !== null && decided < reel.last) {
      const then = await reel.at(decided);
      if (then?.question && lineCount(then) === log_lines) return Math.max(seen, decided + 1);
    }
    for (let moment = reel.last - 2; moment >= seen; moment--) {
      const past = await reel.at(moment, -1);
      if (!past || past.question || past.game.setup) return past && moment + 1;
    }
    return seen;
  }

  /**
   * Plays a range of the past.
   * @param {number} first
   * @param {number} last
   */
  open(first, last) {
    this.#close();
    this.#start(new Reel(last), { first, last, isAutomatic: false, returnTo: this.store.pastMoment });
  }

  /**
   * @param {Reel} reel
   * @param {Range} range
   */
  async #start(reel, range) {
    this.#range = range;
    this.#reel = reel;
    this.#at = range.first;
    this.store.board.closeFan();
    this.store.film = range.isAutomatic
      ? translate("While you were away: you are watching the past.")
      : translate("You are watching the past.");
    this.controls.open(range.first, range.last, range.isAutomatic ? translate("Skip") : translate("Close"));
    this.controls.showState(false, memory.speed);
    this.#motion.rate = memory.speed;
    document.body.classList.add("past", "film");
    byId("news").setAttribute("aria-live", "off");
    await this.#still(range.first);
    if (this.#range !== range) return;
    if (this.#isSmooth) this.#play();
    else if (range.isAutomatic) this.step();
  }

  /**
   * Shows a moment without motion. Returns whether it could be loaded.
   * @param {number} moment
   */
  async #still(moment) {
    const run = this.#interrupt();
    this.#at = moment;
    this.controls.showMoment(moment);
    const snapshot = await this.#reel.at(moment);
    if (run !== this.#run || !this.#range) return;
    if (!snapshot) return this.#fail();
    this.scene.clear();
    this.#show(moment, snapshot);
    this.controls.tell([], headingOf(snapshot));
  }

  /**
   * @param {number} moment
   * @param {Snapshot} snapshot
   */
  #show(moment, snapshot) {
    const { store } = this;
    const wasPresent = store.isPresent;
    store.pastMoment = moment;
    store.comparison = null;
    this.host.show(snapshot);
    if (wasPresent) store.refresh();
  }

  /** Ends what is running. Returns the number of the new run. */
  #interrupt() {
    this.#run += 1;
    this.#isRunning = false;
    this.#isPlaying = false;
    this.#motion.cancel();
    this.#showState();
    return this.#run;
  }

  #showState() {
    this.controls.showState(this.#isPlaying, memory.speed);
  }

  toggle() {
    if (this.#isPlaying) return this.#pause();
    if (this.#isRunning) {
      this.#isPlaying = true;
      this.#motion.resume();
      return this.#showState();
    }
    return this.#play();
  }

  #pause() {
    this.#isPlaying = false;
    this.#motion.pause();
    this.#showState();
  }

  async #play() {
    const range = this.#range;
    if (range && this.#at >= range.last) await this.#still(range.first);
    const run = this.#interrupt();
    this.#isPlaying = true;
    this.#isRunning = true;
    this.#showState();
    while (await this.#perform(run)) await this.#hold(run);
    if (run === this.#run) this.#finish();
  }

  /** Plays the next step, and stays there. */
  async step() {
    const run = this.#interrupt();
    this.#isRunning = true;
    const isDone = await this.#perform(run);
    if (run !== this.#run) return;
    this.#isRunning = false;
    this.#isPlaying = false;
    if (!isDone) this.#finish();
  }

  /** Goes to the moment before the last step. */
  async back() {
    const run = this.#interrupt();
    const range = this.#range;
    const now = await this.#reel.at(this.#at, -1);
    for (let moment = this.#at - 1; now && range && moment >= range.first; moment--) {
      const past = await this.#reel.at(moment, -1);
      if (run !== this.#run) return;
      if (past && isVisible(changesBetween(past, now))) return this.#still(moment);
    }
    if (range && run === this.#run) return this.#still(range.first);
  }

  /** @param {number} moment */
  #seek(moment) {
    return this.#still(moment);
  }

  #changeSpeed() {
    memory.speed = SPEEDS[(SPEEDS.indexOf(memory.speed) + 1) % SPEEDS.length];
    this.#motion.rate = memory.speed;
    this.#showState();
  }

  /**
   * Shows the next step. Returns whether there was one and nothing interrupted it.
   * @param {number} run
   */
  async #perform(run) {
    const range = this.#range;
    if (!range) return false;
    const step = await nextStep(this.#reel, this.#at, range.last);
    await this.#motion.resumed();
    if (!step || run !== this.#run) return false;
    this.#announce(step);
    const isCurrent = () => run === this.#run;
    await this.#enact(step, isCurrent);
    if (isCurrent() && range.isAutomatic) memory.seen = step.to;
    return isCurrent();
  }

  /** @param {Step} step */
  #announce({ to, after, changes }) {
    this.#at = to;
    this.controls.showMoment(to);
    this.controls.tell(changes.lines, changes.turn !== null || changes.lines.length === 0 ? headingOf(after) : "");
  }

  /**
   * @param {Step} step
   * @param {() => boolean} isCurrent returns whether nothing has interrupted the step
   */
  async #enact(step, isCurrent) {
    const { changes, before, eve, after, to } = step;
    const { scene } = this;
    const isSmooth = this.#isSmooth;
    scene.clear();
    if (eve !== before) this.#show(to - 1, eve);
    await this.camera.show(scene.points(changes), isSmooth);
    if (isCurrent() && changes.turn !== null && isSmooth) await scene.changeTurn(before.game.turn, changes.turn);
    if (isCurrent()) await scene.fight(changes, isSmooth);
    if (isCurrent()) await scene.move(step, () => this.#show(to, after), isSmooth);
  }

  /** @param {number} run */
  async #hold(run) {
    if (run !== this.#run) return;
    await this.#motion.wait(this.#isSmooth ? this.#pause_(this.#at) : CALM_HOLD);
  }

  #finish() {
    const range = this.#range;
    if (!range) return;
    this.#interrupt();
    if (range.isAutomatic) return this.skip();
    this.#still(range.last);
  }

  // The past may be lost if rules have changed.
  #fail() {
    this.skip();
  }

  /** Ends the film, and shows what was shown before. */
  skip() {
    const range = this.#range;
    if (!range) return;
    if (range.isAutomatic) memory.seen = range.last;
    this.#close();
    if (range.returnTo !== null) return this.host.lookBack(range.returnTo);
    document.body.classList.remove("past");
    this.store.pastMoment = null;
    this.host.show(null);
    this.store.refresh();
    this.camera.restore();
    if (range.isAutomatic) this.host.onEnd();
  }

  /** Ends the film because something else is shown. */
  leave() {
    if (this.#range?.isAutomatic) memory.seen = this.#range.last;
    this.#close();
  }

  #close() {
    if (!this.#range) return;
    this.#interrupt();
    this.#range = null;
    this.scene.clear();
    this.controls.close();
    this.camera.stop();
    this.store.film = null;
    document.body.classList.remove("film");
    byId("news").setAttribute("aria-live", "polite");
  }

  #followVisibility() {
    if (document.hidden && this.#isPlaying) this.#pause();
  }

  /**
   * Returns what a key does while a film is open.
   * @param {string} key
   */
  key(key) {
    if (!this.isOpen) return null;
    const actions = {
      " ": () => this.toggle(),
      ArrowRight: () => this.step(),
      ArrowLeft: () => this.back(),
      Escape: () => this.skip(),
    };
    return new Map(Object.entries(actions)).get(key) ?? null;
  }
}
