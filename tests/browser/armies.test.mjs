// Gestures for whole armies: groups, usual answers, standing orders and confirmations, against the real program.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, PICTURES, showTab } from "./browser.mjs";
import { prepared, stacks } from "./player.mjs";
import { serve } from "./program.mjs";

const BOTH = ["--player", "german=person", "--player", "soviet=person", "--pace", "0", "--seed", "1941"];
const SOLO = ["--player", "german=person", "--player", "soviet=random", "--pace", "0", "--seed", "1941"];
const LARGE = { viewport: { width: 1600, height: 1000 } };
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// Opens the German side after the set-up.
async function begin(scenario, more) {
  const server = await serve(scenario, ...BOTH);
  const page = await open(browser, server.links["side:german"], { ...LARGE, ...more });
  const other = await open(browser, server.links["side:soviet"]);
  await prepared([page, other]);
  const done = async () => {
    const { mistakes } = page;
    for (const one of [page, other]) await one.context().close();
    await server.stop();
    assert.deepEqual(mistakes, []);
  };
  return { page, done };
}

// The movement phase of Moskva 1941.
async function beginMoves(more) {
  const begun = await begin("moskva-1941", more);
  await chooseNoAir(begun.page);
  return begun;
}

async function chooseNoAir(page) {
  await asked(page, /air points to cancel/);
  await page.locator("#buttons .word").first().click();
  await asked(page, /unit to move/);
}

// Waits until the page asks a question and no answer is on its way.
const asked = (page, pattern) =>
  page.waitForFunction(
    (source) =>
      !document.body.classList.contains("sending") &&
      new RegExp(source).test(document.querySelector("#prompt .text")?.textContent ?? ""),
    pattern.source,
  );

// A change of the view is drawn with the next frame.
const nextFrame = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
const centre = async (page, selector) => {
  await nextFrame(page);
  const { x, y, width, height } = await page.locator(selector).first().boundingBox();
  return [x + width / 2, y + height / 2];
};
const stackAt = (space, part = ".top") => `.stack[data-space="${space}"] ${part}`;
const landAt = (space) => `[data-space="${space}"] .land`;
const unitsIn = async (page, space) => (await stacks(page)).find((one) => one.startsWith(`${space}:`)) ?? "";

async function drag(page, from, to) {
  await page.mouse.move(...(await centre(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await centre(page, to)), { steps: 6 });
}

// Returns a function that touches an element for some time, in milliseconds.
async function fingerOn(page) {
  const client = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
  return async (selector, time) => {
    const [x, y] = await centre(page, selector);
    await send("touchStart", [{ x, y }]);
    await page.waitForTimeout(time);
    await send("touchEnd", []);
  };
}

test("a stack is moved by a drag of its number, and one undo takes all of it back", async () => {
  const { page, done } = await beginMoves();
  const before = await stacks(page);
  await drag(page, stackAt("1707", ".badge circle"), landAt("1704"));
  await page.waitForSelector(".offer");
  await page.waitForFunction(() => /cost \d/.test(document.querySelector(".goal-hint")?.textContent ?? ""));
  await page.screenshot({ path: `${PICTURES}stack-drag.png` });
  await page.mouse.up();
  await asked(page, /unit to move/);
  assert.match(await unitsIn(page, "1704"), /11 Pz,19 Pz,20 Pz/);
  assert.equal(await page.locator(".goal-hint").count(), 0);
  await page.keyboard.press("u");
  await page.waitForSelector(stackAt("1707"));
  await asked(page, /unit to move/);
  assert.deepEqual(await stacks(page), before);
  await done();
});

test("one redo brings back a group that one undo has taken back", async () => {
  // Redo is possible only if no other person is playing.
  const server = await serve("moskva-1941", ...SOLO);
  const page = await open(browser, server.links["side:german"], LARGE);
  await prepared([page]);
  await chooseNoAir(page);
  const before = await stacks(page);
  const isMoved = async () => {
    await page.waitForSelector(stackAt("1704"));
    await asked(page, /unit to move/);
    return /11 Pz,19 Pz,20 Pz/.test(await unitsIn(page, "1704"));
  };
  await drag(page, stackAt("1707", ".badge circle"), landAt("1704"));
  await page.waitForSelector(".offer");
  await page.mouse.up();
  assert.ok(await isMoved());
  for (let round = 0; round < 2; round++) {
    await page.keyboard.press("u");
    await page.waitForSelector(stackAt("1707"));
    await asked(page, /unit to move/);
    assert.deepEqual(await stacks(page), before);
    await page.keyboard.press("r");
    assert.ok(await isMoved());
    assert.equal(await page.locator("#buttons .redo").count(), 0, "all of it is back");
  }
  await page.context().close();
  await server.stop();
  assert.deepEqual(page.mistakes, []);
});

test("a click on the number of a stack lights its goals, and a click on one moves all of it", async () => {
  const { page, done } = await beginMoves();
  await page.mouse.click(...(await centre(page, stackAt("1707", ".badge circle"))));
  await page.waitForSelector(".offer");
  assert.match(await page.locator("#prompt .hint").innerText(), /3 units chosen/);
  await page.mouse.click(...(await centre(page, landAt("1704"))));
  await asked(page, /unit to move/);
  assert.match(await unitsIn(page, "1704"), /11 Pz,19 Pz,20 Pz/);
  await done();
});

test("a finger that rests on stacks chooses them, and a tap on a goal moves them", async () => {
  const { page, done } = await beginMoves({ hasTouch: true });
  const touch = await fingerOn(page);
  const chosen = (pattern) => page.locator("#prompt .hint", { hasText: pattern }).waitFor();
  await touch(stackAt("1707"), 800);
  await page.waitForSelector(".offer");
  await chosen(/3 units chosen/);
  await touch(stackAt("1807"), 800);
  await chosen(/6 units chosen/);
  await touch(stackAt("1807"), 800);
  await chosen(/3 units chosen/);
  await touch(landAt("1704"), 50);
  await page.waitForSelector(stackAt("1704"));
  await asked(page, /unit to move/);
  assert.match(await unitsIn(page, "1704"), /11 Pz,19 Pz,20 Pz/);
  // A short touch is still a tap.
  await touch(stackAt("1807"), 50);
  await page.waitForSelector(".fan");
  await done();
});

test("units in a box keep their formation, and a group that cannot go on says why", async () => {
  const { page, done } = await beginMoves();
  await page.keyboard.press("0");
  const [left, right] = [await centre(page, stackAt("0109")), await centre(page, stackAt("0309"))];
  await page.keyboard.down("Shift");
  await page.mouse.move(left[0] - 12, left[1] - 12);
  await page.mouse.down();
  await page.mouse.move(right[0] + 12, right[1] + 12, { steps: 4 });
  await page.screenshot({ path: `${PICTURES}box.png` });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await page.waitForSelector(".grouped");
  const chosen = await page.locator(".grouped").count();
  assert.ok(chosen >= 2);
  await drag(page, stackAt("0309"), landAt("0308"));
  assert.ok((await page.locator(".goal-ghost").count()) >= 2);
  await page.mouse.up();
  await asked(page, /unit to move|destination/);
  assert.match(await unitsIn(page, "0308"), /1 Cav/);
  assert.match(await unitsIn(page, "0108"), /XXXIV/);
  await done();
});

test("a group stops at the first unit that cannot go on, and the others stay chosen", async () => {
  const { page, done } = await beginMoves();
  await page.keyboard.down("Shift");
  for (const space of ["1707", "2904"]) await page.mouse.click(...(await centre(page, stackAt(space))));
  await page.keyboard.up("Shift");
  await page.waitForFunction(() => /4 units chosen/.test(document.querySelector("#prompt .hint")?.textContent));
  await page.mouse.click(...(await centre(page, landAt("1704"))));
  await page.waitForSelector("#said .why");
  assert.match(await page.locator("#said").innerText(), /The group has stopped/);
  assert.match(await page.locator("#prompt").innerText(), /destination for VIII Corps/);
  assert.match(await unitsIn(page, "1704"), /11 Pz,19 Pz,20 Pz/);
  await done();
});

test("a double click on a target attacks it with all units, and a group is dragged onto another", async () => {
  const { page, done } = await begin("battle-for-moscow");
  await asked(page, /unit to attack/);
  await page.mouse.dblclick(...(await centre(page, stackAt("0405"))));
  await page.waitForFunction(() => document.querySelectorAll(".arrows .arrow, .arrows > *").length >= 4);
  await asked(page, /unit to attack/);
  await page.keyboard.down("Shift");
  for (const space of ["0407", "0408"]) await page.mouse.click(...(await centre(page, stackAt(space))));
  await page.keyboard.up("Shift");
  await drag(page, stackAt("0407"), stackAt("0508"));
  await page.waitForFunction(() => /\d+:\d+/.test(document.querySelector(".goal-hint")?.textContent ?? ""));
  await page.screenshot({ path: `${PICTURES}attack-drag.png` });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll(".arrows > *").length >= 6);
  await asked(page, /unit to attack/);
  await done();
});

