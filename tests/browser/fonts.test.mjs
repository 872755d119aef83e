// Fonts that a pack brings.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { leave, MAP, mock, opening } from "./mock.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("a pack's font replaces the page's own in its role, and no other", async () => {
  const room = await mock(opening());
  const page = await open(browser, null);
  const fonts = [{ role: "title", address: "api/font/title?key=1" }];
  const body = await readFile(
    new URL("../../core/serve/page/fonts/barlow-condensed-700-normal.woff2", import.meta.url),
  );
  await page.route(/api\/map\.json/, (route) => route.fulfill({ json: { ...MAP, fonts } }));
  await page.route(/api\/font\/title/, (route) => route.fulfill({ body, contentType: "font/woff2" }));
  await page.goto(room.url);
  await page.waitForSelector("body.ready");
  await page.evaluate(() => document.fonts.ready);
  const [title, text, loaded] = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    const faces = [...document.fonts].filter((face) => face.family.includes("pack-title"));
    const variables = ["--caps", "--serif"].map((name) => style.getPropertyValue(name));
    return [...variables, faces.map((face) => face.status)];
  });
  assert.match(title, /^"pack-title", "Alegreya SC"/);
  assert.doesNotMatch(text, /pack-/);
  assert.deepEqual(loaded, ["loaded"]);
  await leave(page, room);
});
