// What a battle leaves on the page while the game goes on: a card beside its place, and dice with their meaning.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, PICTURES } from "./browser.mjs";
import { leave, mock, opening, piece, question } from "./mock.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const SCORE = [{ label: "cities", rule: "5.0", values: [{ side: "german", value: 3 }], limit: 11 }];

async function table(options) {
  const room = await mock(opening({ links: [] }));
  const page = await open(browser, null, options);
  await page.route(/api\/score/, (route) => route.fulfill({ json: SCORE }));
  await page.goto(room.url);
  await page.waitForSelector("body.ready");
  return { room, page, done: () => leave(page, room) };
}

// XX attacks ?7 at 0502, which retreats. The next question offers what is beside the place.
function fight(room) {
  const { game } = opening();
  room.change({
    game: { ...game, moment: 4 },
    "dice/0": { purpose: "9.0 fire", sides: 6, results: [6, 2, 5], hits_from: 5 },
    "log/1": { rule: "9.0", text: "?7 is attacked at 3:1: 2 hits with 3 dice", turn: 1, spaces: ["0502"] },
    "stack/0502": [],
    "stack/0602": [piece("?7", "soviet")],
    question: question(2, { options: [{ text: "XX", unit: "XX", space: "0102" }] }),
  });
}

const lies = async (page, card, target) => {
  const [a, b] = await Promise.all([card, target].map((one) => page.locator(one).first().boundingBox()));
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

test("a battle that was just fought has its card beside the place until the next click", async () => {
  const { room, page, done } = await table({ reducedMotion: "no-preference" });
  fight(room);
  await page.waitForSelector(".film-card.live");
  assert.match(await page.locator(".film-card.live").innerText(), /3:1/);
  assert.equal(await page.locator(".film-card.live .die").count(), 3);
  assert.equal(await page.locator(".live-battle .film-target").count(), 1);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${PICTURES}live-battle.png` });
  for (const target of ["XX", "?7"]) {
    assert.equal(await lies(page, ".film-card.live", `.layer-units [data-id="${target}"]`), false, target);
  }
  const [card, target] = await Promise.all(
    [".film-card.live", ".live-battle .film-target"].map((one) => page.locator(one).first().boundingBox()),
  );
  const gapX = Math.max(target.x - card.x - card.width, card.x - target.x - target.width, 0);
  const gapY = Math.max(target.y - card.y - card.height, card.y - target.y - target.height, 0);
  assert.ok(Math.hypot(gapX, gapY) < 120, `the card is ${Math.hypot(gapX, gapY)} pixels from the fight`);
  const events = await page.$eval(".film-card.live", (card) => getComputedStyle(card).pointerEvents);
  assert.equal(events, "none");
  await page.locator('.layer-units [data-id="XX"]').click();
  await page.waitForFunction(() => !document.querySelector(".film-card, .live-battle"));
  await done();
});

test("the card goes by itself, also without motion", async () => {
  const { room, page, done } = await table({ reducedMotion: "reduce" });
  fight(room);
  await page.waitForSelector(".film-card.live");
  assert.equal(await page.$eval(".film-card.live ol", (list) => getComputedStyle(list).opacity), "1");
  await page.waitForFunction(() => !document.querySelector(".film-card, .live-battle"), null, { timeout: 5000 });
  await done();
});

test("new dice name the place and the paragraph; hits are filled and misses hollow", async () => {
  const { room, page, done } = await table();
  fight(room);
  await page.waitForFunction(() => document.querySelector(".throw")?.textContent.includes("Combat: fire"));
  assert.match(await page.locator(".throw b").innerText(), /0502/);
  assert.deepEqual(await page.$$eval(".throw .die", (all) => all.map((die) => die.getAttribute("class"))), [
    "die hit",
    "die miss",
    "die hit",
  ]);
  assert.match(await page.locator(".throw").innerText(), /hits on 5 or more/);
  await done();
});

test("on a phone new dice are a small chip that fades", async () => {
  const { room, page, done } = await table({
    viewport: { width: 390, height: 844 },
    reducedMotion: "no-preference",
    hasTouch: true,
  });
  await page.evaluate(() => {
    document.body.dataset.drawer = "folded";
  });
  fight(room);
  const { height } = await page.locator(".throw").boundingBox();
  assert.ok(height < 40, `${height} px`);
  assert.equal(await page.$eval(".throw", (one) => getComputedStyle(one).animationName), "fade-away");
  await done();
});

test("the score stays while the past is shown", async () => {
  const { room, page, done } = await table();
  room.pasts[1] = opening({ game: { ...opening().game, moment: 1 }, question: null });
  await page.locator("#score .score-chip").waitFor();
  await page.goto(`${room.url}#at=1`);
  await page.reload();
  await page.waitForSelector("body.past");
  assert.equal(await page.locator("#score .score-chip").innerText(), "3");
  await done();
});
