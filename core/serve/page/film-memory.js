// What this browser remembers about films: which events the player has seen under this link, and the settings.

const LINK = location.pathname;
const SEEN = `grognard.film.seen${LINK}`;
const DECIDED = `grognard.film.decided${LINK}`;
const AUTOMATIC = "grognard.film";
const SPEED = "grognard.film.speed";
export const SPEEDS = [1, 2, 4];

export const memory = {
  /** The last moment that the player has seen in a film; 0 if there is none. */
  get seen() {
    return Number(localStorage.getItem(SEEN) ?? 0);
  },

  set seen(moment) {
    localStorage.setItem(SEEN, `${moment}`);
  },

  /** The moment of the player's last decision in this browser; `null` if there is none. */
  get decided() {
    const moment = localStorage.getItem(DECIDED);
    return moment === null ? null : Number(moment);
  },

  set decided(moment) {
    localStorage.setItem(DECIDED, `${moment}`);
  },

  /**
   * Forgets moments that were taken back, so that the events that replace them can be shown.
   * @param {number} present the number of the present moment
   */
  trim(present) {
    if (this.seen > present) this.seen = present;
  },

  /** Whether films start by themselves. */
  get isAutomatic() {
    return localStorage.getItem(AUTOMATIC) !== "off";
  },

  set isAutomatic(value) {
    localStorage.setItem(AUTOMATIC, value ? "on" : "off");
  },

  get speed() {
    const speed = Number(localStorage.getItem(SPEED));
    return SPEEDS.includes(speed) ? speed : SPEEDS[0];
  },

  set speed(speed) {
    localStorage.setItem(SPEED, `${speed}`);
  },
};
