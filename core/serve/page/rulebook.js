// The rulebook. It opens over the side panel: one paragraph with its neighbours, or all paragraphs.

import { game } from "./api.js";
import { button, byId, closeButton, closest, element, queryAll, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { Paragraph, Rulebook, Ruling, TextBlock, TextSpan } from "../protocol.js" */
/** @import { Store } from "./store.js" */

const CHIP = ".rule[data-rule]";

export class RulebookPanel {
  /** @type {Promise<Rulebook[]> | null} */
  #books = null;
  /** The element to which the focus returns. @type {Element | null} */
  #opener = null;
  /** The number of the paragraph on show; `null` if all are. @type {string | null} */
  #number = null;

  /**
   * @param {Store} store
   * @param {() => unknown} unfold makes room for the rulebook
   */
  constructor(store, unfold) {
    this.store = store;
    this.unfold = unfold;
    this.title = element("h2", { id: "rulebook-title" }, translate("Rules"));
    this.search = element("input", { type: "search", placeholder: translate("Search the rules") });
    this.search.setAttribute("aria-label", translate("Search the rules"));
    this.search.oninput = () => this.#find();
    this.neighbours = element("nav", { "aria-label": translate("Neighbouring paragraphs") });
    this.text = element("div", { class: "rulebook-text", tabindex: "0" });
    const close = closeButton(translate("Close the rules"), () => this.close());
    this.host = element(
      "section",
      { id: "rulebook", role: "dialog", "aria-labelledby": "rulebook-title", hidden: true },
      element("header", {}, this.title, this.search, close),
      this.neighbours,
      this.text,
    );
    byId("leaves").after(this.host);
    // Before the button or heading that contains a chip.
    document.addEventListener("click", (event) => this.#click(event), true);
    // Before the keys of the board, which would take a decision.
    document.addEventListener("keydown", (event) => this.#key(event), true);
  }

  get isOpen() {
    return !this.host.hidden;
  }

  /** Loads the rules again when they are next shown. */
  forget() {
    this.#books = null;
    if (this.isOpen) this.show(this.#number);
  }

  /** Opens the paragraph of the current question, or all paragraphs if there is none; closes the rulebook if open. */
  toggle() {
    return this.isOpen ? this.close() : this.open();
  }

  /** Opens the paragraph of the current question, or all paragraphs if there is none. */
  open() {
    const { question, game } = this.store;
    return this.show(question?.rule ?? game.rule ?? null);
  }

  /**
   * Shows a paragraph, or all paragraphs.
   * @param {string | null} number
   */
  async show(number) {
    if (!this.isOpen) this.#opener = document.activeElement;
    this.#books ??= load();
    const books = await this.#books;
    this.#number = number;
    this.search.value = "";
    this.#setOpen(true);
    this.unfold();
    if (number === null) this.#showAll(books, "");
    else this.#showParagraph(books, number);
  }

  close() {
    if (!this.isOpen) return;
    this.#setOpen(false);
    const opener = /** @type {HTMLElement | SVGElement | null} */ (this.#opener);
    const isGone = !opener?.isConnected || opener === document.body;
    (isGone ? byId("map") : opener).focus({ preventScroll: true });
  }

  /** @param {boolean} isOpen */
  #setOpen(isOpen) {
    this.host.hidden = !isOpen;
    byId("panel").classList.toggle("reading", isOpen);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const chip = closest(event.target, CHIP);
    const number = chip?.dataset.rule;
    if (!number) return;
    event.preventDefault();
    event.stopPropagation();
    if (!this.isOpen) chip.focus({ preventScroll: true });
    this.show(number);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (document.querySelector("dialog[open]") || ctrlKey || metaKey || altKey) return;
    const chip = closest(target, CHIP);
    const isInside = Boolean(closest(target, "#rulebook"));
    if (chip && (key === "Enter" || key === " ")) this.show(chip.dataset.rule ?? null);
    else if (this.isOpen && key === "Escape") this.close();
    else if (isInside && key.toLowerCase() === "p" && target !== this.search) this.close();
    else {
      // Letters typed in the rulebook are not keys of the board.
      if (isInside) event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  async #find() {
    this.#books ??= load();
    const books = await this.#books;
    this.#number = null;
    this.#showAll(books, this.search.value);
  }

  /**
   * @param {Rulebook[]} books
   * @param {string} number
   */
  #showParagraph(books, number) {
    const all = books.flatMap(({ paragraphs }) => paragraphs);
    const at = all.findLastIndex((paragraph) => paragraph.number === number);
    const paragraph = all[at];
    this.#drawNeighbours(paragraph ? [all[at - 1], paragraph.parent, all[at + 1]] : []);
    const missing = element("p", { class: "quiet" }, translate("The rulebook has no paragraph {1}.", number));
    const parts = all.filter(({ parent }) => parent === number);
    replaceChildren(
      this.text,
      contents(books),
      paragraph ? this.#entry(paragraph, "h3") : missing,
      this.#partList(paragraph ? parts : []),
    );
    this.text.scrollTop = 0;
    this.text.focus({ preventScroll: true });
  }

  /** @param {(Paragraph | string | null | undefined)[]} neighbours the previous paragraph, the parent, and the next */
  #drawNeighbours([previous, parent, next]) {
    const to = (
      /** @type {string} */ sign,
      /** @type {string} */ label,
      /** @type {Paragraph | string | null | undefined} */ paragraph,
    ) => {
      const number = typeof paragraph === "string" ? paragraph : paragraph?.number;
      const name = number ? `${translate(label)}: ${number}` : translate(label);
      const go = () => this.show(number ?? null);
      return button(number ? `${sign} ${number}` : sign, go, { disabled: !number, "aria-label": name, title: name });
    };
    replaceChildren(
      this.neighbours,
      to("←", "Previous paragraph", previous),
      to("↑", "Parent paragraph", parent),
      to("→", "Next paragraph", next),
      button(translate("All paragraphs"), () => this.#showAllFrom()),
    );
  }

  // Shows all paragraphs, scrolled to the one on show.
  async #showAllFrom() {
    const number = this.#number;
    await this.show(null);
    queryAll(this.text, "article")
      .find((article) => article.dataset.number === number)
      ?.scrollIntoView();
  }

  /**
   * @param {Rulebook[]} books
   * @param {string} words
   */
  #showAll(books, words) {
    replaceChildren(this.neighbours);
    const isNumber = books.some(({ paragraphs }) => paragraphs.some((paragraph) => isNumbered(paragraph, words)));
    const fits = isNumber ? isNumbered : contains;
    const found = books
      .map((book) => ({ ...book, paragraphs: book.paragraphs.filter((paragraph) => fits(paragraph, words)) }))
      .filter(({ paragraphs }) => paragraphs.length > 0);
    const nothing = element("p", { class: "quiet" }, translate("No paragraph contains these words."));
    const parts = found.flatMap(({ title, introduction, paragraphs }) => [
      element("h3", {}, title),
      ...(words ? [] : blocks(introduction)),
      ...paragraphs.map((paragraph) => this.#entry(paragraph, "h4")),
    ]);
    const { introduction } = this.store.map;
    const opening = introduction && !words ? [element("h3", {}, introduction.title), ...blocks(introduction.text)] : [];
    replaceChildren(this.text, words ? null : contents(books), opening, parts.length ? parts : nothing);
    this.text.scrollTop = 0;
    if (document.activeElement !== this.search) this.text.focus({ preventScroll: true });
  }

  /**
   * @param {Paragraph} paragraph
   * @param {"h3" | "h4"} level
   */
  #entry(paragraph, level) {
    const { number, title, text } = paragraph;
    return element(
      "article",
      { "data-number": number },
      element(level, {}, reference(number), " ", title),
      blocks(text),
      notes(paragraph),
    );
  }

  /** @param {Paragraph[]} parts */
  #partList(parts) {
    if (!parts.length) return null;
    const items = parts.map(({ number, title }) => element("li", {}, reference(number), " ", title));
    return element("ul", { class: "parts" }, items);
  }
}

/**
 * Returns the list of the sections, which opens.
 * @param {Rulebook[]} books
 */
function contents(books) {
  const sections = books.flatMap(({ paragraphs }) => paragraphs.filter(({ parent }) => parent === null));
  if (sections.length < 2) return null;
  const items = sections.map(({ number, title }) => element("li", {}, reference(number), " ", title));
  return element(
    "details",
    { class: "contents" },
    element("summary", {}, translate("Contents")),
    element("ul", {}, items),
  );
}

/** @returns {Promise<Rulebook[]>} */
function load() {
  return game.rules().catch(() => []);
}

/**
 * Returns whether the number of a paragraph begins with the words.
 * @param {Paragraph} paragraph
 * @param {string} words
 */
function isNumbered({ number }, words) {
  return number.toLowerCase().startsWith(words.trim().toLowerCase());
}

/**
 * Returns whether the title or the text of a paragraph contains all words.
 * @param {Paragraph} paragraph
 * @param {string} words
 */
function contains({ title, text }, words) {
  const plain = text.flatMap(({ lines }) => lines.map((spans) => spans.map((span) => span.text).join("")));
  const all = fold([title, ...plain].join(" "));
  const sought = fold(words).split(/\s+/).filter(Boolean);
  return sought.every((word) => all.includes(word));
}

/**
 * Returns text in lower case, without accents.
 * @param {string} text
 */
function fold(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

/**
 * Returns the elements of a text.
 * @param {TextBlock[]} text
 */
export function blocks(text) {
  return text.map(({ list, lines }) =>
    list
      ? element(
          "ul",
          {},
          lines.map((spans) => element("li", {}, inline(spans))),
        )
      : element("p", {}, inline(lines.flat())),
  );
}

/**
 * Returns the elements of a line. Brackets and punctuation stay on the same line as the chip that they touch.
 * @param {TextSpan[]} spans
 */
function inline(spans) {
  /** @type {(Node | string)[]} */
  const made = [];
  for (const { style, text } of spans) {
    const before = made.at(-1);
    const kept = before instanceof Element && before.classList.contains("kept") ? before : null;
    if (style === "reference") {
      const opening = typeof before === "string" ? (/[([«]\s*$/.exec(before)?.[0] ?? "") : "";
      if (opening) made[made.length - 1] = /** @type {string} */ (before).slice(0, -opening.length);
      made.push(element("span", { class: "kept" }, opening.trim(), reference(text)));
    } else if (style === "plain" && kept) {
      const closing = /^\s*[)\]»][^\s(]*|^[.,;:!?]+/.exec(text)?.[0] ?? "";
      kept.append(closing.trim());
      made.push(text.slice(closing.length));
    } else made.push(span({ style, text }));
  }
  return made;
}

/** @param {TextSpan} span */
function span({ style, text }) {
  if (style === "strong") return element("strong", {}, text);
  return style === "emphasis" ? element("em", {}, text) : text;
}

/**
 * Creates a chip that opens a paragraph.
 * @param {string} number
 */
function reference(number) {
  return element("button", { type: "button", class: "rule", "data-rule": number }, number);
}

/** @param {Paragraph} paragraph */
function notes({ not_enforced, rulings, options, changes }) {
  const note = (/** @type {string} */ heading, /** @type {(string | null)[]} */ ...texts) =>
    element("div", { class: "rule-note" }, element("b", {}, translate(heading)), " ", texts.filter(Boolean).join(" "));
  const other = (/** @type {Ruling} */ ruling) =>
    ruling.other ? `${translate("Other reading: {1}", ruling.other)}.` : null;
  return [
    not_enforced ? note("Not enforced", not_enforced) : null,
    ...rulings.map((ruling) => note("Ruling", ruling.question, ruling.chosen, ruling.why, other(ruling))),
    ...options.map(({ label, name, value }) =>
      note("Option", label, label ? `(${name} = ${value})` : `${name} = ${value}`),
    ),
    ...changes.map(({ pack, rule, replaces }) =>
      note("Changed", translate(replaces ? "{1} replaces {2}" : "{1} changes {2}", pack, rule)),
    ),
  ];
}
