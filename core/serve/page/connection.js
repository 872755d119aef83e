// The event stream from the server. If the stream breaks, it is reopened.

import { apiUrl } from "./api.js";

/** @import { Advice, Delta, Notice, Snapshot, Thinking } from "../protocol.js" */
/**
 * @typedef {object} Listener
 * @property {() => void} onChange
 * @property {(notice: Notice) => void} onNotice
 * @property {(thinking: Thinking) => void} onThinking
 * @property {(advice: Advice | null) => void} onAdvice
 * @property {() => void} onLost
 * @property {() => void} onRestored
 * @property {() => void} onInvalidLink
 */

/** The delays before successive attempts to reconnect, in milliseconds. */
const RETRY_DELAYS = [300, 600, 1000, 2000, 4000];

export class Connection {
  /** @type {Map<string, unknown>} The parts of the latest snapshot, by key. */
  now = new Map();
  #attempts = 0;
  /** @type {number | null} The version of the latest delta. */
  #version = null;
  #source = this.#open();

  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
  }

  #open() {
    this.#version = null;
    const source = new EventSource(apiUrl("events"));
    source.addEventListener("snapshot", (event) => this.#replace(JSON.parse(event.data)));
    source.addEventListener("delta", (event) => this.#apply(JSON.parse(event.data)));
    source.addEventListener("notice", (event) => this.listener.onNotice(JSON.parse(event.data)));
    source.addEventListener("thinking", (event) => this.listener.onThinking(JSON.parse(event.data)));
    source.addEventListener("advice", (event) => this.listener.onAdvice(JSON.parse(event.data)));
    source.onerror = () => this.#handleLoss();
    return source;
  }

  /** @param {Snapshot} snapshot */
  #replace(snapshot) {
    this.#attempts = 0;
    this.now = new Map(Object.entries(snapshot));
    this.listener.onRestored();
    this.listener.onChange();
  }

  /** @param {Delta} delta */
  #apply({ version, set, removed }) {
    const isNext = this.#version === null || version === this.#version + 1;
    if (!isNext) return this.#reopen(0);
    this.#version = version;
    const next = new Map(this.now);
    for (const key of removed) next.delete(key);
    for (const [key, value] of Object.entries(set)) next.set(key, value);
    this.now = next;
    this.listener.onChange();
  }

  // An event source does not report why it failed, so a separate request checks whether the link is still valid.
  async #handleLoss() {
    this.#source.close();
    this.listener.onLost();
    const response = await fetch(apiUrl("map.json"), { method: "HEAD" }).catch(() => null);
    if (response && (response.status === 404 || response.status === 403)) return this.listener.onInvalidLink();
    this.#reopen(RETRY_DELAYS[Math.min(this.#attempts++, RETRY_DELAYS.length - 1)]);
  }

  /** @param {number} delay */
  #reopen(delay) {
    this.#source.close();
    setTimeout(() => {
      this.#source = this.#open();
    }, delay);
  }
}
