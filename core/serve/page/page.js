// The page of a game: what the parts are, and who tells whom.

import { ContextMarks } from "./context.js";
import { Board } from "./board.js";
import { Charts } from "./charts.js";
import { Handover } from "./handover.js";
import { Dice } from "./dice.js";
import { Field } from "./field.js";
import { svgElement, element } from "./dom.js";
import { ForcedSteps } from "./forced-steps.js";
import { Pointer } from "./pointer.js";
import { History } from "./history.js";
import { Keyboard } from "./keyboard.js";
import { RecentEvents } from "./recent.js";
import { Layers } from "./layers.js";
import { Highlights } from "./highlights.js";
import { get, Connection, post } from "./connection.js";
import { Log } from "./log.js";
import { Notices } from "./notices.js";
import { Odds } from "./odds.js";
import { OptionList } from "./option-list.js";
import { Prompt } from "./prompt.js";
import { Ruler } from "./ruler.js";
import { settings } from "./settings.js";
import { AbsenceReport } from "./absence.js";
import { Store } from "./store.js";
import { Tabs } from "./tabs.js";
import { Takeback } from "./takeback.js";
import { BoardActions } from "./board-actions.js";
import { Trails } from "./trails.js";
import { Welcome } from "./welcome.js";
import { WhatIf } from "./what-if.js";
import { Why } from "./why.js";
import { translate } from "./i18n.js";

const notices = new Notices(document.querySelector("#notices"));
const store = new Store();
start().catch((error) => (error.status === 404 || error.status === 403 ? notices.wrong() : later()));

async function start() {
  const [ground, map] = await Promise.all([get("map.svg"), get("map.json")]);
  store.map = map;
  store.fork = (at) => post("fork", { at });
  store.board = new Board(document.querySelector("#sight"), ground, map);
  const lights = new Highlights(store.board);
  const leaf = () => element("section", { class: "leaf" });
  const turn = leaf(),
    [hello, odds, options, happened] = [
      element("div"),
      element("div"),
      element("div"),
      element("div", { class: "recent" }),
    ];
  turn.append(odds, options, happened, hello);
  const hosts = { log: leaf(), dice: leaf(), charts: leaf(), map: leaf(), back: leaf(), what: leaf(), help: leaf() };

  const forced = new ForcedSteps(store);
  const why = new Why(store, document.querySelector("#said"));
  const charts = new Charts(store, hosts.charts);
  const parts = {
    odds: new Odds(store, odds, charts),
    log: new Log(store, hosts.log),
    charts,
    back: new History(store, hosts.back, show),
    what: new WhatIf(store, hosts.what, show),
  };
  const list = new OptionList(store, options);
  new Dice(store, hosts.dice);
  const layers = new Layers(store, hosts.map, (refusal) => why.tell(refusal));
  const field = new Field(store, layers),
    ruler = new Ruler(field);
  Object.assign(list, { field });
  store.field = field;
  settings(hosts.help, forced, Boolean(map.field));

  const tabs = new Tabs([
    { name: "turn", title: translate("Turn"), host: turn },
    { name: "log", title: translate("Log"), host: hosts.log, shown: () => parts.log.shown() },
    { name: "dice", title: translate("Dice"), host: hosts.dice },
    { name: "charts", title: translate("Charts"), host: hosts.charts, shown: () => parts.charts.shown() },
    { name: "map", title: translate("Map"), host: hosts.map },
    { name: "back", title: translate("Look back"), host: hosts.back, shown: () => parts.back.shown() },
    { name: "what", title: translate("What if"), host: hosts.what, shown: () => parts.what.shown() },
    { name: "help", title: translate("Help"), host: hosts.help },
  ]);
  const help = () => tabs.show("help");
  new Prompt(store, { help, now: () => parts.what.back() ?? parts.back.go(null) });
  const touch = new BoardActions(store, lights, { why, odds: parts.odds, field, ruler });
  new Pointer(document.querySelector("#sight"), touch);
  const keys = new Keyboard(
    store,
    lights,
    {
      choose: (found) => touch.choose(found),
      back: () => touch.back(),
      help,
      look: () => look(),
      type: (key) => {
        tabs.show("turn");
        list.type(key);
      },
      measure: () => measure(ruler),
      told: (text) => {
        document.querySelector("#peek").textContent = text ?? "";
      },
    },
    { field, ruler },
  );
  document.addEventListener("focusin", (event) => touch.hover(event.target));
  tools(field, ruler);

  store.snapshot.on("stack/", (spaces) =>
    spaces.forEach((space) => store.board.draw(space, store.snapshot.get(`stack/${space}`))),
  );
  store.snapshot.on("stand/", (units) =>
    units.forEach((unit) => store.board.stand(unit, store.snapshot.get(`stand/${unit}`))),
  );
  store.snapshot.on("stack/", (spaces) => spaces.includes(touch.hovered) && touch.peek());
  const since = new AbsenceReport(store);
  new RecentEvents(store, happened, new Trails(store, since), { since, log: () => tabs.show("log") });
  new Welcome(store, hello, () => tabs.show("back"));
  new ContextMarks(store);
  new Takeback(store, document.querySelector("#notices"));
  store.snapshot.on("", () => store.ask());
  store.onAnswer(() => lights.show(store.offer, store.answer));
  store.onAnswer(() => keys.refocus());
  store.onAnswer(() => touch.peek());
  touch.relight = () => lights.show(store.offer, store.answer);

  const curtain = new Handover(store);
  const live = new Connection({
    changed: shown,
    notice: (notice) => heard(notice, tabs, parts),
    lost: () => notices.lost(),
    found: () => notices.found(),
    wrong: () => notices.wrong(),
  });
  let isFirst = true;

  // The present is put on the table, unless the past is looked at or a curtain is down.
  function shown() {
    parts.back.length = live.now.get("game")?.moment ?? 0;
    if (!store.isPresent) return;
    if (curtain.falls(live.now)) return curtain.fall(live.now, () => shown());
    if (curtain.isDown) return;
    store.snapshot.become(live.now);
    if (isFirst) first();
    else if (store.asked) nearby();
  }

  function show(past) {
    if (past) store.snapshot.become(new Map(Object.entries(past)));
    else shown();
  }

  function first() {
    isFirst = false;
    look();
    parts.back.follow();
    document.body.classList.add("ready");
  }
}

