// The page that a finished game shows, against a mock server and the real program.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decisiveBattles, rollIn } from "../../core/serve/page/end-battles.js";
import {
  changesIn,
  heldSince,
  pointsHeld,
  reckoning,
  revealed,
  spacesHeld,
  splitResult,
  stepsLost,
  thinned,
  turnEnds,
  typeIn,
} from "../../core/serve/page/end-statistics.js";
import { launch, open, PICTURES, showTab } from "./browser.mjs";
import { MAP, leave, mock, opening, piece } from "./mock.mjs";
import { serve } from "./program.mjs";

const VICTORY = { text: "Soviet victory: the Soviets hold Moscow and another city (5.0)", winner: "soviet" };
const DRAW = { text: "A draw: both sides have lost 0 units (4)", winner: null };
const HISTORY = {
  moments: 9,
  marks: [
    { moment: 0, turn: 0, phase: "Set-up" },
    { moment: 1, turn: 1, phase: "Movement" },
    { moment: 3, turn: 1, phase: "Combat" },
    { moment: 5, turn: 2, phase: "Movement" },
  ],
};

const unit = (id, side, now, full = 2) =>
  piece(id, side, { label: `${id} (infantry) 4-4`, steps: [now, full], reduced: now < full });
const line = (text, turn, spaces = [], rule = "9.0") => ({ rule, text, turn, spaces, date: `day ${turn}` });

// Set-up, turn 1 with an exchange in 0303, and turn 2 without a battle.
function frames() {
  const begin = {
    "stack/0102": [unit("XX", "german", 2)],
    "stack/0303": [unit("3", "soviet", 2), unit("4", "soviet", 2)],
    "off/german": [unit("XL", "german", 2)],
    "owner/0502": "soviet",
  };
  const exchange = {
    ...begin,
    "stack/0102": [unit("XX", "german", 1)],
    "stack/0303": [unit("4", "soviet", 2)],
    "off/soviet": [unit("3", "soviet", 0)],
    "owner/0502": "german",
    "log/0": line("3rd Army in 0303 is attacked at 2:1, die 4: EX", 1, ["0303"]),
    "log/1": line("3rd Army is eliminated", 1),
    "log/2": line("XX Corps is reduced", 1),
    "dice/0": { purpose: "9.0 combat", sides: 6, results: [4] },
  };
  const end = { ...exchange, "stack/0304": [unit("XL", "german", 1)], "off/german": [] };
  const all = [begin, exchange, end];
  return [1, 5, 9].map((moment, turn) => ({ turn, moment, snapshot: all[turn] }));
}

test("a turn ends when the next begins", () => {
  assert.deepEqual(turnEnds(HISTORY), [
    { turn: 0, moment: 1 },
    { turn: 1, moment: 5 },
    { turn: 2, moment: 9 },
  ]);
  const marks = Array.from({ length: 90 }, (_, i) => ({ moment: 10 * i, turn: i + 1, phase: "" }));
  const ends = turnEnds({ moments: 900, marks });
  assert.equal(ends.length, 40);
  assert.deepEqual(
    [ends[0], ends.at(-1)].map(({ turn }) => turn),
    [0, 90],
  );
  assert.deepEqual(thinned([1, 2, 3], 3), [1, 2, 3]);
});

test("steps and units lost are counted by side, type and turn", () => {
  const changes = changesIn(frames());
  assert.deepEqual(reckoning(changes, ["german", "soviet"]), {
    steps: [1, 2],
    units: [0, 1],
    regained: [0, 0],
    types: [{ type: "infantry", steps: [1, 2], units: [0, 1] }],
  });
  assert.deepEqual(stepsLost(frames(), ["german", "soviet"]), [
    { side: "german", values: [0, 1, 1] },
    { side: "soviet", values: [0, 2, 2] },
  ]);
  assert.equal(typeIn("Blue: Beach (blue) (dunes) 1"), "dunes");
});

test("a unit that was lost unseen counts in full; one that is hidden again does not", () => {
  const hidden = { "stack/0303": [piece("?7", "soviet", { label: "unknown unit" })] };
  const seen = { "stack/0303": [unit("3", "soviet", 2)] };
  const gone = { "off/soviet": [unit("3", "soviet", 0, 3)] };
  const lost = (...all) => changesIn(all.map((snapshot, turn) => ({ turn, snapshot }))).map(({ lost }) => lost);
  assert.deepEqual(lost(hidden, gone), [3]);
  assert.deepEqual(lost(seen, hidden), []);
  assert.deepEqual(lost(seen, gone), [2]);
});