test("a standing order answers, is reported, is suspended by undo, and can be removed", async () => {
  const { page, done } = await begin("battle-for-moscow");
  await asked(page, /unit to attack/);
  await page.mouse.click(...(await centre(page, stackAt("0405"))));
  await asked(page, /units that attack/);
  await page.locator(".order-box summary").click();
  await page.locator(".order-box").getByLabel("choose all").click();
  await asked(page, /unit to attack/);
  assert.match(await page.locator(".orders-used").innerText(), /choose all/);
  await page.mouse.click(...(await centre(page, stackAt("0508"))));
  await asked(page, /unit to attack/);
  assert.match(await page.locator("#thrown").innerText(), /Standing order.*choose all/);
  await page.keyboard.press("u");
  await asked(page, /units that attack/);
  assert.equal(await page.locator(".order-box input:checked").count(), 1);
  await showTab(page, "help");
  await page.locator(".order-list button").click();
  assert.equal(await page.locator(".order-list .orders").count(), 0);
  await done();
});

test("Space gives the usual answer: the one of last time", async () => {
  const server = await serve("battle-for-moscow", "--pace", "0", "--seed", "1941");
  const page = await open(browser, server.links["side:german"], LARGE);
  await prepared([page]);
  await asked(page, /unit to attack/);
  // Undo also takes back the choice of a set-up.
  await page.keyboard.press("u");
  await asked(page, /prepared/);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press(" ");
  await asked(page, /unit to attack/);
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  await server.stop();
});

test("a phase with units that have not moved ends at the second press", async () => {
  const { page, done } = await beginMoves({ doubts: true });
  const stop = page.locator("#buttons .stop");
  // A pointer that rests where the last button was is ignored for a moment.
  await page.mouse.move(400, 400);
  await stop.click();
  await page.waitForFunction(() => /54 units/.test(document.querySelector("#buttons .stop").textContent));
  await asked(page, /unit to move/);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !/54 units/.test(document.querySelector("#buttons .stop").textContent));
  await stop.click();
  await page.waitForFunction(() => /54 units/.test(document.querySelector("#buttons .stop").textContent));
  // The second click of a double click does not confirm.
  const isEnded = () => page.evaluate(() => /hex to attack/.test(document.querySelector("#prompt").textContent));
  while (!(await isEnded())) await stop.click();
  await done();
});
