// Films of the past: what other sides did since the player's last decision, or any range that the player chooses. The
// board shows one moment after another; the present stays as it is.

import { byId } from "./dom.js";
import { Camera } from "./film-camera.js";
import { FilmControls } from "./film-controls.js";
import { firstMissed, momentBefore, nextStep, unitsAtOnce } from "./film-cut.js";
import { LiveWatch } from "./film-live.js";
import { memory, SPEEDS } from "./film-memory.js";
import { Motion } from "./film-motion.js";
import { Reel } from "./film-reel.js";
import { Scene } from "./film-scene.js";
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

/** How long a step is shown after it has happened, in milliseconds: at least, more for long texts, and at most. */
const HOLD = 150;
const HOLD_CHARACTER = 6;
const MAX_HOLD = 1500;
/** How long a step is shown if nothing moves, in milliseconds. */
const CALM_HOLD = 2500;

export class Film {
  /** @type {Range | null} */
  #range = null;
  #reel = new Reel(0);
  /** The moment that is shown, or that the current step leads to. */
  #at = 0;
  #isPlaying = false;
  /** The number of the current run. What belongs to an earlier run has no effect. */
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
    this.live = new LiveWatch(store);
    this.camera = new Camera(store.board, this.#motion);
    this.scene = new Scene(store.board, this.#motion);
    this.controls = new FilmControls(store, {
      toggle: () => this.toggle(),
      pause: () => this.#pause(),
      step: () => this.step(),
      back: () => this.back(),
      changeSpeed: () => this.#changeSpeed(),
      end: () => this.skip(),
      seek: (moment) => this.#still(moment),
    });
    store.onSend(() => {
      memory.decided = store.game.moment ?? 0;
    });
    store.snapshot.on("game", () => {
      if (store.isPresent && !store.isHandedOver) memory.trim(store.game.moment ?? 0);
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.#isPlaying) this.#pause();
    });
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
    const number = store.question?.number;
    const last = store.game.moment ?? 0;
    if (!memory.isAutomatic || last <= memory.seen) return;
    const reel = new Reel(last);
    const first = await firstMissed(reel, absence, memory);
    if (first === null || first >= last) return;
    const step = this.live.covers(first, last) ? null : await nextStep(reel, first, last);
    if (!step) memory.seen = last;
    await quiet();
    if (!step || !this.#canStart(number) || store.game.moment !== last) return;
    this.#start(reel, { first, last, isAutomatic: true, returnTo: null });
  }

  /** @param {number | undefined} number the number of the question for which the film was made */
  #canStart(number) {
    const { store } = this;
    const hasDialog = document.querySelector("dialog[open], [role=dialog]:not([hidden], dialog)") !== null;
    const isFree = store.isPresent && !store.isHandedOver && !this.isOpen && !hasDialog;
    return isFree && store.question?.number === number && store.answer.picked.length === 0;
  }

  /**
   * Plays a range of the past.
   * @param {number} first
   * @param {number} last
   */
  open(first, last) {
    const returnTo = this.#range ? this.#range.returnTo : this.store.pastMoment;
    this.leave();
    this.#start(new Reel(last), { first, last, isAutomatic: false, returnTo });
  }

  /**
   * @param {Reel} reel
   * @param {Range} range
   */
  async #start(reel, range) {
    const { first, last, isAutomatic } = range;
    this.#range = range;
    this.#reel = reel;
    this.#motion.rate = memory.speed;
    this.store.board.closeFan();
    this.store.film = isAutomatic
      ? translate("While you were away: you are watching the past.")
      : translate("You are watching the past.");
    this.controls.open(first, last, isAutomatic ? translate("Skip") : translate("Close"));
    document.body.classList.add("past", "film");
    byId("news").setAttribute("aria-live", "off");
    await this.#still(first);
    if (this.#range !== range) return;
    if (this.#isSmooth) this.#play();
    else this.step();
  }

  /**
   * Shows a moment without motion.
   * @param {number} moment
   */
  async #still(moment) {
    const run = this.#interrupt();
    this.#at = moment;
    this.controls.showMoment(moment);
    const snapshot = await this.#reel.at(moment);
    if (run !== this.#run || !this.#range) return;
    if (!snapshot) return this.skip();
    this.scene.clear();
    this.#show(moment, snapshot);
    this.controls.tell([], snapshot.game);
  }

  /**
   * @param {number} moment
   * @param {Snapshot} snapshot
   */
  #show(moment, snapshot) {
    const { store } = this;
    const wasPresent = store.isPresent;
    store.comparison = null;
    store.pastMoment = moment;
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

  /** Plays the film, or pauses it. */
  toggle() {
    if (this.#isPlaying) return this.#pause();
    if (!this.#isRunning) return this.#play();
    this.#isPlaying = true;
    this.#motion.resume();
    this.#showState();
  }

  #pause() {
    this.#isPlaying = false;
    this.#motion.pause();
    this.#showState();
  }

  async #play() {
    const range = this.#range;
    if (range && this.#at >= range.last) await this.#still(range.first);
    const run = this.#begin(true);
    let step = await this.#perform(run);
    while (step && run === this.#run) {
      await this.#motion.wait(this.#isSmooth ? hold(step.changes) : CALM_HOLD);
      step = await this.#perform(run);
    }
    if (run === this.#run) this.#finish();
  }

  /** @param {boolean} isPlaying */
  #begin(isPlaying) {
    const run = this.#interrupt();
    this.#isRunning = true;
    this.#isPlaying = isPlaying;
    this.#showState();
    return run;
  }

  /** Plays the next step only. */
  async step() {
    const run = this.#begin(false);
    const step = await this.#perform(run);
    if (run !== this.#run) return;
    if (!step) return this.#finish();
    this.#isRunning = false;
    if (this.#isPlaying) this.#play();
  }

  /** Goes to the moment before the last step. */
  async back() {
    const range = this.#range;
    if (!range) return;
    const run = this.#interrupt();
    const moment = await momentBefore(this.#reel, this.#at, range.first);
    if (run === this.#run) await this.#still(moment);
  }

  #changeSpeed() {
    memory.speed = SPEEDS[(SPEEDS.indexOf(memory.speed) + 1) % SPEEDS.length];
    this.#motion.rate = memory.speed;
    this.#showState();
  }

  /**
   * Shows the next step. Returns it; `null` if there is none.
   * @param {number} run
   */
  async #perform(run) {
    const range = this.#range;
    if (!range) return null;
    const step = await nextStep(this.#reel, this.#at, range.last, unitsAtOnce(range.first, range.last));
    if (run === this.#run) await this.#motion.resumed();
    if (!step || run !== this.#run) return null;
    this.#at = step.to;
    this.controls.showMoment(step.to);
    await this.#enact(step);
    if (range.isAutomatic) memory.seen = step.to;
    return step;
  }

  /** @param {Step} step */
  async #enact(step) {
    const { changes, from, before, eve, after, to } = step;
    const { scene } = this;
    const isSmooth = this.#isSmooth;
    scene.clear();
    if (this.store.pastMoment !== from) this.#show(from, before);
    if (changes.battle && eve !== before) this.#show(to - 1, eve);
    await this.camera.show(scene.points(changes), isSmooth);
    if (changes.turn !== null && isSmooth) await scene.changeTurn(before.game.turn, changes.turn);
    // The result of a battle is reported after the dice. Until then, the caption does not report the last step.
    if (changes.battle === null) this.#tell(step);
    else this.controls.tell([], eve.game);
    await scene.fight(changes, isSmooth);
    if (changes.battle) this.#tell(step);
    await scene.move(step, () => this.#show(to, after), isSmooth);
  }

  /** @param {Step} step */
  #tell({ changes, after }) {
    this.controls.tell(changes.lines, after.game, changes.turn !== null);
  }

  #finish() {
    const range = this.#range;
    if (!range) return;
    if (range.isAutomatic) return this.skip();
    this.#interrupt();
    this.#at = range.last;
    this.controls.showMoment(range.last);
  }

  /** Ends the film, and shows what was shown before. */
  skip() {
    const range = this.#range;
    if (!range) return;
    this.leave();
    if (range.returnTo !== null) return this.host.lookBack(range.returnTo);
    document.body.classList.remove("past");
    this.store.pastMoment = null;
    this.host.show(null);
    this.store.refresh();
    this.camera.restore();
    if (range.isAutomatic) this.host.onEnd();
  }

  /** Ends the film, because something else is shown. */
  leave() {
    const range = this.#range;
    if (!range) return;
    if (range.isAutomatic) memory.seen = range.last;
    this.#interrupt();
    this.#range = null;
    this.#reel = new Reel(0);
    this.scene.clear();
    this.controls.close();
    this.store.film = null;
    document.body.classList.remove("film");
    byId("news").setAttribute("aria-live", "polite");
  }

  /**
   * Returns what a key does while a film is open.
   * @param {string} key
   */
  key(key) {
    if (!this.isOpen) return null;
    if (key === " ") return () => this.toggle();
    if (key === "ArrowRight") return () => this.step();
    if (key === "ArrowLeft") return () => this.back();
    return key === "Escape" ? () => this.skip() : null;
  }
}

/** @param {Changes} changes */
function hold({ lines }) {
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  return Math.min(MAX_HOLD, HOLD + HOLD_CHARACTER * length);
}

/** Resolves when the page is visible and no dialog is open. */
async function quiet() {
  const dialog = document.querySelector("dialog[open]");
  if (dialog) await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  if (document.hidden) {
    await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
  }
}
