// Rules that are edited during a game.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, PICTURES } from "./browser.mjs";
import { serveFrom } from "./program.mjs";

const ROOT = new URL("../../", import.meta.url).pathname;
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("the open board reports an edited rule and the errors of a broken one, and the game continues", async () => {
  const packs = mkdtempSync(join(tmpdir(), "grognard-packs-"));
  for (const folder of ["scripts", "scenarios"]) {
    cpSync(join(process.env.GROGNARD_PACKS ?? ROOT, folder), join(packs, folder), { recursive: true });
  }
  const file = join(packs, "scripts/battle-for-moscow/combat.luau");
  const rules = readFileSync(file, "utf8");
  const server = await serveFrom(packs, "battle-for-moscow", "--watch", "--pace", "0");
  const page = await open(browser, server.links["side:german"]);
  writeFileSync(file, `${rules}\nlocal = 3\n`);
  await page.waitForSelector(".notice.broken pre");
  assert.match(await page.locator(".notice.broken pre").innerText(), /combat\.luau/);
  await page.screenshot({ path: `${PICTURES}broken.png` });
  writeFileSync(file, rules.replace("-- 9.2", "-- 9.2 ").replaceAll('"forest"', '"no forest"'));
  await page.waitForSelector(".notice.changed");
  assert.equal(await page.locator(".notice.broken").count(), 0);
  await page.locator("#buttons .word").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".lit, .offer").length > 0);
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  await server.stop();
  rmSync(packs, { recursive: true });
});