test("owners are counted by turn, with the turn since which each space is held", () => {
  assert.deepEqual(spacesHeld(frames(), ["german", "soviet"]), [
    { side: "german", values: [0, 1, 1] },
    { side: "soviet", values: [1, 0, 0] },
  ]);
  assert.deepEqual(heldSince(frames()), [{ space: "0502", side: "german", since: 1 }]);
  assert.deepEqual(spacesHeld([{ turn: 0, snapshot: {} }], ["german"]), []);
});

test("losses belong to the attack before them", () => {
  const lines = [
    line("13th Army in 0304 is attacked at 1:1, die 4: NE", 1, ["0304"]),
    line("13th Army moves from 0304 to 0305", 1, ["0304", "0305"], "8.0"),
    ...["log/0", "log/1", "log/2"].map((key) => frames()[1].snapshot[key]),
  ];
  const rolls = [frames()[1].snapshot["dice/0"]];
  const battles = decisiveBattles(lines, rolls, changesIn(frames()), 5);
  assert.deepEqual(
    battles.map(({ index, cost }) => [index, cost]),
    [[2, 3]],
  );
});

test("the die of a battle is the one that its line names", () => {
  const rolls = [
    { purpose: "9.0 combat", sides: 6, results: [4] },
    { purpose: "10.12 attack", sides: 6, results: [2, 5] },
  ];
  const named = (text, rule = "9.0") => rollIn({ text, rule }, rolls)?.results;
  assert.deepEqual(named("13th Army is attacked at 1:1, die 4: NE"), [4]);
  assert.deepEqual(named("13e armée attaquée à 1:1, dé 4 : NE"), [4]);
  assert.equal(named("13th Army is attacked at 1:1, die 3: NE"), undefined);
  assert.equal(named("Dice: 5", "10.12"), undefined);
});

test("points of places are counted by turn if places have points", () => {
  const spaces = { "0502": { features: ["port", "points 3"] }, "0102": { features: [] } };
  assert.deepEqual(pointsHeld(frames(), ["german", "soviet"], spaces), [
    { side: "german", values: [0, 3, 3] },
    { side: "soviet", values: [3, 0, 0] },
  ]);
  assert.deepEqual(pointsHeld(frames(), ["german"], { "0502": {} }), []);
});

test("units that the end reveals are listed by space", () => {
  const before = { "stack/0303": [piece("?7", "soviet", { label: "unknown unit" })] };
  const after = { "stack/0303": [unit("3", "soviet", 2)], "stack/0102": [unit("XX", "german", 2)] };
  assert.deepEqual(
    revealed(before, after).map(([space, [{ id }]]) => [space, id]),
    [["0303", "3"]],
  );
});

test("the text of a result is split into headline, reason and paragraph", () => {
  const reason = "the Soviets hold Moscow and another city";
  assert.deepEqual(splitResult(VICTORY.text), { headline: "Soviet victory", reason, rule: "5.0" });
  assert.deepEqual(splitResult("Victoire soviétique : ils tiennent Moscou (11e)"), {
    headline: "Victoire soviétique",
    reason: "ils tiennent Moscou",
    rule: "11e",
  });
  assert.deepEqual(splitResult("A draw"), { headline: "A draw", reason: null, rule: null });
});

test("boxes beside the map do not count as spaces held", () => {
  const [only] = frames().slice(1, 2);
  only.snapshot["owner/pool"] = "german";
  const values = (isCounted) => spacesHeld([only], ["german"], isCounted)[0].values;
  assert.deepEqual(values(), [2]);
  assert.deepEqual(
    values((space) => space !== "pool"),
    [1],
  );
});

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

function finished(result, more = {}) {
  const first = opening({ question: null, ...frames()[2].snapshot, ...more });
  delete first["stack/0502"];
  Object.assign(first.game, { result, turn: 2, moment: 9, active_side: null, refusals: {} });
  return first;
}

// A finished game on the mock server, with a past. `more` are options of the browser.
async function ended(first, { marks, labels = {}, boxes = [], ...more } = {}, search = "") {
  const room = await mock(first);
  for (let moment = 0; moment < 9; moment++) {
    const { "log/0": _, ...begin } = opening({ "stack/0502": [] });
    room.pasts[moment] = { ...begin, ...frames()[moment < 4 ? 0 : 1].snapshot };
  }
  const page = await open(browser, null, more);
  await page.route(/api\/history\?/, (route) => route.fulfill({ json: marks ? { ...HISTORY, marks } : HISTORY }));
  await page.route(/api\/map\.json/, (route) => {
    const change = ([name, space]) => [name, { ...space, label: labels[name] ?? name, box: boxes.includes(name) }];
    return route.fulfill({ json: { ...MAP, spaces: Object.fromEntries(Object.entries(MAP.spaces).map(change)) } });
  });
  await page.goto(room.url + search);
  await page.waitForSelector("body.ready");
  return { room, page, done: () => leave(page, room) };
}

