// Recent events for returning players: after a reload, and in another browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, PICTURES, showTab } from "./browser.mjs";
import { mock, opening, piece } from "./mock.mjs";
import { chance } from "./player.mjs";
import { serve } from "./program.mjs";
import { quickPlay } from "./quick-player.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// A log of `count` lines, with its keys as the server sorts them: log/10 before log/2.
function logged(count) {
  const keys = Array.from({ length: count }, (_, at) => `log/${at}`).sort();
  return Object.fromEntries(keys.map((key) => [key, { rule: "9.0", text: `line ${key.slice(4)}` }]));
}

const recent = (page) =>
  page.$$eval(".recent li", (all) =>
    all.map((one) => ({ text: one.textContent.trim().replace(/\s*9\.0$/, ""), fresh: one.className === "fresh" })),
  );
const arrows = (page) => page.locator(".trails .arrow").count();

async function closed(room, ...pages) {
  for (const page of pages) {
    assert.deepEqual(page.mistakes, []);
    await page.context().close();
  }
  room.close();
}

test("the last lines of a log of 507 lines are shown; those since the player's last decision stand out", async () => {
  const room = await mock(opening(logged(507)));
  room.absence = { log_lines: 498, moves: [{ unit: "?7", from: "0202", to: "0502" }] };
  const page = await open(browser, room.url);
  await page.waitForSelector(".trails .arrow");
  const lines = Array.from({ length: 9 }, (_, at) => ({ text: `Line ${498 + at}`, fresh: true }));
  assert.deepEqual(await recent(page), lines);
  // The same in another browser, each time it is loaded.
  const other = await open(browser, room.url);
  for (let loads = 0; loads < 2; loads++) {
    await other.waitForSelector(".trails .arrow");
    assert.deepEqual(await recent(other), lines);
    assert.match(await other.locator(".recent .moved").innerText(), /One enemy unit moved/);
    await other.reload();
    await other.waitForSelector("body.ready");
  }
  await closed(room, page, other);
});

test("the arrows follow the paths that the log tells", async () => {
  const leg = (...path) => ({ rule: "8.0", text: "?7 moves", unit: "?7", path });
  const log = {
    "log/0": leg("0302", "0502"),
    "log/1": leg("0202", "0203", "0303"),
    "log/2": leg("0303", "0402", "0502"),
  };
  const room = await mock(opening(log));
  room.absence = { log_lines: 1, moves: [{ unit: "?7", from: "0202", to: "0502" }] };
  const page = await open(browser, room.url);
  const points = await page.locator(".trails polyline").getAttribute("points");
  assert.equal(points.split(" ").length, 4, points);
  assert.equal(await arrows(page), 1);
  await closed(room, page);
});

test("the arrows of more than 12 moves are hidden until the player shows them", async () => {
  const room = await mock(opening());
  const spaces = Array.from({ length: 13 }, (_, at) => [at % 2 ? "0202" : "0302", `0${5 + (at % 3)}0${1 + (at % 4)}`]);
  room.absence = { log_lines: 0, moves: spaces.map(([from, to], at) => ({ unit: `?${at}`, from, to })) };
  const page = await open(browser, room.url);
  const moved = page.locator(".recent .moved");
  assert.match(await moved.innerText(), /^13 enemy units moved\.\s+Show$/);
  assert.equal(await arrows(page), 0);
  await moved.getByRole("button", { name: "Show" }).click();
  assert.ok((await arrows(page)) > 0);
  await moved.getByRole("button", { name: "Hide" }).click();
  assert.equal(await arrows(page), 0);
  await closed(room, page);
});

test("events that do not fit are in the log, one click away", async () => {
  const room = await mock(opening(logged(507)));
  room.absence = { log_lines: 407, moves: [] };
  const page = await open(browser, room.url);
  await page.getByText("The log has 60 earlier lines.").waitFor();
  assert.deepEqual(
    (await recent(page)).map(({ text }) => text),
    Array.from({ length: 40 }, (_, at) => `Line ${467 + at}`),
  );
  await page.locator(".recent .moved button").click();
  assert.equal(await page.locator("#leaf-log").isVisible(), true);
  assert.match(await page.locator(".log li").last().innerText(), /Line 506/);
  await closed(room, page);
});

test("new lines keep their order past the hundredth", async () => {
  const room = await mock(opening(logged(99)));
  const page = await open(browser, room.url);
  room.change(Object.fromEntries([100, 101, 99].map((at) => [`log/${at}`, { rule: "9.0", text: `line ${at}` }])));
  await page.waitForFunction(() => document.querySelector(".recent li:last-child")?.textContent.includes("Line 101"));
  assert.deepEqual(
    (await recent(page)).slice(-3),
    [99, 100, 101].map((at) => ({ text: `Line ${at}`, fresh: true })),
  );
  await closed(room, page);
});

test("the changes made by one past decision are listed in order", async () => {
  const first = opening({ ...logged(102) });
  first.game.moment = 2;
  const room = await mock(first);
  room.pasts[1] = opening(logged(99));
  room.pasts[2] = opening({ ...logged(102), "stack/0102": [], "stack/0101": [piece("XX", "german")] });
  const page = await open(browser, `${room.url}#at=2`);
  await showTab(page, "back");
  await page.waitForSelector(".changes li");
  assert.deepEqual(await page.$$eval(".changes li", (all) => all.map((one) => /line \d+/.exec(one.textContent)[0])), [
    "line 99",
    "line 100",
    "line 101",
  ]);
  await closed(room, page);
});

