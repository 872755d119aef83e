// The pages have no findings of axe, the checker of accessibility.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { launch, open, showTab } from "./browser.mjs";
import { prepared } from "./player.mjs";
import { serve } from "./program.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const BOTH = ["--player", "german=person", "--player", "soviet=person", "--seed", "3"];
const BOTS = ["--player", "german=random", "--player", "soviet=random", "--pace", "0", "--seed", "7"];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// What is printed on a counter is a picture, which its label describes.
const PICTURES = { rules: [{ id: "label-content-name-mismatch", selector: ":not(.piece, .pile)" }] };

// The findings of axe, each with the rule, the elements and what is wrong.
async function findings(page) {
  // The page permits no other scripts, but the debugger may add them.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate((pictures) => {
    window.axe.configure(pictures);
    return window.axe.run(document, { resultTypes: ["violations"] });
  }, PICTURES);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`),
  );
}

// Animations that fade in are over, so that colours are final.
const calm = (page) => page.waitForFunction(() => document.getAnimations().every((it) => it.playState === "finished"));

async function check(page, name) {
  await calm(page);
  assert.deepEqual(await findings(page), [], name);
}

const TABS = ["turn", "log", "dice", "charts", "map", "back", "what", "help"];

for (const colorScheme of ["light", "dark"]) {
  test(`the board has no findings (${colorScheme})`, async () => {
    const server = await serve("battle-for-moscow", ...BOTH);
    const pages = [];
    for (const side of ["german", "soviet"]) {
      pages.push(await open(browser, server.links[`side:${side}`], { colorScheme }));
    }
    const [page] = pages;
    await check(page, "set-up");
    await prepared(pages);
    for (const tab of TABS) {
      await showTab(page, tab);
      await check(page, tab);
    }
    await page.keyboard.press("p");
    await page.locator("#rulebook").waitFor();
    await check(page, "rulebook");
    for (const one of pages) await one.context().close();
    await server.stop();
  });
}

test("the board of a phone has no findings", async () => {
  const server = await serve("battle-for-moscow", ...BOTH);
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ]) {
    const phone = { viewport: { width, height }, hasTouch: true, isMobile: true };
    const page = await open(browser, server.links["side:german"], phone);
    await check(page, `${width}x${height}, folded`);
    await page.locator("#grip").click();
    await page.waitForFunction(() => document.body.dataset.drawer === "half");
    await check(page, `${width}x${height}, unfolded`);
    await page.context().close();
  }
  await server.stop();
});

for (const colorScheme of ["light", "dark"]) {
  test(`the end has no findings (${colorScheme})`, async () => {
    const server = await serve("battle-for-moscow", ...BOTS);
    const page = await open(browser, server.links.spectator, { colorScheme });
    await page.waitForSelector("#end.filled", { timeout: 60000 });
    await check(page, "end");
    await page.context().close();
    await server.stop();
  });
}

test("the lobby has no findings", async () => {
  const server = await serve(null);
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(browser, null, { colorScheme });
    await page.goto(server.host);
    await page.getByText("Battle for Moscow", { exact: true }).first().click();
    await page.locator("#seats select").first().waitFor();
    await check(page, colorScheme);
    await page.context().close();
  }
  await server.stop();
});
