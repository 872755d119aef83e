// The charts in force, as they are printed.

import { element, paragraph } from "./dom.js";
import { translate } from "./i18n.js";

export class Charts {
  constructor(store, host) {
    Object.assign(this, { store, host });
  }

  // What the results of the charts mean, by what is printed.
  async meanings() {
    this.asked ??= this.#read();
    const results = (one) => (one.meanings ?? []).filter(({ result }) => one.cells.some((row) => row.includes(result)));
    return new Map((await this.asked).flatMap((one) => results(one).map(({ result, text }) => [result, text])));
  }

  #read() {
    return this.store.read("charts.json").catch(() => []);
  }

  async shown() {
    const charts = await (this.asked = this.#read());
    const open = new Set([...this.host.querySelectorAll("details[open]")].map((one) => one.dataset.name));
    const told = charts.map((one, at) =>
      element(
        "details",
        { "data-name": one.name, open: open.size ? open.has(one.name) : at === 0 },
        element("summary", {}, one.title || one.name, " ", paragraph(one.rule)),
        element("div", { class: "scroll", tabindex: "0" }, chart(one)),
        key(one.meanings),
      ),
    );
    this.host.replaceChildren(
      ...(told.length ? told : [element("p", { class: "quiet" }, translate("This battle has no charts."))]),
    );
  }
}

function key(meanings) {
  return meanings?.length
    ? element(
        "dl",
        { class: "meanings" },
        meanings.flatMap(({ result, text }) => [element("dt", {}, result), element("dd", {}, text)]),
      )
    : null;
}

function chart({ rows, columns, cells, below }) {
  const head = element(
    "tr",
    {},
    element("th", { class: "corner" }, rows.name),
    columns.keys.map((key) => element("th", { scope: "col" }, key)),
  );
  const row = (key, at) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, key),
      (cells[at] ?? []).map((cell) => element("td", {}, cell)),
    );
  return element(
    "table",
    { class: "chart" },
    columns.name ? element("caption", {}, columns.name) : "",
    element("thead", {}, head),
    element("tbody", {}, rows.keys.map(row)),
    below?.text
      ? element(
          "tfoot",
          {},
          element(
            "tr",
            {},
            element("td", { colspan: columns.keys.length + 1 }, below.text, " ", paragraph(below.rule)),
          ),
        )
      : "",
  );
}