test("a returning spectator sees what happened since the last visit", async () => {
  const first = opening(logged(120));
  first.game.viewer = { role: "spectator", side: null };
  first.question = null;
  const room = await mock(first);
  const page = await open(browser, room.url);
  assert.deepEqual(
    (await recent(page)).map(({ fresh }) => fresh),
    [false, false, false, false],
  );
  await page.goto("about:blank");
  Object.assign(room.snapshot, logged(126));
  await page.goto(room.url);
  await page.waitForSelector("body.ready");
  assert.deepEqual(
    await recent(page),
    Array.from({ length: 6 }, (_, at) => ({ text: `Line ${120 + at}`, fresh: true })),
  );
  await closed(room, page);
});

test("a running game opened in another browser shows the lines and arrows of the other side", async () => {
  const server = await serve(
    "battle-for-moscow",
    "--player",
    "german=person",
    "--player",
    "soviet=person",
    "--pace",
    "0",
    "--seed",
    "1941",
  );
  const places = (snapshot) =>
    new Map(
      Object.entries(snapshot)
        .filter(([key]) => key.startsWith("stack/"))
        .flatMap(([key, units]) => units.filter(({ side }) => side === "soviet").map(({ id }) => [id, key])),
    );
  const lines = (snapshot) => Object.keys(snapshot).filter((key) => key.startsWith("log/")).length;
  let missed = 0;
  const snapshot = await quickPlay(server.links.both, chance(3), (now, before) => {
    const at = before.findLastIndex((one) => one.question.side === "german");
    if (at < 0 || at === before.length - 1 || now.question.side !== "german" || lines(now) <= 100) return false;
    const [from, to] = [places(before[at + 1]), places(now)];
    missed = lines(now) - lines(before[at]);
    return [...to].some(([id, key]) => from.has(id) && from.get(id) !== key);
  });
  const page = await open(browser, server.links["side:german"]);
  await page.waitForSelector(".trails .arrow");
  const shown = await recent(page);
  assert.equal(shown.filter(({ fresh }) => fresh).length, Math.min(missed, 40));
  assert.ok(shown.at(-1).text.startsWith(snapshot[`log/${lines(snapshot) - 1}`].text));
  await page.screenshot({ path: `${PICTURES}recent.png` });
  const before = [await arrows(page), shown];
  await page.reload();
  await page.waitForSelector(".trails .arrow");
  assert.deepEqual([await arrows(page), await recent(page)], before);
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  await server.stop();
});

test("on a table the arrows lead from the old to the new places of bases", async () => {
  const server = await serve(
    "d2b-battle",
    "--player",
    "red=person",
    "--player",
    "blue=person",
    "--pace",
    "0",
    "--seed",
    "3",
  );
  const bases = (snapshot, mine) =>
    new Map(
      Object.entries(snapshot)
        .filter(([key, one]) => key.startsWith("stand/") && one.base && one.side !== mine)
        .map(([, one]) => [one.id, `${one.spot}`]),
    );
  const { question } = await quickPlay(server.links.both, chance(3), (now, before) => {
    const { side } = now.question,
      at = before.findLastIndex((one) => one.question.side === side);
    if (at < 0 || at === before.length - 1) return false;
    const from = bases(before[at + 1], side);
    return [...bases(now, side)].some(([id, spot]) => from.has(id) && from.get(id) !== spot);
  });
  const page = await open(browser, server.links[`side:${question.side}`]);
  await page.waitForSelector(".trails .arrow");
  assert.ok((await arrows(page)) > 0);
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  await server.stop();
});

test("lines that say the same of several units are one line that opens, in the colour of the side that acts", async () => {
  const phase = "Soviet supply";
  const line = (text) => ({ rule: "9.0", text, side: "german", turn: 1, phase, date: null, spaces: [] });
  const units = ["11 Pz", "SS Reich", "LIII Corps", "17 Inf"];
  const log = Object.fromEntries(units.map((unit, at) => [`log/${at}`, line(`${unit} is in supply again`)]));
  const room = await mock(opening({ ...log, "log/4": line("11 Pz attacks") }));
  const page = await open(browser, room.url);
  const group = page.locator(".recent .several");
  assert.match(await group.locator("summary").innerText(), /^4 German units: … is in supply again/);
  assert.equal(await group.locator("li").first().isVisible(), false);
  await group.locator("summary").click();
  assert.equal(await group.locator("li").count(), 4);
  room.change({ "log/4": line("20 Pz is in supply again") });
  await showTab(page, "log");
  assert.match(await page.locator(".log .several summary").innerText(), /^5 German units/);
  const fill = await page.locator(".log .several").getAttribute("style");
  assert.match(fill, /#cf7f62/);
  const filters = await page.locator(".log-filter button").allInnerTexts();
  assert.deepEqual(filters, ["All", "Soviet"]);
  await closed(room, page);
});
