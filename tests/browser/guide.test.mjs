// The guided first battle, played to its end with clicks on what the guide points at.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, PICTURES } from "./browser.mjs";
import { serve } from "./program.mjs";

const BATTLE = "battle-for-moscow-first-battle";
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const guide = (page) => page.locator("#guide");
const question = (page) => page.evaluate(() => document.body.dataset.question);

// Waits until the guide shows a text.
const reads = (page, part) => page.locator("#guide .guide-text", { hasText: part }).waitFor();

// Waits until the question has changed after an action.
async function answer(page, act) {
  const before = await question(page);
  await act();
  await page.waitForFunction((number) => document.body.dataset.question !== number, before);
}

// Clicks the middle of a space or of a unit on the map.
async function click(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
const unit = (page, name) => click(page, `.layer-units [data-id="${name}"]`);
const space = (page, name) => click(page, `.layer-offer [data-space="${name}"]`);
const next = (page) => page.locator("#guide .guide-next").click();
// The page ignores a second click on the red button right after the first, so it is clicked until the question changes.
async function stop(page) {
  const before = await question(page);
  const hasChanged = () =>
    page
      .waitForFunction((number) => document.body.dataset.question !== number, before, { timeout: 200, polling: "raf" })
      .then(() => true)
      .catch(() => false);
  do await page.locator("#buttons .stop").click();
  while (!(await hasChanged()));
}
const send = (page) => page.locator("#buttons .send").click();

// Plays as the guide says, up to the first German movement.
async function firstCombat(page) {
  await reads(page, "Your goal is Vyazma");
  await page.screenshot({ path: `${PICTURES}guide.png` });
  assert.equal(await page.locator(".guide-space").count(), 1);
  await next(page);
  await reads(page, "a combat strength of 10");
  assert.equal(await page.locator(".guide-ring").count(), 1);
  await next(page);
  await reads(page, "Choose 16th Army");
  await answer(page, () => unit(page, "16"));
  await reads(page, "choose the attackers");
  await unit(page, "XLVI");
  await unit(page, "VII");
  await answer(page, () => send(page));
  await reads(page, "you decide where 16th Army goes");
  await answer(page, () => space(page, "0604"));
  await reads(page, "one of the attackers may advance");
  await answer(page, () => unit(page, "XLVI"));
  await reads(page, "Choose XL Panzer Corps");
}

// Plays as the guide says, to the end of the first turn.
async function firstMovement(page) {
  await answer(page, () => unit(page, "XL"));
  await reads(page, "Move XL Panzer Corps to 0504");
  assert.equal(await page.locator(".guide-arrow").count(), 1);
  await answer(page, () => space(page, "0504"));
  await reads(page, "Every rule of this game has a number");
  await page.locator("#guide .guide-text .rule").click();
  await reads(page, "Close the rules");
  await page.keyboard.press("Escape");
  for (const [name, goal] of [
    ["VII", "0404"],
    ["IX", "0402"],
  ]) {
    await answer(page, () => unit(page, name));
    await answer(page, () => space(page, goal));
  }
  assert.equal(await page.locator("#buttons .stop.guide-pointed").count(), 1);
  await stop(page);
}

// Plays as the guide says, from the second turn to the end.
async function secondTurn(page) {
  await reads(page, "The Soviets have played their turn");
  await next(page);
  await reads(page, "the panzers move before combat");
  await answer(page, () => unit(page, "XLVI"));
  await reads(page, "Move XLVI Panzer Corps to 0604");
  await answer(page, () => space(page, "0604"));
  await reads(page, "End the movement of the panzers");
  await stop(page);
  await reads(page, "The decisive battle");
  await answer(page, () => unit(page, "24"));
  await reads(page, "Choose both panzer corps");
  await unit(page, "XLVI");
  await unit(page, "XL");
  await answer(page, () => send(page));
  await reads(page, "You could attack another army");
  await stop(page);
  await reads(page, "Vyazma is empty");
  await answer(page, () => unit(page, "XLVI"));
  await reads(page, "The Soviets have one more turn");
  await stop(page);
  await reads(page, "You have fought your first battle");
}

async function leave(server, page) {
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  await server.stop();
}

test("the guided battle is won by a player who does what the guide says", async () => {
  const server = await serve(BATTLE, "--pace", "0");
  const page = await open(browser, server.links["side:german"]);
  await firstCombat(page);
  await firstMovement(page);
  await secondTurn(page);
  assert.match(await page.locator("#prompt").innerText(), /the Germans hold Vyazma/);
  await page.locator("#guide .guide-next").click();
  await guide(page).waitFor({ state: "hidden" });
  await page.locator("#buttons .result").click();
  await page.locator("#end").waitFor();
  await leave(server, page);
});

test("the guide follows a player who does something else", async () => {
  const server = await serve(BATTLE, "--pace", "0");
  const page = await open(browser, server.links["side:german"]);
  await reads(page, "Your goal is Vyazma");
  // The whole combat phase is skipped, and so are its steps.
  await stop(page);
  await reads(page, "Choose XL Panzer Corps");
  // A corps moves that the guide does not speak of.
  await answer(page, () => unit(page, "IX"));
  await reads(page, "Move XL Panzer Corps to 0504");
  await answer(page, () => space(page, "0402"));
  await reads(page, "Every rule of this game has a number");
  await page.locator("#guide .guide-skip").click();
  await reads(page, "Close the rules");
  await stop(page);
  await page.waitForFunction(() => Number(document.querySelector("#guide")?.dataset.step) > 10);
  await leave(server, page);
});

test("the guide can be closed, and goes on where it was after a reload", async () => {
  const server = await serve(BATTLE, "--pace", "0");
  const page = await open(browser, server.links["side:german"]);
  await reads(page, "Your goal is Vyazma");
  // The keyboard alone is enough.
  await page.keyboard.press("n");
  await reads(page, "a combat strength of 10");
  await page.locator("#guide .close").click();
  await page.locator("#guide .open").waitFor();
  assert.equal(await page.locator(".guide-ring").count(), 0);
  await page.reload();
  await page.locator("#guide .open").focus();
  await page.keyboard.press("Enter");
  await reads(page, "a combat strength of 10");
  // An earlier step can be read again.
  await page.locator("#guide button", { hasText: "Back" }).click();
  await reads(page, "Your goal is Vyazma");
  await page.keyboard.press("n");
  await reads(page, "a combat strength of 10");
  await leave(server, page);
});

test("a spectator and the other side have no guide", async () => {
  const server = await serve(BATTLE, "--pace", "0", "--player", "german=person", "--player", "soviet=person");
  for (const role of ["side:soviet", "spectator"]) {
    const page = await open(browser, server.links[role]);
    assert.equal(await guide(page).isVisible(), false, role);
    await page.context().close();
  }
  await server.stop();
});

test("the lobby starts the guided battle, in French too", async () => {
  const server = await serve(null);
  const page = await open(browser, null);
  await page.goto(`${server.host}?lang=fr`);
  // The lobby loads every battle before it lists them.
  await page.locator(`#learn [data-scenario$="${BATTLE}"]`).click({ timeout: 60000 });
  await page.waitForSelector("body.ready", { timeout: 20000 });
  await reads(page, "Votre but est Viazma");
  assert.match(await page.locator("#guide header").innerText(), /première bataille/i);
  await page.locator("#guide .guide-next", { hasText: "Suite" }).click();
  await page.locator("#guide .guide-text", { hasText: "potentiel de combat de 10" }).waitFor();
  await leave(server, page);
});

test("a new game is introduced once, and shows how near each side is to winning", async () => {
  const server = await serve("battle-for-moscow", "--pace", "0", "--seed", "4");
  const page = await open(browser, server.links["side:german"]);
  await page.locator(".introduced", { hasText: "the Germans win if they hold Moscow" }).waitFor();
  assert.match(await page.locator("#score").innerText(), /^Cities\s*2\s*9\s*of 11$/i);
  await page.screenshot({ path: `${PICTURES}introduction.png` });
  const rows = page.locator(".goal .score tr");
  assert.match(await rows.first().innerText(), /Cities.*5\.0.*2.*9.*of 11/s);
  await page.locator(".introduced .close").click();
  assert.equal(await page.locator(".introduced").count(), 0);
  await page.reload();
  await page.waitForSelector("body.ready");
  assert.equal(await page.locator(".introduced").count(), 0);
  // The rulebook begins with the introduction.
  await page.keyboard.press("p");
  await page.locator("#rulebook nav button", { hasText: "All paragraphs" }).click();
  await page.locator(".rulebook-text > h3").first().waitFor();
  assert.equal(await page.locator(".rulebook-text > h3").first().innerText(), "Battle for Moscow: an introduction");
  await leave(server, page);
});
