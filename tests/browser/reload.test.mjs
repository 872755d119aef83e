// Rules that are edited during a game.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, PICTURES } from "./browser.mjs";
import { chance, decide } from "./player.mjs";
import { serveFrom } from "./program.mjs";

const ROOT = new URL("../../", import.meta.url).pathname;
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

function copied() {
  const packs = mkdtempSync(join(tmpdir(), "grognard-packs-"));
  for (const folder of ["scripts", "scenarios"]) {
    cpSync(join(process.env.GROGNARD_PACKS ?? ROOT, folder), join(packs, folder), { recursive: true });
  }
  return packs;
}

// Packs in which a rule fails, given by its file and name. Returns their folder, the file, and its text before.
function failing(path, rule) {
  const packs = copied();
  const file = join(packs, path);
  const rules = readFileSync(file, "utf8");
  writeFileSync(file, rules.replace(new RegExp(`^function ${rule}\\(.*$`, "m"), '$&\n\terror("it fails")'));
  return { packs, file, rules };
}

test("the open board reports an edited rule and the errors of a broken one, and the game continues", async () => {
  const packs = copied();
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

test("a score that fails is reported, and told again once it is repaired", async () => {
  const { packs, file, rules } = failing("scripts/battle-for-moscow/score.luau", "score.lines");
  const server = await serveFrom(packs, "battle-for-moscow", "--watch", "--pace", "0");
  const page = await open(browser, server.links["side:german"]);
  await page.waitForSelector(".notice.failed pre");
  assert.match(await page.locator(".notice.failed pre").innerText(), /score\.luau:\d+/);
  assert.ok(await page.locator("#score").isHidden());
  writeFileSync(file, rules);
  await page.waitForSelector("#score:not([hidden])");
  await page.context().close();
  await server.stop();
  rmSync(packs, { recursive: true });
});

test("a rule that fails once all have decided in secret stops the game until a decision is taken back", async () => {
  const { packs } = failing("scripts/three-kingdoms/orders.luau", "orders.read");
  const players = ["--player", "wei=person", "--player", "shu=random", "--player", "wu=random"];
  const server = await serveFrom(packs, "three-kingdoms", ...players, "--pace", "0");
  const page = await open(browser, server.links["side:wei"]);
  const isStopped = async () => (await page.locator("#prompt").innerText()).includes("A rule failed");
  const random = chance(1);
  while (!(await isStopped())) await decide(page, random);
  assert.match(await page.locator(".notice.failure pre").innerText(), /orders\.luau:\d+/);
  await page.screenshot({ path: `${PICTURES}failure.png` });
  await page.reload();
  await page.waitForSelector(".notice.failure");
  assert.ok(await isStopped(), "the page still says it");
  await page.locator("#buttons .undo").click();
  await page.waitForSelector("body.your-decision");
  assert.equal(await page.locator(".notice.failure").count(), 0);
  await page.context().close();
  await server.stop();
  rmSync(packs, { recursive: true });
});
