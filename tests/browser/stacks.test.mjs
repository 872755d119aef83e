// Stacks of which some units are asked for.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { leave, mock, opening, piece, question } from "./mock.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const NAMES = ["A", "B", "C", "D", "E", "F", "G", "H"];
const STACK = { "stack/0303": NAMES.map((name) => piece(name, "german")), "stack/0102": [] };
const options = (names) => names.map((unit) => ({ text: unit, unit, space: "0303" }));

async function begin(asked) {
  const room = await mock(opening({ ...STACK, question: asked }));
  return { room, page: await open(browser, room.url) };
}

const badge = (page) => page.locator('.stack[data-space="0303"] .badge text').textContent();

test("the number of a stack says how many of its units can be chosen", async () => {
  const { room, page } = await begin(question(1, { options: options(["F", "G", "H"]) }));
  assert.equal(await badge(page), "3/8");
  room.change({ question: question(2, { options: options(NAMES) }) });
  await page.waitForSelector("body[data-question='2']");
  assert.equal(await badge(page), "8");
  await leave(page, room);
});

test("a stack that hides units of those asked for is fanned out, and shows how many are chosen", async () => {
  const form = { kind: "several", min: 1, max: 2 };
  const { room, page } = await begin(question(1, { options: options(["F", "G"]), form, stop: null }));
  await page.waitForSelector(".fan .piece.lit");
  assert.equal(await page.locator(".fan .piece.lit").count(), 2);
  await page.locator('.fan [data-id="G"]').click();
  await page.waitForSelector('.fan [data-id="G"].picked');
  assert.equal(await badge(page), "1/2");
  await leave(page, room);
});
