// Looking back, what if, and downloads, against the real program.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, PICTURES, showTab } from "./browser.mjs";
import { chance, play, prepared, stacks } from "./player.mjs";
import { serve, serveFrom } from "./program.mjs";

const ROOT = new URL("../../", import.meta.url).pathname;
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

async function leave(server, ...pages) {
  for (const page of pages) {
    assert.deepEqual(page.mistakes, []);
    await page.context().close();
  }
  await server.stop();
}

// A copy of the packs with an editable combat results table.
function copied() {
  const packs = mkdtempSync(join(tmpdir(), "grognard-packs-"));
  for (const folder of ["scripts", "scenarios"]) {
    cpSync(join(process.env.GROGNARD_PACKS ?? ROOT, folder), join(packs, folder), { recursive: true });
  }
  const file = join(packs, "scripts/battle-for-moscow/charts/crt.toml");
  const printed = readFileSync(file, "utf8");
  return { packs, change: (to) => writeFileSync(file, to(printed)), gone: () => rmSync(packs, { recursive: true }) };
}

const told = (page) => page.locator("#leaf-what").innerText();

async function ask(page) {
  await page.locator("#leaf-what button").last().click();
  await page.waitForFunction(() => !/Replaying/.test(document.querySelector("#leaf-what").textContent));
}

test("what if: the same decisions and dice under the rules on disk", async () => {
  const chart = copied();
  const server = await serveFrom(chart.packs, "battle-for-moscow", "--pace", "0", "--seed", "7");
  const page = await open(browser, server.links["side:german"]);
  await prepared([page]);
  await play([page], chance(9), 26);
  const now = await stacks(page);
  await showTab(page, "what");
  await ask(page);
  assert.match(await told(page), /the rules of this game/);
  chart.change((text) => text.replaceAll(/^( {4}\[).*$/gm, '$1"DE", "DE", "DE", "DE", "DE", "DE"],'));
  await ask(page);
  assert.match(await told(page), /First difference, at decision \d+/);
  await page.getByRole("button", { name: "Under the changed rules" }).click();
  assert.notDeepEqual(await stacks(page), now);
  assert.ok((await page.locator(".differs").count()) > 0);
  assert.match(await page.locator("#prompt").innerText(), /under the changed rules/);
  assert.equal(await page.locator(".piece.lit, .offer").count(), 0, "the comparison can be clicked");
  await page.screenshot({ path: `${PICTURES}what-if.png` });
  await page.locator("#buttons").getByRole("button", { name: "Back to the present" }).click();
  assert.deepEqual(await stacks(page), now);
  assert.equal(await page.locator(".differs").count(), 0);
  chart.change((text) => text.replace('"DRL"', '"WRONG"'));
  await ask(page);
  assert.match(await told(page), /crt\.toml:\d+/);
  await leave(server, page);
  chart.gone();
});

test("the game is downloaded as a replay, a record, pictures and text", async () => {
  const server = await serve("battle-for-moscow", "--pace", "0", "--seed", "7");
  const page = await open(browser, server.links["side:german"]);
  await prepared([page]);
  await play([page], chance(9), 20);
  await showTab(page, "back");
  const begins = {
    "replay.jsonl": /^\{/,
    "record.jsonl": /^\{/,
    "board.svg": /^(<\?xml[^>]*>\s*)?<svg/,
    "board.png": /^\x89PNG/,
    "log.txt": /attacked/,
  };
  const links = page.locator(".exports a");
  assert.equal(await links.count(), Object.keys(begins).length);
  for (let at = 0; at < 5; at++) {
    const [file] = await Promise.all([page.waitForEvent("download"), links.nth(at).click()]);
    const name = file.suggestedFilename();
    assert.match(readFileSync(await file.path(), "latin1"), begins[name], name);
  }
  await leave(server, page);
});

test("a download that would reveal hidden units is refused with a reason", async () => {
  const server = await serve("moscow-41-smolensk", "--pace", "0", "--seed", "7");
  const page = await open(browser, server.links["side:german"]);
  await showTab(page, "back");
  await page.locator(".exports a").first().click();
  await page.waitForSelector(".refused");
  assert.ok((await page.locator(".refused").innerText()).length > 10);
  await leave(server, page);
});

test("a link to a decision opens the board as it was then", async () => {
  const server = await serve("battle-for-moscow", "--pace", "0", "--seed", "7");
  const page = await open(browser, server.links["side:german"]);
  await prepared([page]);
  const then = await stacks(page);
  const { moments } = await page.evaluate(async () => (await fetch("api/history")).json());
  await play([page], chance(9), 24);
  assert.notDeepEqual(await stacks(page), then);
  const other = await open(browser, `${server.links["side:german"]}#at=${moments}`);
  await other.waitForSelector("body.past");
  assert.deepEqual(await stacks(other), then);
  assert.equal(await other.locator(".piece.lit, .offer, #buttons .stop").count(), 0);
  await showTab(other, "back");
  await other.locator("#leaf-back input[type=range]").focus();
  await other.keyboard.press("ArrowRight");
  await other.waitForFunction((at) => location.hash === `#at=${at}`, moments + 1);
  await leave(server, page, other);
});
