// What happened lately, below what is to be done: all since one's own last decision stands out.

import { element, paragraph } from "./element.js";
import { say } from "./words.js";

const SHOWN = 40, LEAST = 4;

export class Lately {
  #lines = []; // { key, rule, text, isForced }
  #seen = 0; // so many of them were there at one's own last decision
  #before = null; // so many steps had played themselves before the page was opened

  constructor(table, host, trails) {
    Object.assign(this, { table, host, trails });
    table.sheet.on("", (keys) => (this.#before === null || keys.some((key) => /^(log|forced)\//.test(key))) && this.#read());
    table.sheet.on("asked", () => this.draw());
    table.onGiven(() => { this.#seen = this.#lines.length; });
    this.passing = document.querySelector("#thrown");
  }

  // Lines keep the order in which they came.
  #read() {
    const { sheet, isPresent } = this.table;
    if (!isPresent) return;
    const steps = sheet.under("forced/"), isFirst = this.#before === null;
    this.#before ??= steps.length;
    const fresh = steps.filter(([at, step]) => Number(at) >= this.#before && step.text);
    const told = new Map([...sheet.under("log/").map(([at, line]) => [`log/${at}`, line]), ...fresh.map(([at, step]) => [`forced/${at}`, { rule: step.rule, text: step.prompt ? `${step.prompt}: ${step.text}` : step.text, isForced: true }])]);
    const stays = this.#lines.filter(({ key, text }) => told.get(key)?.text === text);
    const known = new Set(stays.map(({ key }) => key));
    const added = [...told].filter(([key]) => !known.has(key)).map(([key, line]) => ({ key, ...line }));
    this.#lines = [...stays, ...added];
    this.#seen = Math.min(isFirst ? this.#lines.length : this.#seen, this.#lines.length);
    if (!isFirst) this.#pass(added.filter((line) => line.isForced));
    this.draw();
  }

  // What played itself is told in passing too.
  #pass(steps) {
    if (steps.length === 0 || steps.length > 3) return;
    const note = element("p", { class: "throw passing" }, say("Played by itself:"), " ", steps.map(({ text }) => text).join("; "));
    this.passing.append(note);
    setTimeout(() => note.remove(), 4000);
  }

  draw() {
    const shown = this.#lines.slice(-Math.max(LEAST, Math.min(SHOWN, this.#lines.length - this.#seen)));
    const first = this.#lines.length - shown.length;
    const line = ({ rule, text, isForced }, at) => element("li", { class: first + at >= this.#seen ? "fresh" : null }, isForced ? [element("i", {}, say("Played by itself:")), " "] : null, text, " ", paragraph(rule));
    const list = shown.length ? element("ol", {}, shown.map(line)) : null;
    const parts = [shown.length || this.trails.told ? element("h3", {}, say("Lately")) : null, this.#moved(), list].filter(Boolean);
    this.host.replaceChildren(...parts);
  }

  #moved() {
    const { trails } = this;
    if (!trails.told || !this.table.asked) return null;
    const turn = () => { trails.mark ? trails.hide() : trails.show(); this.draw(); };
    return element("p", { class: "moved" }, trails.told, " ", element("button", { type: "button", onclick: turn }, trails.mark ? say("Hide") : say("Show")));
  }
}
