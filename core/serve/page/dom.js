// Elements of the page. Texts become text nodes: what strangers wrote is never read as HTML.

const SVG = "http://www.w3.org/2000/svg";

// element("button", { class: "stop", onclick: go }, "End movement")
export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svgElement(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

// A picture the server drew, without anything that could run.
export function parseSvg(text) {
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (read.namespaceURI !== SVG) return svgElement("svg");
  clean(read);
  return document.importNode(read, true);
}

// A part of a picture: a counter.
export function parseSvgFragment(text) {
  const whole = parseSvg(`<svg xmlns="${SVG}">${text}</svg>`);
  return whole.firstElementChild ?? svgElement("g");
}

const UNWANTED = "script, foreignObject, style, iframe, a, use, image, animate, set";

function clean(root) {
  root.querySelectorAll(UNWANTED).forEach((found) => found.remove());
  for (const one of [root, ...root.querySelectorAll("*")]) {
    for (const { name } of [...one.attributes]) {
      if (/^on/i.test(name) || /href$/i.test(name)) one.removeAttribute(name);
    }
  }
}

// The paragraph of a rule, as a small sign.
export function paragraph(rule, title) {
  return rule ? element("span", { class: "rule", title }, title ? `${rule} ${title}` : rule) : null;
}
