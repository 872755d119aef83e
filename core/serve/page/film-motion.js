// The clock of a film: animations and waits that are paused, sped up and cancelled together.

/** The easing of moves. */
export const EASE = "cubic-bezier(.3, 0, .2, 1)";

export class Motion {
  /** @type {Set<Animation>} */
  #running = new Set();
  #rate = 1;
  #isPaused = false;
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {number} rate */
  set rate(rate) {
    this.#rate = rate;
    for (const animation of this.#running) animation.playbackRate = rate;
  }

  /**
   * Animates an element. Resolves when the animation has ended; never if it is cancelled, so that nothing follows.
   * @param {Element | null} element
   * @param {Keyframe[]} keyframes
   * @param {number} duration in milliseconds
   * @param {string} [easing]
   * @returns {Promise<void>}
   */
  play(element, keyframes, duration, easing = EASE) {
    const effect = new KeyframeEffect(element, keyframes, { duration, easing, fill: "both" });
    const animation = new Animation(effect, document.timeline);
    animation.playbackRate = this.#rate;
    this.#running.add(animation);
    animation.play();
    if (this.#isPaused) animation.pause();
    return new Promise((done) => {
      animation.onfinish = () => {
        this.#running.delete(animation);
        done();
      };
    });
  }

  /** @param {number} duration in milliseconds */
  wait(duration) {
    return this.play(null, [], duration);
  }

  pause() {
    this.#isPaused = true;
    for (const animation of this.#running) animation.pause();
  }

  resume() {
    this.#isPaused = false;
    for (const animation of this.#running) animation.play();
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Resolves when the clock is not paused. */
  async resumed() {
    if (this.#isPaused) await new Promise((go) => this.#waiting.push(() => go(null)));
  }

  /** Ends everything that is running or waiting. */
  cancel() {
    for (const animation of this.#running) {
      // The event of an animation that has just ended would still arrive.
      animation.onfinish = null;
      animation.cancel();
    }
    this.#running.clear();
    this.#waiting = [];
    this.#isPaused = false;
  }
}
