// Games against the real program.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, PICTURES, showTab } from "./browser.mjs";
import { chance, decide, play, prepared, stacks, whose } from "./player.mjs";
import { serve } from "./program.mjs";

const BOTH = ["--player", "german=person", "--player", "soviet=person", "--pace", "0", "--seed", "1941"];
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

async function sides(server) {
  const pages = [];
  for (const role of ["side:german", "side:soviet"]) pages.push(await open(browser, server.links[role]));
  return pages;
}

async function leave(server, ...pages) {
  for (const page of pages) {
    assert.deepEqual(page.mistakes, []);
    await page.context().close();
  }
  await server.stop();
}

const prompt = (page) => page.locator("#prompt").innerText();

test("two sides play a whole game of Battle for Moscow by clicking highlights", async (context) => {
  const server = await serve("battle-for-moscow", ...BOTH);
  const pages = await sides(server);
  const count = await play(pages, chance(3), 1500);
  const [told, other] = await Promise.all(pages.map(prompt));
  context.diagnostic(`${count} decisions: ${told}`);
  assert.match(told, /victory|draw/i);
  assert.equal(told, other);
  await pages[0].locator("#end").press("Escape");
  await showTab(pages[0], "dice");
  assert.ok((await pages[0].locator(".rolls li").count()) > 5);
  await leave(server, ...pages);
});

test("a game survives a reload and a killed server", async () => {
  const server = await serve("battle-for-moscow", ...BOTH);
  const pages = await sides(server);
  await play(pages, chance(5), 12);
  await pages[0].waitForTimeout(300);
  const before = await stacks(pages[0]);
  await pages[0].reload();
  await pages[0].waitForSelector("body.ready");
  assert.deepEqual(await stacks(pages[0]), before);
  await server.kill();
  await pages[0].waitForSelector(".line-lost");
  await server.again();
  await pages[0].waitForSelector(".line-lost", { state: "detached", timeout: 15000 });
  assert.deepEqual(await stacks(pages[0]), before);
  assert.equal(await play(pages, chance(6), 4), 4);
  await leave(server, ...pages);
});

test("an invalid link shows no game", async () => {
  const server = await serve("battle-for-moscow");
  const page = await open(browser, null);
  await page.goto(`${server.url}/t/AAAAAAAAAAAAAAAAAAAAAA/`);
  assert.equal(await page.locator("svg.board").count(), 0);
  assert.match(await page.locator("body").innerText(), /This link does not work here/);
  await leave(server, page);
});

test("keyboard alone gets through a turn's movement against the bot", async () => {
  const server = await serve("battle-for-moscow", "--pace", "0", "--seed", "4");
  const page = await open(browser, server.links["side:german"]);
  const seen = new Set();
  await page.keyboard.press("Tab");
  const isOver = async () => /Turn 1 .*· Soviet|Turn 2/.test(await page.locator("#phase").innerText());
  for (let steps = 0; steps < 70 && !(await isOver()); steps++) {
    const number = await page.evaluate(() => document.body.dataset.question);
    if (!number) {
      await page.waitForTimeout(60);
      continue;
    }
    seen.add(await prompt(page));
    const isOnButton = await page.evaluate(() => document.activeElement.matches("button"));
    if (!isOnButton && steps % 3 === 0) await page.keyboard.press("ArrowRight");
    await page.keyboard.press(steps % 12 === 11 ? "x" : steps % 4 === 3 ? "Control+Enter" : "Enter");
    await page
      .waitForFunction((was) => document.body.dataset.question !== was, number, { timeout: 300, polling: "raf" })
      .catch(() => null);
  }
  assert.ok(seen.size >= 4, [...seen].join("\n"));
  assert.ok((await page.locator("#leaf-turn .recent li").count()) > 0);
  await leave(server, page);
});

