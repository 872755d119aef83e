// Opens every scenario, takes pictures, and checks that nothing is cut off.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, PICTURES } from "./browser.mjs";
import { chance, play, prepared } from "./player.mjs";
import { serve } from "./program.mjs";

const PACKS = process.env.GROGNARD_PACKS ?? new URL("../../", import.meta.url).pathname;
const SHARED = /-(map|july)$/; // shared by battles, but not battles themselves
const OTHER_SIDES = {
  "d2b-1941": ["red", "blue"],
  "d2b-battle": ["red", "blue"],
  "three-kingdoms": ["wei", "shu", "wu"],
  "vendee-1793": ["republican", "vendean"],
};
const SIDES = (name) => OTHER_SIDES[name] ?? ["german", "soviet"];
const SCENARIOS = readdirSync(join(PACKS, "scenarios"), { withFileTypes: true })
  .filter((one) => one.isDirectory() && !SHARED.test(one.name))
  .map((one) => one.name);
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// Parts of the page that are too small for their content.
const cut = (page) =>
  page.$$eval("#title, #prompt, #buttons, #tabs, #buttons button, #tabs button", (all) =>
    all
      .filter(
        (one) =>
          one.scrollWidth > one.clientWidth + 1 ||
          one.scrollHeight > one.clientHeight + 1 ||
          one.getBoundingClientRect().right > innerWidth,
      )
      .map((one) => `${one.id || one.className}: ${one.textContent}`),
  );

// Points just outside the table of a miniature battle at which ground is drawn.
const beyond = (page) =>
  page.evaluate(() => {
    const table = document.querySelector("svg.ground .table .land")?.getBoundingClientRect();
    if (!table) return [];
    const parts = Array.from({ length: 199 }, (_, at) => (at + 1) / 200),
      out = 6;
    const points = parts.flatMap((part) => [
      [table.left + part * table.width, table.top - out],
      [table.left + part * table.width, table.bottom + out],
      [table.left - out, table.top + part * table.height],
      [table.right + out, table.top + part * table.height],
    ]);
    return points.filter(([x, y]) =>
      document.elementsFromPoint(x, y).some((found) => found.closest(".layer-ground .ground")),
    );
  });

for (const scenario of SCENARIOS) {
  test(`${scenario} is legible and uncut in English, in French and on a phone`, async () => {
    const [mine, ...theirs] = SIDES(scenario);
    const seats = [`${mine}=person`, ...theirs.map((side) => `${side}=random`)];
    const players = seats.flatMap((seat) => ["--player", seat]);
    const server = await serve(scenario, "--pace", "0", "--seed", "7", ...players);
    const [, link] = Object.entries(server.links).find(([role]) => role.startsWith("side:"));
    const page = await open(browser, link);
    await page.waitForFunction(() => document.body.dataset.question, null, { timeout: 60000 });
    await prepared([page]);
    // A bare table shows nothing yet.
    if (mine === "red") await play([page], chance(4), 40);
    await page.waitForTimeout(200);
    assert.ok((await page.locator(".stack").count()) > 5);
    assert.deepEqual(await cut(page), []);
    assert.deepEqual(await beyond(page), []);
    await page.screenshot({ path: `${PICTURES}${scenario}.png` });
    await page.locator("#tab-map").click();
    await page.locator("#leaf-map .key svg text").last().scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${PICTURES}${scenario}-key.png` });
    const small = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "fr-FR" };
    const phone = await open(browser, link, small);
    assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390);
    assert.deepEqual(await cut(phone).then((all) => all.filter((one) => !/^(tab|title)/.test(one))), []);
    assert.equal(await phone.locator("html").getAttribute("lang"), "fr");
    await phone.screenshot({ path: `${PICTURES}${scenario}-phone.png` });
    for (const one of [page, phone]) {
      assert.deepEqual(one.mistakes, []);
      await one.context().close();
    }
    await server.stop();
  });
}
