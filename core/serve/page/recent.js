// What happened lately, below what is to be done: all since one's own last decision stands out.

import { element, paragraph } from "./dom.js";
import { translate } from "./i18n.js";

const SHOWN = 40,
  LEAST = 4;
const KEY = `grognard.seen${location.pathname}`; // how many lines the log had when this link was left in this browser

export class RecentEvents {
  #lines = []; // { key, rule, text, isForced }
  #seen = 0; // so many of them were there at one's own last decision
  #before = null; // so many steps had played themselves before the page was opened

  // log(): shows the whole log
  constructor(store, host, trails, { since, log }) {
    Object.assign(this, { store, host, trails, log });
    store.snapshot.on(
      "",
      (keys) => (this.#before === null || keys.some((key) => /^(log|forced)\//.test(key))) && this.#read(),
    );
    store.snapshot.on("asked", () => this.draw());
    store.onGiven(() => {
      this.#seen = this.#lines.length;
    });
    since.on((known) => this.#missed(known.log));
    addEventListener(
      "pagehide",
      () => store.isPresent && localStorage.setItem(KEY, store.snapshot.list("log/").length),
    );
    this.passing = document.querySelector("#thrown");
  }

  // Lines keep the order in which they came.
  #read() {
    const { snapshot, isPresent } = this.store;
    if (!isPresent) return;
    const steps = snapshot.under("forced/"),
      isFirst = this.#before === null;
    this.#before ??= steps.length;
    const fresh = steps.filter(([at, step]) => Number(at) >= this.#before && step.text);
    const log = snapshot.under("log/");
    if (log.length === 0 && this.#lines.length > 0) return this.#forget();
    const told = new Map([
      ...log.map(([at, line]) => [`log/${at}`, line]),
      ...fresh.map(([at, step]) => [
        `forced/${at}`,
        { rule: step.rule, text: step.prompt ? `${step.prompt}: ${step.text}` : step.text, isForced: true },
      ]),
    ]);
    const stays = this.#lines.filter(({ key, text }) => told.get(key)?.text === text);
    const known = new Set(stays.map(({ key }) => key));
    const added = [...told].filter(([key]) => !known.has(key)).map(([key, line]) => ({ key, ...line }));
    this.#lines = [...stays, ...added];
    this.#seen = Math.min(isFirst ? Number(localStorage.getItem(KEY) ?? Infinity) : this.#seen, this.#lines.length);
    if (!isFirst) this.#pass(added.filter((line) => line.isForced));
    this.draw();
  }

  // Behind a curtain there is no log: whoever comes next begins anew.
  #forget() {
    this.#before = null;
    this.#lines = [];
    this.draw();
  }

  // The log had so many lines when one last decided; steps that played themselves just before the next line are news too.
  #missed(count) {
    const at = this.#lines.findIndex(({ key }) => key === `log/${count}`);
    this.#seen = at < 0 ? this.#lines.length : at;
    while (this.#lines[this.#seen - 1]?.isForced) this.#seen -= 1;
    this.draw();
  }

  // What played itself is told in passing too.
  #pass(steps) {
    if (steps.length === 0 || steps.length > 3) return;
    const note = element(
      "p",
      { class: "throw passing" },
      translate("Played by itself:"),
      " ",
      steps.map(({ text }) => text).join("; "),
    );
    this.passing.append(note);
    setTimeout(() => note.remove(), 4000);
  }

  draw() {
    const shown = this.#lines.slice(-Math.max(LEAST, Math.min(SHOWN, this.#lines.length - this.#seen)));
    const first = this.#lines.length - shown.length;
    const line = ({ rule, text, isForced }, at) =>
      element(
        "li",
        { class: first + at >= this.#seen ? "fresh" : null },
        isForced ? [element("i", {}, translate("Played by itself:")), " "] : null,
        text,
        " ",
        paragraph(rule),
      );
    const list = shown.length ? element("ol", {}, shown.map(line)) : null;
    const parts = [
      shown.length || this.trails.told ? element("h3", {}, translate("Lately")) : null,
      this.#moved(),
      this.#earlier(first - this.#seen),
      list,
    ].filter(Boolean);
    this.host.replaceChildren(...parts);
  }

  // Of more news than fit here, the first are in the log.
  #earlier(count) {
    if (count <= 0) return null;
    const text =
      count === 1
        ? translate("One earlier line is in the log.")
        : translate("{1} earlier lines are in the log.", count);
    return element(
      "p",
      { class: "moved" },
      text,
      " ",
      element("button", { type: "button", onclick: () => this.log() }, translate("Log")),
    );
  }

  #moved() {
    const { trails } = this;
    if (!trails.told || !this.store.asked) return null;
    const turn = () => {
      trails.mark ? trails.hide() : trails.show();
      this.draw();
    };
    return element(
      "p",
      { class: "moved" },
      trails.told,
      " ",
      element("button", { type: "button", onclick: turn }, trails.mark ? translate("Hide") : translate("Show")),
    );
  }
}