test("the general gives advice, which can be followed with a key", async () => {
  const server = await serve("battle-for-moscow", ...BOTH);
  const [page, other] = await sides(server);
  await play([page, other], chance(3), 12);
  const decider = await whose([page, other]);
  const asked = () => decider.evaluate(() => document.body.dataset.question);
  const number = await asked();
  await decider.keyboard.press("a");
  await decider.locator("#buttons .hurry").click();
  await decider.waitForSelector(".advised-line");
  const advice = await decider.locator(".advised-line").innerText();
  assert.match(advice, /Advice/i);
  assert.match(advice, /Tried \d times \(/);
  assert.ok((await decider.locator(".board .advised, #buttons .advised").count()) > 0, advice);
  assert.equal(await asked(), number);
  const bystander = decider === page ? other : page;
  assert.equal(await bystander.locator(".advised-line, #buttons .advise").count(), 0);
  await decider.screenshot({ path: `${PICTURES}advice.png` });
  await decider.keyboard.press("t");
  await decider.waitForFunction((before) => document.body.dataset.question !== before, number);
  assert.equal(
    (await decider
      .locator(".advised-line")
      .innerText()
      .catch(() => "")) === advice,
    false,
  );
  await leave(server, page, other);
});

test("a click in Moskva 1941 is answered at once and draws only what changed", async (context) => {
  const server = await serve("moskva-1941", ...BOTH);
  const [page, other] = await sides(server);
  await prepared([page, other]);
  await page.evaluate(watchClicks);
  for (let count = 0; count < 24; count++) await decide(await whose([page, other]), chance(count + 1), 0.97);
  const clicks = await page.evaluate(() => window.clicks);
  const median = (name) =>
    clicks
      .map((one) => one[name])
      .sort((a, b) => a - b)
      [clicks.length >> 1]?.toFixed(1);
  const stacks = await page.locator(".stack").count();
  const most = Math.max(...clicks.map((one) => one.drawn));
  const times = `highlighted after ${median("lit")} ms, painted after ${median("time")} ms (medians)`;
  context.diagnostic(`${clicks.length} clicks: ${times}; at most ${most} of ${stacks} stacks drawn`);
  assert.ok(clicks.length > 8 && stacks > 50);
  assert.ok(
    clicks.every((one) => one.drawn <= 4),
    JSON.stringify(clicks),
  );
  await page.screenshot({ path: `${PICTURES}moskva-1941.png` });
  await leave(server, page, other);
});

// Measures the time from a click until the next question is drawn, and counts the stacks drawn for it.
function watchClicks() {
  window.clicks = [];
  let start = null,
    drawn = 0,
    before = null;
  addEventListener(
    "pointerup",
    () => {
      before = document.body.dataset.question;
      start = performance.now();
      drawn = 0;
    },
    true,
  );
  const layer = document.querySelector(".layer-units");
  new MutationObserver((all) => {
    drawn += all.reduce((sum, one) => sum + one.addedNodes.length, 0);
  }).observe(layer, { childList: true });
  new MutationObserver(() => {
    if (start === null || document.body.dataset.question === before) return;
    const from = start,
      lit = performance.now() - from;
    start = null;
    requestAnimationFrame(() => setTimeout(() => window.clicks.push({ lit, time: performance.now() - from, drawn })));
  }).observe(document.body, { attributes: true, attributeFilter: ["data-question"] });
}

test("the lobby creates a game, and its link opens it", async () => {
  const server = await serve(null);
  const page = await open(browser, null);
  await page.goto(server.host);
  await page.getByText("Battle for Moscow", { exact: true }).first().click();
  await page.locator(".go").click();
  await page.waitForSelector(".created a");
  await page.screenshot({ path: `${PICTURES}lobby.png`, fullPage: true });
  await page.locator(".created a").first().click();
  await page.waitForSelector("body.ready");
  assert.match(await page.locator("#title").innerText(), /Battle for Moscow/);
  await leave(server, page);
});

test("two players at one screen hand it over", async () => {
  const server = await serve("moscow-41-smolensk", ...BOTH);
  const page = await open(browser, server.links.both);
  await page.keyboard.press("Enter");
  await page.waitForSelector("body.ready");
  for (let count = 0; count < 60 && (await page.locator("#handover").count()) === 0; count++) {
    await decide(page, chance(count), 0.4);
    await page.waitForTimeout(120);
  }
  await page.waitForSelector("#handover");
  await page.screenshot({ path: `${PICTURES}handover.png` });
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.body.dataset.question !== "" && !document.querySelector("#handover"));
  await leave(server, page);
});

test("looking back: the slider, a link to a decision, and playing on from there", async () => {
  const server = await serve("battle-for-moscow", "--pace", "0", "--seed", "1941");
  const page = await open(browser, server.links["side:german"]);
  await play([page], chance(8), 5);
  await page.waitForTimeout(300);
  await showTab(page, "back");
  await page.waitForFunction(() => /decision [1-9]/.test(document.querySelector("#leaf-back .quiet").textContent));
  const [at] = (await page.locator("#leaf-back .quiet").innerText()).match(/\d+/);
  const then = await stacks(page);
  await page.locator("#tab-turn").click();
  await play([page], chance(9), 9);
  await page.waitForTimeout(300);
  const now = await stacks(page);
  await showTab(page, "back");
  await page.goto(`${page.url()}#at=${at}`);
  await page.waitForSelector("body.past");
  assert.deepEqual(await stacks(page), then);
  await page.locator(".fork").click();
  await page.waitForSelector("#leaf-back [role=status] a");
  await page.screenshot({ path: `${PICTURES}history.png` });
  await page.locator("button.now").click();
  assert.deepEqual(await stacks(page), now);
  await page.goto(
    await page
      .locator("#leaf-back [role=status] a")
      .first()
      .evaluate((link) => link.href),
  );
  await page.waitForSelector("body.ready");
  await leave(server, page);
});
