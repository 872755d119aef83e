// The odds of attacks on the map and in the list, and the confirmation of those that have little chance.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { leave, mock, opening, piece, question } from "./mock.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const UNITS = {
  "stack/0102": [piece("XX", "german")],
  "stack/0303": [piece("XL", "german"), piece("3", "german")],
  "stack/0502": [piece("?7", "soviet")],
  "stack/0202": [piece("?8", "soviet")],
};
const TARGETS = question(5, {
  prompt: "Which unit is attacked?",
  options: [
    { text: "?7", unit: "?7", space: "0502" },
    { text: "?8", unit: "?8", space: "0202" },
  ],
});
const LINES = { "0502": "4:8 = below 1:1", "0202": "12:4 = 3:1, -1 river (9.2) -> 2:1" };
const ALONE = "6:4 = 3:2";
const forecast = ({ space, attackers }) => ({ line: attackers?.length === 1 ? ALONE : LINES[space] });

async function begin(more, options) {
  const room = await mock(opening({ ...UNITS, question: TARGETS, ...more }));
  room.forecast = forecast;
  return { room, page: await open(browser, room.url, { doubts: true, ...options }) };
}

const pills = async (page, count) => {
  await page.waitForFunction((count) => document.querySelectorAll(".odds-pill").length === count, count);
  return (await page.locator(".odds-pill").allTextContents()).sort();
};
const tap = (page, space) => page.locator(`.stack[data-space="${space}"] .top`).click();

test("targets and declared attacks carry their odds, also on a phone", async () => {
  for (const options of [{}, { viewport: { width: 390, height: 844 }, hasTouch: true }]) {
    const links = [{ name: "attacks", from: "XX", to: "?8" }];
    const { room, page } = await begin({ links }, options);
    assert.deepEqual(await pills(page, 2), ["3:2", "<1:1"]);
    assert.ok(await page.locator(".odds-pill").first().isVisible());
    room.change({ links: [] });
    await page.waitForFunction(() =>
      /2:1/.test([...document.querySelectorAll(".odds-pill")].map((it) => it.textContent)),
    );
    await leave(page, room);
  }
});

test("the rows of the list show odds and costs at their right edge", async () => {
  const { room, page } = await begin();
  await page.waitForFunction(() => document.querySelector(".options .price")?.textContent === "<1:1");
  assert.deepEqual(await page.locator(".options .price").allTextContents(), ["<1:1", "2:1"]);
  const goals = [{ text: "0201", space: "0201", cost: "2" }];
  room.change({ question: question(6, { options: goals, context: [{ text: "XX", unit: "XX", space: "0102" }] }) });
  await page.waitForFunction(() => document.querySelector(".options .price")?.textContent === "cost 2");
  const [row, price] = await Promise.all(
    [".options button", ".options .price"].map((it) => page.locator(it).boundingBox()),
  );
  assert.ok(row.x + row.width - price.x - price.width < 20, "the cost is at the right edge");
  await leave(page, room);
});

test("an attack with little chance is sent only after a confirmation", async () => {
  const { room, page } = await begin();
  await tap(page, "0502");
  await page.waitForSelector(".attack-doubt");
  assert.match(await page.locator(".attack-doubt").textContent(), /<1:1/);
  assert.deepEqual(room.answers, []);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".attack-doubt", { state: "detached" });
  assert.deepEqual(room.answers, []);
  await tap(page, "0502");
  const sent = page.waitForResponse(/answer/);
  await page.locator(".attack-anyway").click();
  await sent;
  assert.deepEqual(room.answers, [{ number: 5, answer: { one: 0 } }]);
  await leave(page, room);
});

test("an attack with a fair chance is sent at once, and the question can be turned off", async () => {
  const { room, page } = await begin();
  const sent = page.waitForResponse(/answer/);
  await tap(page, "0202");
  await sent;
  room.change({ question: { ...TARGETS, number: 6 } });
  await page.waitForSelector("body[data-question='6']:not(.sending)");
  await tap(page, "0502");
  const second = page.waitForResponse(/answer/);
  await page.locator(".attack-always").click();
  await second;
  room.change({ question: { ...TARGETS, number: 7 } });
  await page.waitForSelector("body[data-question='7']:not(.sending)");
  const third = page.waitForResponse(/answer/);
  await tap(page, "0502");
  await third;
  assert.equal(room.answers.length, 3);
  await leave(page, room);
});

test("the odds of the units picked decide whether the page asks", async () => {
  const options = ["XL", "3"].map((unit) => ({ text: unit, unit, space: "0303" }));
  const context = [{ text: "?7", unit: "?7", space: "0502" }];
  const form = { kind: "several", min: 1, max: 2 };
  const { room, page } = await begin({ question: question(8, { options, context, form, stop: null }) });
  for (const row of await page.locator(".options button").all()) await row.click();
  await page.locator("#buttons .send").click();
  await page.locator(".attack-not").click();
  await page.waitForSelector(".attack-doubt", { state: "detached" });
  assert.deepEqual(room.answers, []);
  await page.locator(".options button").last().click();
  const sent = page.waitForResponse(/answer/);
  await page.locator("#buttons .send").click();
  await sent;
  assert.deepEqual(room.answers, [{ number: 8, answer: { several: [0] } }]);
  await leave(page, room);
});

test("a route in the list has the names of its spaces, and its line on the map", async () => {
  const path = ["0102", "0202", "0302"];
  const options = [{ text: path.join("-"), path, cost: "3" }];
  const { room, page } = await begin({ question: question(9, { options }) });
  const row = page.locator(".options button");
  assert.equal(await row.textContent(), "0102 → 0202 → 0302cost 3");
  await row.hover();
  await page.waitForSelector("polyline.pointed");
  await leave(page, room);
});
