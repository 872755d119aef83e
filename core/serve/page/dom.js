// Functions for page elements. Strings become text nodes: text from players or packs is never parsed as HTML.

import { defined } from "./lists.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {HTMLElement | SVGElement} DomElement */
/** @typedef {Node | string | null | undefined} Child */
/** @typedef {string | number | boolean | null | undefined} AttributeValue */
/** @typedef {(event: Event) => unknown} Handler */
/** @typedef {Record<string, AttributeValue | Handler>} Attributes */

/**
 * Creates an HTML element: `element("button", { class: "stop", onclick: stop }, "End movement")`.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svgElement(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/**
 * @template {DomElement} T
 * @param {T} parent
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 */
function fill(parent, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") Object.assign(parent, { [name]: value });
    else parent.setAttribute(name, value === true ? "" : `${value}`);
  }
  parent.append(...defined(children.flat()));
  return parent;
}

/**
 * Replaces the children of an element.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function replaceChildren(parent, ...children) {
  parent.replaceChildren(...defined(children.flat()));
}

/**
 * Creates a button.
 * @param {string} text
 * @param {() => unknown} onclick
 * @param {Attributes} [attributes]
 */
export function button(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

/**
 * Creates the × button that closes a box.
 * @param {string} label
 * @param {() => unknown} onclick
 */
export function closeButton(label, onclick) {
  return button("×", onclick, { class: "close", "aria-label": label });
}

/**
 * Returns the element with an id. `index.html` or an earlier module must have added it to the page.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Returns the elements that match a selector.
 * @param {ParentNode} root
 * @param {string} selector
 */
export function queryAll(root, selector) {
  return /** @type {DomElement[]} */ ([...root.querySelectorAll(selector)]);
}

/**
 * Returns an event's target or its nearest ancestor that matches a selector.
 * @param {EventTarget | null | undefined} target
 * @param {string} selector
 */
export function closest(target, selector) {
  return target instanceof Element ? /** @type {DomElement | null} */ (target.closest(selector)) : null;
}

/**
 * Parses a picture from the server and removes everything that could run scripts.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function parseSvg(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.namespaceURI !== SVG) return svgElement("svg");
  sanitize(root);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}

/**
 * Parses the first element of an SVG fragment.
 * @param {string} text
 * @returns {SVGElement}
 */
export function parseSvgFragment(text) {
  const first = parseSvg(`<svg xmlns="${SVG}">${text}</svg>`).firstElementChild;
  return /** @type {SVGElement | null} */ (first) ?? svgElement("g");
}

const FORBIDDEN_ELEMENTS = "script, foreignObject, style, iframe, a, use, image, animate, set";

/** @param {Element} root */
function sanitize(root) {
  for (const found of root.querySelectorAll(FORBIDDEN_ELEMENTS)) found.remove();
  for (const node of [root, ...root.querySelectorAll("*")]) {
    for (const { name } of [...node.attributes]) {
      if (/^on/i.test(name) || /href$/i.test(name)) node.removeAttribute(name);
    }
  }
}

/**
 * Creates a chip that names a rule's paragraph and opens it (see rulebook.js). Returns `null` if there is no rule.
 * @param {string | null | undefined} rule
 * @param {string | null} [title] the subject of the paragraph
 */
export function paragraph(rule, title) {
  // The log has hundreds of numbers, so Tab passes over them. The key P opens the rules.
  const attributes = { class: "rule", title, "data-rule": rule, role: "button", tabindex: "-1" };
  return rule ? element("span", attributes, title ? `${rule} ${title}` : rule) : null;
}

/**
 * Creates a chip for a text that is itself a button. A click on the chip opens the paragraph.
 * @param {string | null | undefined} rule
 */
export function paragraphMark(rule) {
  return rule ? element("span", { class: "rule", "data-rule": rule }, rule) : null;
}
