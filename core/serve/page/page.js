// The page of a game: what the parts are, and who tells whom.

import { About } from "./about.js";
import { Board } from "./board.js";
import { Charts } from "./charts.js";
import { Curtain } from "./curtain.js";
import { Dice } from "./dice.js";
import { Field } from "./field.js";
import { drawn, element } from "./element.js";
import { Forced } from "./forced.js";
import { Hand } from "./hand.js";
import { History } from "./history.js";
import { Keys } from "./keys.js";
import { Lately } from "./lately.js";
import { Layers } from "./layers.js";
import { Lights } from "./lights.js";
import { get, Live, post } from "./live.js";
import { Log } from "./log.js";
import { Notices } from "./notices.js";
import { Odds } from "./odds.js";
import { Options } from "./options.js";
import { Prompt } from "./prompt.js";
import { Ruler } from "./ruler.js";
import { settings } from "./settings.js";
import { Since } from "./since.js";
import { Table } from "./table.js";
import { Tabs } from "./tabs.js";
import { Takeback } from "./takeback.js";
import { Touch } from "./touch.js";
import { Trails } from "./trails.js";
import { Welcome } from "./welcome.js";
import { WhatIf } from "./whatif.js";
import { Why } from "./why.js";
import { say } from "./words.js";

const notices = new Notices(document.querySelector("#notices"));
const table = new Table();
start().catch((error) => (error.status === 404 || error.status === 403 ? notices.wrong() : later()));

