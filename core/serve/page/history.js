// Looking back: a slider through the whole game, each decision a link (#at=12), and playing on from there.

import { DecisionChanges } from "./decision-changes.js";
import { element } from "./dom.js";
import { address } from "./connection.js";
import { roleName } from "./roles.js";
import { translate } from "./i18n.js";

const EXPORTS = [
  ["export/replay.jsonl", "The whole game, to be played again"],
  ["export/record.jsonl", "What this side saw and answered"],
  ["export/board.svg", "The board as a drawing"],
  ["export/board.png", "The board as a picture"],
  ["export/log.txt", "The log as text"],
];

export class History {
  // show(values or null): puts a sheet of the past on the board, or the present
  constructor(store, host, show) {
    Object.assign(this, { store, host, show, length: 0 });
    this.slider = element("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": translate("Decision"),
      oninput: () => this.#soon(Number(this.slider.value)),
    });
    this.told = element("p", { class: "quiet" });
    this.changed = new DecisionChanges(store, element("div", { class: "changes" }));
    this.marks = element("select", {
      "aria-label": translate("Go to a phase"),
      onchange: () => this.go(Number(this.marks.value)),
    });
    this.forked = element("div", { role: "status" });
    const step = (by, text) =>
      element(
        "button",
        { type: "button", "aria-label": text, title: text, onclick: () => this.go(this.at + by) },
        by < 0 ? "◀" : "▶",
      );
    host.append(
      element(
        "div",
        { class: "slide" },
        step(-1, translate("one decision back")),
        this.slider,
        step(1, translate("one decision on")),
      ),
      this.told,
      this.changed.host,
      this.marks,
      element(
        "p",
        { class: "row" },
        element("button", { type: "button", class: "now", onclick: () => this.go(null) }, translate("Back to now")),
        element(
          "button",
          { type: "button", class: "fork", onclick: () => this.#fork() },
          translate("Play on from here"),
        ),
      ),
      this.forked,
      element("h3", {}, translate("Take it with you")),
      element(
        "ul",
        { class: "exports" },
        EXPORTS.map(([path, text]) =>
          element(
            "li",
            {},
            element(
              "a",
              { href: address(path), download: "", onclick: (event) => this.#take(event, path) },
              translate(text),
            ),
          ),
        ),
      ),
    );
    addEventListener("hashchange", () => this.follow());
  }

  get at() {
    return this.store.past ?? this.length;
  }

  async shown() {
    const { moments, marks } = await this.store
      .read("history")
      .catch(() => ({ moments: this.store.game.moment ?? 0, marks: [] }));
    this.length = moments;
    this.slider.max = moments;
    this.slider.value = this.at;
    const name = (mark) => `${mark.turn ? translate("Turn {1}", mark.turn) : translate("Set-up")} · ${mark.phase}`;
    this.marks.replaceChildren(...marks.map((mark) => element("option", { value: mark.n }, name(mark))));
    this.phases = marks;
    this.#tell();
  }

  #tell() {
    this.told.textContent =
      this.store.past === null
        ? translate("Now: decision {1}", this.length)
        : translate("Decision {1} of {2}", this.store.past, this.length);
    const last = (this.phases ?? []).filter((mark) => mark.n <= this.at).at(-1);
    if (last) this.marks.value = last.n;
    this.host.classList.toggle("past", this.store.past !== null);
  }

  // The address bar holds the moment that is looked at.
  follow() {
    const wished = /^#at=(\d+)$/.exec(location.hash);
    const at = wished ? Number(wished[1]) : null;
    if (at !== this.store.past) this.go(at);
  }

  #soon(at) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.go(at), 60);
  }

  async go(at) {
    if (at === null) return this.#put(null, null);
    const wished = Math.max(0, Math.min(at, this.length || at));
    this.wished = wished;
    const [before, past] = await Promise.all(
      [Math.max(0, wished - 1), wished].map((one) => this.store.read(`history/${one}`).catch(() => null)),
    );
    if (!past || this.wished !== wished) return;
    this.#put(wished, past);
    if (before && wished > 0) this.changed.show(before, past);
  }

  #put(at, past) {
    this.wished = at;
    this.changed.clear();
    this.store.past = at;
    this.store.aside = null;
    history.replaceState(null, "", at === null ? location.pathname + location.search : `#at=${at}`);
    document.body.classList.toggle("past", at !== null);
    this.show(past);
    this.slider.value = this.at;
    this.#tell();
  }

  // A file is taken if it is given; else it is told why not.
  async #take(event, path) {
    event.preventDefault();
    const at = this.store.past === null || /jsonl$/.test(path) ? "" : `?at=${this.store.past}`;
    const came = await fetch(address(`${path}${at}`)).catch(() => null);
    if (!came?.ok) {
      const told = await came?.json().catch(() => null);
      return this.forked.replaceChildren(
        element(
          "p",
          { class: "refused" },
          told?.reason ?? translate("The line to the server is broken; trying again…"),
        ),
      );
    }
    const made = element("a", { href: URL.createObjectURL(await came.blob()), download: path.slice(7) });
    made.click();
    setTimeout(() => URL.revokeObjectURL(made.href), 10000);
  }

  async #fork() {
    const made = await this.store.fork(this.at).catch((error) => ({ error }));
    if (made.error) return this.forked.replaceChildren(made.error.message);
    const link = ({ role, path }) =>
      element(
        "li",
        {},
        element(
          "a",
          { href: path },
          roleName(role, (side) => this.store.side(side).text),
        ),
      );
    this.forked.replaceChildren(
      element("p", {}, translate("Another game goes on from here:")),
      element("ul", {}, made.links.map(link)),
    );
  }
}
