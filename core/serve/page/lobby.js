// The host's lobby: the games of this server, and a new one.

import { element } from "./dom.js";
import { get, post } from "./connection.js";
import { roleName } from "./roles.js";
import { language, translate } from "./i18n.js";

const VALUES = { true: "yes", false: "no" };
const SEATS = {
  person: "a person",
  greedy: "the greedy bot",
  search: "the bot that looks ahead",
  random: "the random bot",
};
const made = document.querySelector("#made");
const fresh = document.querySelector("#new");

const packs = await get("packs.json");
const sides = new Map(packs.scenarios.flatMap((one) => one.sides ?? []).map(({ name, text }) => [name, text]));
draw();
await games();

function draw() {
  const battles = packs.scenarios.map((one, at) =>
    element(
      "label",
      {},
      element("input", { type: "radio", name: "scenario", value: at, checked: at === 0, onchange: chosen }),
      element("b", {}, one.name),
      element("small", {}, one.summary ?? ""),
    ),
  );
  const form = element(
    "form",
    { onsubmit: make },
    element("div", { class: "battles", role: "radiogroup", "aria-label": translate("Battle") }, battles),
    element("div", { class: "choices", id: "seats" }),
    element("div", { id: "mods" }),
    element("div", { id: "options" }),
    element(
      "p",
      { class: "choices" },
      element(
        "label",
        {},
        `${translate("Seed of the dice")} `,
        element("input", {
          name: "seed",
          inputmode: "numeric",
          pattern: "[0-9]{1,15}",
          maxlength: 15,
          placeholder: translate("by chance"),
        }),
      ),
      element("button", { class: "go" }, translate("Set up the game")),
    ),
  );
  fresh.replaceChildren(element("h2", {}, translate("A new game")), form);
  chosen();
}

function chosen() {
  const battle = current();
  const seat = (side, at) =>
    element(
      "label",
      {},
      `${side.text}: `,
      element(
        "select",
        { name: "seat", "data-side": side.name },
        Object.keys(SEATS).map((name) =>
          element(
            "option",
            { value: name, selected: (battle.seats?.[at] ?? "greedy") === name },
            translate(SEATS[name]),
          ),
        ),
      ),
    );
  document.querySelector("#seats").replaceChildren(...(battle.sides ?? []).map(seat));
  const isOfOther = (id) =>
    id !== battle.id && id !== battle.system_id && packs.scenarios.some((one) => one.id === id || one.system_id === id);
  const suits = packs.mods.filter((mod) => !mod.requires.some(isOfOther));
  const mod = (one) =>
    element(
      "label",
      { title: one.summary },
      element("input", { type: "checkbox", name: "mod", value: one.id }),
      ` ${one.name}`,
    );
  document
    .querySelector("#mods")
    .replaceChildren(
      suits.length
        ? element(
            "details",
            {},
            element("summary", {}, translate("Mods ({1})", suits.length)),
            element("div", { class: "choices" }, suits.map(mod)),
          )
        : "",
    );
  const options = Object.entries(battle.options ?? {}).map(option);
  document
    .querySelector("#options")
    .replaceChildren(
      options.length
        ? element(
            "details",
            {},
            element("summary", {}, translate("Options ({1})", options.length)),
            element("div", { class: "choices" }, options),
          )
        : "",
    );
}

function option([name, one]) {
  const usual = `${one.default}`;
  const values = one.values?.length ? one.values : one.type === "bool" ? ["false", "true"] : null;
  const field = values
    ? element(
        "select",
        { name: "option", "data-name": name },
        values.map((value) =>
          element(
            "option",
            { value, selected: value === usual },
            VALUES[value] ? translate(VALUES[value]) : value.replaceAll("-", " "),
          ),
        ),
      )
    : element("input", { name: "option", "data-name": name, value: usual });
  return element("label", { title: one.rule ?? "" }, `${one.label ?? name}: `, field);
}

function current() {
  return packs.scenarios[Number(document.querySelector("[name=scenario]:checked").value)];
}

async function make(event) {
  event.preventDefault();
  const all = (name) => [...document.querySelectorAll(`[name=${name}]`)];
  const battle = current(),
    seed = document.querySelector("[name=seed]").value;
  const changed = all("option").filter((field) =>
    field.tagName === "SELECT" ? !field.selectedOptions[0].defaultSelected : field.value !== field.defaultValue,
  );
  const wish = {
    scenario: battle.id,
    mods: all("mod")
      .filter((box) => box.checked)
      .map((box) => box.value),
    seats: Object.fromEntries(all("seat").map((seat) => [seat.dataset.side, seat.value])),
    options: Object.fromEntries(changed.map((field) => [field.dataset.name, field.value])),
    ...(seed ? { seed: Number(seed) } : {}),
  };
  try {
    const game = await post("games", wish);
    made.replaceChildren(element("div", { class: "made" }, element("h2", {}, game.title), links(game.links)));
  } catch ({ refusal, message }) {
    made.replaceChildren(
      element(
        "div",
        { class: "made bad" },
        refusal?.reason ?? message,
        refusal?.diagnostic ? element("pre", {}, refusal.diagnostic) : "",
      ),
    );
  }
  made.scrollIntoView({ block: "nearest" });
  await games();
}

function links(all) {
  return element(
    "ul",
    { class: "links" },
    all.map(({ role, path }) =>
      element(
        "li",
        {},
        element("b", {}, nameOf(role)),
        element("a", { href: path }, new URL(path, location.href).href),
      ),
    ),
  );
}

function nameOf(role) {
  return roleName(role, (side) => sides.get(side) ?? side);
}

async function games() {
  const all = await get("games.json");
  const row = (game) => {
    const cell = element("td");
    const link = (role) =>
      element("button", { type: "button", onclick: () => renew(game.game, role, cell) }, nameOf(role));
    cell.append(...(game.roles ?? []).map(link));
    return element(
      "tr",
      {},
      element("td", {}, element("b", {}, game.title), ...facts(game)),
      element("td", {}, stands(game)),
      cell,
    );
  };
  document.querySelector("#games").replaceChildren(
    element("h2", {}, translate("Games of this server")),
    all.length
      ? element(
          "table",
          {},
          element(
            "thead",
            {},
            element(
              "tr",
              {},
              ["Battle", "Stands at", "A new link for"].map((text) => element("th", {}, translate(text))),
            ),
          ),
          element("tbody", {}, all.map(row)),
        )
      : element("p", {}, translate("None yet.")),
  );
}

// Mods, and when it was begun: games of one battle are told apart.
function facts({ mods = [], made }) {
  const names = mods.map((id) => packs.mods.find((mod) => mod.id === id || mod.short === id)?.name ?? id);
  const begun = made
    ? new Date(made * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })
    : null;
  return [...names, begun].filter(Boolean).map((text) => element("small", {}, text));
}

function stands({ over, turn, phase, decisions }) {
  const when = over
    ? translate("over")
    : turn
      ? `${translate("Turn {1}", turn)}${phase ? ` · ${phase}` : ""}`
      : turn === 0
        ? translate("Set-up")
        : null;
  return [when, decisions ? translate("{1} decisions", decisions) : null].filter(Boolean).join(" · ");
}

async function renew(game, role, cell) {
  cell.append(links([await post("links", { game, role })]));
}