async function start() {
  const [ground, map] = await Promise.all([get("map.svg"), get("map.json")]);
  table.map = map;
  table.fork = (at) => post("fork", { at });
  table.board = new Board(document.querySelector("#sight"), ground, map);
  const lights = new Lights(table.board);
  const leaf = () => element("section", { class: "leaf" });
  const turn = leaf(), [hello, odds, options, happened] = [element("div"), element("div"), element("div"), element("div", { class: "lately" })];
  turn.append(odds, options, happened, hello);
  const hosts = { log: leaf(), dice: leaf(), charts: leaf(), map: leaf(), back: leaf(), what: leaf(), help: leaf() };

  const forced = new Forced(table);
  const why = new Why(table, document.querySelector("#said"));
  const charts = new Charts(table, hosts.charts);
  const parts = {
    odds: new Odds(table, odds, charts), log: new Log(table, hosts.log), charts,
    back: new History(table, hosts.back, show), what: new WhatIf(table, hosts.what, show),
  };
  const list = new Options(table, options);
  new Dice(table, hosts.dice);
  const layers = new Layers(table, hosts.map, (refusal) => why.tell(refusal));
  const field = new Field(table, layers), ruler = new Ruler(field);
  Object.assign(list, { field });
  table.field = field;
  settings(hosts.help, forced, Boolean(map.field));

  const tabs = new Tabs([
    { name: "turn", title: say("Turn"), host: turn }, { name: "log", title: say("Log"), host: hosts.log, shown: () => parts.log.shown() },
    { name: "dice", title: say("Dice"), host: hosts.dice }, { name: "charts", title: say("Charts"), host: hosts.charts, shown: () => parts.charts.shown() },
    { name: "map", title: say("Map"), host: hosts.map }, { name: "back", title: say("Look back"), host: hosts.back, shown: () => parts.back.shown() },
    { name: "what", title: say("What if"), host: hosts.what, shown: () => parts.what.shown() }, { name: "help", title: say("Help"), host: hosts.help },
  ]);
  const help = () => tabs.show("help");
  new Prompt(table, { help, now: () => parts.what.back() ?? parts.back.go(null) });
  const touch = new Touch(table, lights, { why, odds: parts.odds, field, ruler });
  new Hand(document.querySelector("#sight"), touch);
  const keys = new Keys(table, lights, {
    choose: (found) => touch.choose(found), back: () => touch.back(), help, look: () => look(),
    type: (key) => { tabs.show("turn"); list.type(key); }, measure: () => measure(ruler), told: (text) => { document.querySelector("#peek").textContent = text ?? ""; },
  }, { field, ruler });
  document.addEventListener("focusin", (event) => touch.hover(event.target));
  tools(field, ruler);

  table.sheet.on("stack/", (spaces) => spaces.forEach((space) => table.board.draw(space, table.sheet.get(`stack/${space}`))));
  table.sheet.on("stand/", (units) => units.forEach((unit) => table.board.stand(unit, table.sheet.get(`stand/${unit}`))));
  table.sheet.on("stack/", (spaces) => spaces.includes(touch.hovered) && touch.peek());
  const since = new Since(table);
  new Lately(table, happened, new Trails(table, since), { since, log: () => tabs.show("log") });
  new Welcome(table, hello, () => tabs.show("back"));
  new About(table);
  new Takeback(table, document.querySelector("#notices"));
  table.sheet.on("", () => table.ask());
  table.onAnswer(() => lights.show(table.offer, table.answer));
  table.onAnswer(() => keys.refocus());
  table.onAnswer(() => touch.peek());
  touch.relight = () => lights.show(table.offer, table.answer);

  const curtain = new Curtain(table);
  const live = new Live({ changed: shown, notice: (notice) => heard(notice, tabs, parts), lost: () => notices.lost(), found: () => notices.found(), wrong: () => notices.wrong() });
  let isFirst = true;

  // The present is put on the table, unless the past is looked at or a curtain is down.
  function shown() {
    parts.back.length = live.now.get("game")?.moment ?? 0;
    if (!table.isPresent) return;
    if (curtain.falls(live.now)) return curtain.fall(live.now, () => shown());
    if (curtain.isDown) return;
    table.sheet.become(live.now);
    if (isFirst) first();
    else if (table.asked) nearby();
  }

  function show(past) {
    if (past) table.sheet.become(new Map(Object.entries(past)));
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
  table.board.zoom.show(points.length ? points : [...table.board.stacks.keys()].map((space) => table.board.at(space)));
}

// What is lit, and what the question is about, comes into view: all of it where it fits, else some.
function nearby() {
  const { board, asked } = table;
  const all = lit(), about = (asked.about ?? []).map((thing) => board.at(thing.space)).filter(Boolean);
  if (all.length === 0 && about.length === 0) return;
  if (!board.zoom.include([...all, ...about]) && !all.some((point) => board.zoom.sees(point))) look();
}

// Where that lies which may be chosen.
function lit() {
  return [...table.offer.spaces().map((space) => table.board.at(space)).filter(Boolean), ...table.field.corners()];
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
  const { zoom } = table.board;
  const tool = (text, title, onclick) => element("button", { type: "button", title, "aria-label": title, onclick }, text);
  document.querySelector("#tools").replaceChildren(tool("+", say("closer"), () => zoom.by(1.4)), tool("−", say("farther"), () => zoom.by(1 / 1.4)),
    tool("⤢", say("the whole map"), () => zoom.fit()), tool("◎", say("find what is lit"), () => look()));
  if (field.map) tableTools(field, ruler);
  document.querySelector("#map").setAttribute("aria-label", say("Map"));
}

// The server is not there yet.
function later() {
  notices.lost();
  setTimeout(() => location.reload(), 2000);
}

// On a table: the ruler, and places taken as they are clicked, for hands without keys.
function tableTools(field, ruler) {
  const icon = (d) => drawn("svg", { viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true" }, drawn("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 2 }));
  const toggle = (name, d, title, turn) => element("button", { type: "button", class: name, title, "aria-label": title, "aria-pressed": "false", onclick: turn }, icon(d));
  const exact = toggle("exact", "M12 2v7M12 15v7M2 12h7M15 12h7", say("take the very place that is clicked (or hold Shift or Alt)"), () => {
    field.isExact = !field.isExact;
    exact.setAttribute("aria-pressed", `${field.isExact}`);
  });
  document.querySelector("#tools").append(toggle("ruler", "M1 8h22v8H1zM6 8v4M11 8v4M16 8v4", say("ruler: drag from place to place or from base to base (key M; or drag with Shift)"), () => measure(ruler)), exact);
}