const text = (page, selector) => page.locator(selector).first().innerText();

test("the end: headline, map, charts, owners, battles and table", async () => {
  const { page, done } = await ended(finished(VICTORY));
  await page.waitForSelector("#end.filled");
  assert.equal(await text(page, "#end h2"), "Soviet victory");
  assert.match(await text(page, "#end .end-reason"), /The Soviets hold Moscow and another city\.\s+5\.0/);
  assert.match(await text(page, ".end-kicker"), /Mock battle · After turn 2/i);
  assert.equal(await page.locator("#end .end-chart svg[role=img]").count(), 2);
  assert.equal(await page.locator("#end .end-chart .line").count(), 4);
  assert.equal(await page.locator('.end-lines .mark[d="M-4 -4h8v8h-8z"]').count(), 6);
  assert.match(await text(page, ".end-held"), /0502.*turn 1/s);
  assert.match(await text(page, ".end-table"), /Steps lost\s+1\s+2\s+Units lost\s+0\s+1/);
  assert.equal(await page.locator("#end table caption").count(), await page.locator("#end table").count());
  assert.deepEqual(await page.$$eval("#end :is(h2, h3)", (all) => all.map((one) => one.tagName)), [
    "H2",
    "H3",
    "H3",
    "H3",
    "H3",
    "H3",
  ]);
  assert.equal(await page.evaluate(() => document.activeElement.id), "end");
  assert.equal(await page.locator("#panel").isVisible(), false);
  await page.screenshot({ path: `${PICTURES}end.png` });
  await done();
});

test("a game of one turn is told in a sentence, names keep their numbers, and the header says that it is over", async () => {
  const first = finished(VICTORY, { "owner/0403": "german", "owner/0404": "german", "owner/0502": "soviet" });
  first.game.turn = 1;
  const marks = HISTORY.marks.slice(0, 3);
  const labels = { "0403": "9th Army", "0404": "0404 Fourth Army" };
  const { page, done } = await ended(first, { marks, labels, boxes: ["0502"] });
  await page.waitForSelector("#end.filled");
  assert.equal(await page.locator(".end-lines").count(), 0);
  assert.match(await text(page, ".end-sentence"), /German: 2 · Soviet: 0/);
  const held = await page.locator(".end-held li").allInnerTexts();
  assert.deepEqual(
    held.map((one) => one.split("(")[0].trim()),
    ["9th Army", "Fourth Army"],
  );
  assert.equal(await page.locator("#phase").textContent(), "The game is over");
  await done();
});

test("the slider goes over the turns, and a battle shows its moment and place", async () => {
  const { page, done } = await ended(finished(VICTORY));
  await page.waitForSelector("#end.filled");
  const units = () => page.$$eval(".end-map .stack [data-id]", (all) => all.map((one) => one.dataset.id).sort());
  assert.deepEqual(await units(), ["4", "XL", "XX"]);
  await page.getByRole("button", { name: "previous turn" }).click();
  await page.getByRole("button", { name: "previous turn" }).click();
  assert.deepEqual(await units(), ["3", "4", "XX"]);
  assert.equal(await text(page, ".end-turn"), "Set-up");
  await page.locator(".scrubber input").focus();
  await page.keyboard.press("End");
  assert.deepEqual(await units(), ["4", "XL", "XX"]);
  await page.locator(".end-battles button").first().click();
  await page.waitForSelector(".end-map .pointed");
  assert.match(await text(page, ".end-turn"), /^Turn 1, day 1: 3rd Army in 0303 is attacked/);
  await page.locator("#end .back").click();
  await page.waitForFunction(() => location.hash === "#at=3");
  assert.equal(await page.locator("#end").isVisible(), false);
  await page.locator("#buttons .result").click();
  assert.equal(await page.locator("#end").isVisible(), true);
  await done();
});

test("the end closes with a button, Escape or a look back, and opens again", async () => {
  const { page, done } = await ended(finished(VICTORY));
  const end = page.locator("#end");
  await page.locator("#end > .close").click();
  assert.equal(await end.isVisible(), false);
  assert.equal(await page.locator("#map").evaluate((map) => map.inert), false);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Result");
  await page.locator("#buttons .result").click();
  await page.keyboard.press("Escape");
  assert.equal(await end.isVisible(), false);
  await page.reload();
  await page.waitForSelector("#end.filled");
  await page.keyboard.press("Escape");
  await showTab(page, "back");
  await page.locator("#leaf-back").getByRole("button", { name: "previous decision" }).click();
  await page.waitForSelector("body.past");
  assert.equal(await end.isVisible(), false);
  await page.locator("#buttons .back").click();
  await done();
});

