// What a mod changes, in words.

import { element } from "./dom.js";
import { translate } from "./i18n.js";

/** @import { ChangedRule, ChangedValue, PackDescription, PackEffect } from "../protocol.js" */

/** The parts of paths that say no more than the names after them. */
const IMPLIED = new Set(["units", "unit", "charts", "cells", "values"]);

/**
 * Describes what a pack changes in each battle.
 * @param {PackDescription} pack
 * @param {(id: string) => string} battleName
 */
export function changes(pack, battleName) {
  return pack.effects.map((effect) => section(effect, battleName));
}

/**
 * @param {PackEffect} effect
 * @param {(id: string) => string} battleName
 */
function section({ battles, changes_rules, brings, rules, values }, battleName) {
  const names = battles.map(battleName).join(", ");
  const text = changes_rules ? "In {1} it changes the rules:" : "In {1} it does not change the rules.";
  const items = [
    ...brings.map(({ rule }) => element("li", {}, translate("It adds the rule {1}.", rule))),
    ...rules.map((rule) => element("li", {}, changedRule(rule))),
    ...values.map((value) => element("li", { title: value.at }, changedValue(value))),
  ];
  return element("div", {}, element("p", {}, translate(text, names)), items.length ? element("ul", {}, items) : null);
}

/** @param {ChangedRule} change */
function changedRule({ rule, replaced }) {
  return replaced ? translate("It replaces the rule {1}.", rule) : translate("It adds to the rule {1}.", rule);
}

/** @param {ChangedValue} change */
function changedValue(change) {
  const { condition, why } = change;
  const text = condition ? translate("{1} (if {2})", valueChange(change), condition) : valueChange(change);
  return why ? translate("{1} – reason: {2}", text, why) : text;
}

/** @param {ChangedValue} change */
function valueChange({ at, before, after }) {
  const name = valueName(at);
  if (before === null) return after === null ? name : translate("{1}: new, {2}", name, after);
  if (after === null) return translate("{1}: removed, was {2}", name, before);
  return before === after ? translate("{1}: {2}", name, after) : translate("{1}: {2} becomes {3}", name, before, after);
}

/**
 * Returns the name of a value without the syntax of paths: `units.unit["Boar"].strength` becomes `Boar, strength`.
 * @param {string} path
 */
export function valueName(path) {
  const parts = [...path.matchAll(/"([^"]*)"|([^."[\]]+)/g)];
  const names = parts.map(([, quoted, plain]) => quoted ?? plain.replaceAll(/[_-]/g, " "));
  const telling = names.filter((name) => !IMPLIED.has(name));
  return (telling.length ? telling : names).join(", ");
}
