// Cards: a side sees its hand and chooses a card from it; the other side learns only how many cards there are.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, PICTURES } from "./browser.mjs";
import { serveFrom } from "./program.mjs";

const ROOT = new URL("../../", import.meta.url).pathname;
let browser, packs, server;
before(async () => {
  packs = mkdtempSync(join(tmpdir(), "cards-"));
  cpSync(join(ROOT, "core/suite/tests/cards"), packs, { recursive: true });
  cpSync(join(ROOT, "scripts/std"), join(packs, "scripts/std"), { recursive: true });
  const players = ["--player", "red=person", "--player", "blue=person"];
  server = await serveFrom(packs, "card-duel", ...players, "--pace", "0", "--seed", "5");
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
  rmSync(packs, { recursive: true, force: true });
});

async function seat(side, options) {
  const page = await open(browser, server.links[`side:${side}`], options);
  await page.waitForSelector("body.ready");
  return page;
}

const titles = (page, space) => page.locator(`[data-hand="${space}"] .card strong`).allTextContents();
const count = (page, space) => page.locator(`[data-pile="${space}"] b`).textContent();

test("a hand is shown to its owner alone, and a card is chosen from it", async () => {
  const [red, blue] = [await seat("red"), await seat("blue")];
  const hand = await titles(red, "red-hand");
  assert.equal(hand.length, 4);
  assert.equal((await titles(blue, "blue-hand")).length, 3);
  assert.deepEqual([await count(red, "blue-hand"), await count(blue, "red-hand")], ["3", "4"]);
  assert.deepEqual([await count(red, "pile"), await count(blue, "pile")], ["5", "5"]);
  const told = await blue.content();
  for (const title of hand) assert.ok(!told.includes(title), `blue sees ${title}`);
  await red.screenshot({ path: `${PICTURES}cards.png` });
  const [card] = await red.locator(".card.lit").all();
  const title = await card.locator("strong").textContent();
  assert.equal((await card.locator(".numbers small").allTextContents())[0], "operations");
  await card.locator("button.face").click();
  await blue.waitForFunction((title) => document.body.textContent.includes(`The Reds play ${title}`), title);
  for (const other of hand.filter((one) => one !== title)) assert.ok(!(await blue.content()).includes(other));
});

test("on a phone the hand is at the foot of the screen and can be tapped", async () => {
  const page = await seat("blue", { viewport: { width: 390, height: 844 }, hasTouch: true });
  const card = page.locator(".card.lit button.face").first();
  await card.waitFor();
  await page.screenshot({ path: `${PICTURES}cards-phone.png` });
  assert.equal(await page.locator('[data-hand="blue-hand"] .card').count(), 4);
  await card.tap();
  await page.waitForFunction(() => document.querySelectorAll('[data-hand="blue-hand"] .card').length !== 4);
});