test("nothing is shown before the end; it opens when the game ends, and an undo closes it", async () => {
  const { page, room, done } = await ended(opening());
  assert.equal(await page.locator("#end").isVisible(), false);
  assert.equal(await page.locator("#buttons .result").count(), 0);
  const { game } = finished(VICTORY);
  room.change({ game, question: null });
  await page.waitForSelector("#end.filled");
  room.change({ game: opening().game });
  await page.waitForSelector("#end", { state: "hidden" });
  assert.equal(await page.locator("#buttons .result").count(), 0);
  await done();
});

test("a draw, without owners and losses", async () => {
  const first = opening({ question: null });
  delete first["owner/0502"];
  Object.assign(first.game, { result: DRAW, moment: 9, active_side: null });
  const room = await mock(first);
  const page = await open(browser, room.url);
  await page.waitForSelector("#end.filled");
  assert.equal(await text(page, "#end h2"), "A draw");
  assert.equal(await page.locator("#end :is(.end-chart, .end-table, .end-held, .end-battles)").count(), 0);
  assert.equal(await page.locator(".scrubber input").count(), 1);
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  room.close();
});

test("the end fits on a phone", async () => {
  const sizes = [
    [390, 844],
    [844, 390],
  ];
  for (const [width, height] of sizes) {
    const phone = { viewport: { width, height }, hasTouch: true, isMobile: true };
    const { page, done } = await ended(finished(VICTORY), phone);
    await page.waitForSelector("#end.filled");
    const box = await page.locator("#end").boundingBox();
    assert.deepEqual([box.width, box.height], [width, height]);
    assert.ok(await page.locator("#end").evaluate((end) => end.scrollWidth <= end.clientWidth));
    await page.screenshot({ path: `${PICTURES}end-${width}.png` });
    await page.locator("#end > .close").click();
    await page.locator("#buttons .result").click();
    await done();
  }
});

const BOTS = ["--player", "german=random", "--player", "soviet=random", "--pace", "0", "--seed", "7"];

async function over(server, search = "", more = {}) {
  const page = await open(browser, server.links.spectator + search, more);
  await page.waitForSelector("#end.filled", { timeout: 60000 });
  return page;
}

test("a whole game of bots ends with its figures, in English and French", async () => {
  const server = await serve("battle-for-moscow", ...BOTS);
  const page = await over(server);
  assert.match(await text(page, "#end h2"), /victory|draw/i);
  assert.equal(await page.locator(".scrubber input").getAttribute("max"), "7");
  assert.ok((await page.locator(".end-battles li").count()) > 0);
  assert.equal(await page.locator(".end-battles li .die").count(), await page.locator(".end-battles li").count());
  const [frame, paper] = [
    await page.locator(".end-sight").boundingBox(),
    await page.locator(".end-sight img").first().boundingBox(),
  ];
  assert.ok(paper.width > 0.9 * frame.width, "the map has the frame, without the key");
  assert.equal(await page.locator(".end-held li").count(), 11);
  await page.reload();
  await page.waitForSelector("#end.filled");
  await page.locator(".end-battles button").first().click();
  await page.waitForSelector(".end-map .pointed");
  await page.locator(".end-actions .go").click();
  await page.waitForSelector(".end-status a");
  await page.locator(".share-link").click();
  await page.waitForSelector(".end-status input");
  assert.equal(await page.locator(".end-status input").inputValue(), server.links.spectator);
  const french = await over(server, "?lang=fr", { locale: "fr" });
  assert.match(await text(french, "#end h2"), /Victoire|égalité|nul/i);
  assert.match(await text(french, ".end-sections"), /Pas perdus, tour par tour/i);
  assert.match(await text(french, ".end-table"), /Unités perdues/);
  for (const one of [page, french]) {
    assert.deepEqual(one.mistakes, []);
    await one.context().close();
  }
  await server.stop();
});

test("a rematch with sides swapped starts from the page if it came from the lobby", async () => {
  const server = await serve(null);
  const page = await open(browser, null);
  await page.goto(server.host);
  await page.getByText("Battle for Moscow", { exact: true }).first().click();
  for (const [i, value] of ["random", "recruit"].entries())
    await page.locator("#seats select").nth(i).selectOption(value);
  await page.locator(".go").click();
  await page.locator(".created a").last().click();
  await page.waitForSelector("#end.filled", { timeout: 120000 });
  await page.getByRole("button", { name: "Play again, sides swapped" }).click();
  await page.waitForSelector(".end-status a");
  const games = await page.evaluate(async (host) => (await fetch(`${host}api/games.json`)).json(), server.host);
  const swapped = games.find(({ seats }) => seats.german === "recruit");
  assert.equal(swapped.seats.soviet, "random");
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  await server.stop();
});
