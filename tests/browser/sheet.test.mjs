// The printed sheet beside the map: the score, the units off the map, boxes in panels, and the seasons.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { prepared } from "./player.mjs";
import { serve } from "./program.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const texts = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent));

test("the sheet shows the score, the losses and who is still to come", async () => {
  const server = await serve(
    "battle-for-moscow",
    "--player",
    "soviet=person",
    "--player",
    "german=person",
    "--seed",
    "5",
  );
  const page = await open(browser, server.links["side:soviet"]);
  await page.waitForSelector(".score-line");
  const lines = await texts(page, ".score-room .score-line");
  assert.match(lines[0], /^Cities \/ 11/);
  const waiting = "[data-side=soviet][data-state=due] .piles title";
  await page.waitForSelector(waiting, { state: "attached" });
  assert.match((await texts(page, waiting)).join(), /1st Shock/);
  assert.equal(await page.locator(".off-map[data-state=lost] .piles title").count(), 0);
  assert.equal(
    await page.locator(".turn[data-turn='4'] [transform*='0.47']").count(),
    1,
    "the 1st Shock Army on turn 4",
  );
  assert.deepEqual(page.mistakes, []);
  await server.stop();
});

test("the boxes of a panel stand beside the map, and units can be placed in them", async () => {
  const server = await serve("moscow-41", "--player", "soviet=person", "--player", "german=person", "--seed", "5");
  const page = await open(browser, server.links["side:german"]);
  const left = (space) => page.locator(`.ground [data-space="${space}"] .land`).evaluate((box) => box.getBBox().x);
  const map = await page.locator('.ground [data-space="1"] .land').evaluate((area) => area.getBBox().x);
  for (const army of ["16A", "9A", "4A", "2A", "rastenburg"]) assert.ok((await left(army)) < map, army);
  const road = await Promise.all(["pskov", "mshaga", "luga", "leningrad"].map(left));
  assert.ok(road[0] > map && road[1] > road[0], "the road runs to the right");
  assert.equal(road[2], road[1], "and turns back below its end");
  assert.equal(road[3], road[0]);
  assert.deepEqual(page.mistakes, []);
  await server.stop();
});

test("snow whitens the ground, and costs lie above units", async () => {
  const server = await serve("rostov-1941", "--player", "german=person", "--player", "soviet=recruit", "--seed", "5");
  const page = await open(browser, server.links["side:german"]);
  assert.equal(await page.locator('#sight[data-weather="snow"]').count(), 0, "not before the first turn");
  await prepared([page]);
  await page.waitForSelector('#sight[data-weather="snow"]');
  const opacity = () => page.locator(".season").evaluate((one) => Number(getComputedStyle(one).opacity));
  await page.waitForFunction(() => Number(getComputedStyle(document.querySelector(".season")).opacity) > 0.3);
  assert.ok((await opacity()) < 0.6);
  assert.equal(await page.locator(".layer-offer .cost").count(), 0);
  await server.stop();
});