// Puts what is lit into view.
function look() {
  const points = lit();
  store.board.zoom.show(points.length ? points : [...store.board.stacks.keys()].map((space) => store.board.at(space)));
}

// What is lit, and what the question is about, comes into view: all of it where it fits, else some.
function nearby() {
  const { board, asked } = store;
  const all = lit(),
    about = (asked.about ?? []).map((thing) => board.at(thing.space)).filter(Boolean);
  if (all.length === 0 && about.length === 0) return;
  if (!board.zoom.include([...all, ...about]) && !all.some((point) => board.zoom.sees(point))) look();
}

// Where that lies which may be chosen.
function lit() {
  return [
    ...store.offer
      .spaces()
      .map((space) => store.board.at(space))
      .filter(Boolean),
    ...store.field.corners(),
  ];
}

// Charts and what-ifs may be others now.
function heard(notice, tabs, parts) {
  notices.tell(notice);
  if (notice.kind !== "broken") parts[tabs.name]?.shown?.();
}

function measure(ruler) {
  document.querySelector("#tools .ruler")?.setAttribute("aria-pressed", `${ruler.turn()}`);
}

function tools(field, ruler) {
  const { zoom } = store.board;
  const tool = (text, title, onclick) =>
    element("button", { type: "button", title, "aria-label": title, onclick }, text);
  document.querySelector("#tools").replaceChildren(
    tool("+", translate("closer"), () => zoom.by(1.4)),
    tool("−", translate("farther"), () => zoom.by(1 / 1.4)),
    tool("⤢", translate("the whole map"), () => zoom.fit()),
    tool("◎", translate("find what is lit"), () => look()),
  );
  if (field.map) tableTools(field, ruler);
  document.querySelector("#map").setAttribute("aria-label", translate("Map"));
}

// The server is not there yet.
function later() {
  notices.lost();
  setTimeout(() => location.reload(), 2000);
}

// On a table: the ruler, and places taken as they are clicked, for hands without keys.
function tableTools(field, ruler) {
  const icon = (d) =>
    svgElement(
      "svg",
      { viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true" },
      svgElement("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 2 }),
    );
  const toggle = (name, d, title, turn) =>
    element(
      "button",
      { type: "button", class: name, title, "aria-label": title, "aria-pressed": "false", onclick: turn },
      icon(d),
    );
  const exact = toggle(
    "exact",
    "M12 2v7M12 15v7M2 12h7M15 12h7",
    translate("take the very place that is clicked (or hold Shift or Alt)"),
    () => {
      field.isExact = !field.isExact;
      exact.setAttribute("aria-pressed", `${field.isExact}`);
    },
  );
  document.querySelector("#tools").append(
    toggle(
      "ruler",
      "M1 8h22v8H1zM6 8v4M11 8v4M16 8v4",
      translate("ruler: drag from place to place or from base to base (key M; or drag with Shift)"),
      () => measure(ruler),
    ),
    exact,
  );
}
