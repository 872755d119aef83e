// The rulebook on the page, against a mock server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, PICTURES, showTab } from "./browser.mjs";
import { mock, opening, question } from "./mock.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

async function reading(more) {
  const room = await mock();
  const page = await open(browser, room.url, more);
  return {
    page,
    shown: () => page.locator("#rulebook article").allInnerTexts(),
    done: async () => {
      const { mistakes } = page;
      await page.context().close();
      room.close();
      assert.deepEqual(mistakes, []);
      assert.deepEqual(room.answers, [], "reading decides nothing");
    },
  };
}

test("the chip of the question opens its paragraph, and Escape returns to the chip", async () => {
  const { page, shown, done } = await reading();
  await page.locator("#prompt .rule").click();
  await page.waitForSelector("#rulebook:not([hidden])");
  assert.match((await shown()).join(), /7\.0 Movement.*Units move one by one.*no stacking.*Ruling Who moves\? You\./s);
  assert.equal(await page.evaluate(() => document.activeElement.className), "rulebook-text");
  // Brackets and punctuation are not torn from the chip that they touch.
  assert.deepEqual(await page.locator("#rulebook .kept").allInnerTexts(), ["(9.0)."]);
  const [panel, map] = [await page.locator("#rulebook").boundingBox(), await page.locator("#map").boundingBox()];
  assert.ok(panel.x >= map.x + map.width, "the map stays free");
  assert.equal(await page.locator("#rulebook script, #rulebook img").count(), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  await page.screenshot({ path: `${PICTURES}rulebook.png` });
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#rulebook").isHidden(), true);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.rule), "7.0");
  await done();
});

test("neighbours and references lead to other paragraphs", async () => {
  const { page, shown, done } = await reading();
  await page.locator("#prompt .rule").press("Enter");
  await page.locator("#rulebook nav").getByRole("button", { name: "Next paragraph" }).click();
  assert.match((await shown()).join(), /7\.1 Roads/);
  await page.locator("#rulebook nav").getByRole("button", { name: "Parent paragraph" }).click();
  assert.match((await shown()).join(), /7\.0 Movement/);
  await page.locator('#rulebook article p [data-rule="9.0"]').click();
  assert.match((await shown()).join(), /9\.0 Combat/);
  assert.equal(await page.locator("#rulebook nav button").nth(2).isDisabled(), true, "it is the last");
  await page.locator("#rulebook .parts").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "All paragraphs" }).click();
  assert.equal((await shown()).length, 3);
  await done();
});

test("the search box finds words without their accents", async () => {
  const { page, shown, done } = await reading();
  await page.locator("#map").focus();
  await page.keyboard.press("p");
  await page.locator("#rulebook input").fill("CHAUSSEE");
  await page.waitForFunction(() => document.querySelectorAll("#rulebook article").length === 1);
  assert.match((await shown()).join(), /7\.1 Roads/);
  await page.locator("#rulebook input").fill("9");
  await page.waitForFunction(() => document.querySelector("#rulebook article")?.dataset.number === "9.0");
  await page.locator("#rulebook input").fill("nothing of that kind");
  await page.waitForSelector("#rulebook .quiet");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#rulebook").isHidden(), true);
  await done();
});

test("keys of the board have no effect in the rulebook", async () => {
  const { page, done } = await reading();
  await page.locator("#prompt .rule").click();
  await page.waitForSelector("#rulebook:not([hidden])");
  for (const key of ["x", "t", "Enter"]) await page.keyboard.press(key);
  assert.equal(await page.locator("#rulebook").isVisible(), true);
  await page.keyboard.press("p");
  assert.equal(await page.locator("#rulebook").isHidden(), true);
  await done();
});

test("the whole rulebook opens from the help, also on a phone", async () => {
  const { page, shown, done } = await reading({ viewport: { width: 390, height: 760 } });
  await page.keyboard.press("?");
  await page.getByRole("button", { name: "Read the rules" }).click();
  await page.waitForSelector("#rulebook article");
  await page.getByRole("button", { name: "All paragraphs" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#rulebook article").length > 1);
  assert.equal((await shown()).length, 3);
  await page.screenshot({ path: `${PICTURES}rulebook-phone.png` });
  await page.getByRole("button", { name: "Close the rules" }).click();
  assert.equal(await page.locator("#leaf-help").isVisible(), true);
  await done();
});

test("the rules open at the paragraph of the question, with a list of contents", async () => {
  const room = await mock();
  const page = await open(browser, room.url);
  await showTab(page, "help");
  await page.getByRole("button", { name: "Read the rules" }).click();
  assert.equal(await page.locator("#rulebook article").getAttribute("data-number"), "7.0");
  const contents = page.locator("#rulebook .contents");
  await contents.locator("summary").click();
  assert.deepEqual(await contents.locator("li").allInnerTexts(), ["7.0 Movement", "9.0 Combat"]);
  await contents.getByRole("button", { name: "9.0" }).click();
  await page.locator('#rulebook article[data-number="9.0"]').waitFor();
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  room.close();
});

test("the charts open at the one of the question's paragraph, and the panel keeps its width", async () => {
  const chart = (name, rule, more) => ({
    name,
    title: name,
    rule,
    rows: { name: "turn", keys: ["1", "2", "3", "4", "5", "6", "7"] },
    columns: { name: "entry", keys: ["date", "weather"] },
    cells: [],
    below: null,
    meanings: [],
    ...more,
  });
  const charts = [chart("track", "4.0", {}), chart("results", "9.2", { rows: { name: "die", keys: ["1", "2"] } })];
  const room = await mock(opening({ question: question(1, { rule: "9.1", options: [] }) }));
  const page = await open(browser, null);
  await page.route(/charts\.json/, (route) => route.fulfill({ json: charts }));
  await page.goto(room.url);
  await page.waitForSelector("body.ready");
  const width = () => page.locator("#panel").evaluate((panel) => panel.offsetWidth);
  const before = await width();
  await showTab(page, "charts");
  await page.locator("#leaf-charts details").first().waitFor();
  assert.equal(await width(), before);
  assert.deepEqual(await page.$$eval("#leaf-charts details[open]", (all) => all.map(({ dataset }) => dataset.name)), [
    "results",
  ]);
  const table = page.locator("#leaf-charts details[open] table");
  assert.equal(await table.locator("caption").count(), 0);
  assert.deepEqual(await table.locator("thead th").allInnerTexts(), ["Die", "Date", "Weather"]);
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  room.close();
});
