// A side's browser has nothing the side may not know: not on the page, in the traffic, or in storage.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, PICTURES } from "./browser.mjs";
import { chance, decide, play, prepared } from "./player.mjs";
import { serve } from "./program.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// A page that records everything it receives.
async function recorded(url) {
  const page = await open(browser, null);
  page.came = [];
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  line.on("Network.eventSourceMessageReceived", (event) => page.came.push(event.data));
  page.on("response", async (response) => {
    if (!/event-stream/.test(response.headers()["content-type"] ?? ""))
      page.came.push(await response.text().catch(() => ""));
  });
  await page.goto(url);
  await page.waitForSelector("body.ready");
  return page;
}

const onBoard = (page, side) =>
  page.$$eval(`.stack [data-id][data-side="${side}"]`, (all) => all.map((one) => one.dataset.id));
const named = (text, name) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "u").test(text);

async function everything(page) {
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  return [await page.content(), kept, ...page.came.splice(0)].join("\n");
}

test("neither side of Moscow '41 ever receives the identity of a hidden block", async (context) => {
  const server = await serve(
    "moscow-41-smolensk",
    "--player",
    "german=person",
    "--player",
    "soviet=person",
    "--pace",
    "0",
    "--seed",
    "41",
  );
  const pages = {
    german: await recorded(server.links["side:german"]),
    soviet: await recorded(server.links["side:soviet"]),
  };
  const enemy = { german: "soviet", soviet: "german" };
  // Names a side has learned legitimately: units that it sees face up, now or earlier.
  const learned = { german: new Set(), soviet: new Set() };
  let checked = 0;
  const look = async () => {
    for (const side of ["german", "soviet"]) {
      const names = await onBoard(pages[enemy[side]], enemy[side]);
      const shown = await onBoard(pages[side], enemy[side]);
      for (const id of shown.filter((id) => !id.startsWith("?"))) learned[side].add(id);
      const told = await everything(pages[side]);
      // A block is face up in its fight, and both sides see it (10.12.1); nothing else in the log may name one.
      const inFight = names.filter((name) => told.includes(`${name} is revealed with strength`));
      for (const name of inFight) learned[side].add(name);
      const hidden = names.filter((name) => !name.startsWith("?") && !learned[side].has(name) && name.length > 2);
      for (const name of hidden) {
        assert.ok(!named(told, name), `${side} received ${name}`);
        checked += 1;
      }
    }
  };
  // Which units will arrive is public. Which block is which unit is secret as soon as the blocks are on the map.
  await prepared(Object.values(pages));
  for (const page of Object.values(pages)) {
    page.came.splice(0);
    await page.reload();
    await page.waitForSelector("body.ready");
  }
  await look();
  assert.ok(checked > 8, `${checked} names were hidden at the start`);
  await play(Object.values(pages), chance(12), 70, look);
  context.diagnostic(`${checked} hidden names were checked`);
  await pages.soviet.screenshot({ path: `${PICTURES}secrets.png` });
  for (const page of Object.values(pages)) assert.deepEqual(page.mistakes, []);
  await server.stop();
});

test("neither side of the War in the Vendée ever receives a card of the enemy's hand", async () => {
  const players = ["--player", "republican=person", "--player", "vendean=person"];
  const server = await serve("vendee-1793", ...players, "--pace", "0", "--seed", "4");
  const sides = ["republican", "vendean"];
  const pages = {};
  for (const side of sides) pages[side] = await recorded(server.links[`side:${side}`]);
  // The rulebook names all cards.
  const isRule = (text) => text.includes('"not_enforced"');
  const hand = (side) => pages[side].locator(`[data-hand="${side}-hand"] .card strong`).allTextContents();
  // Cards that the log has named are known.
  const seen = new Set();
  let checked = 0;
  const look = async () => {
    const told = {};
    for (const side of sides) {
      pages[side].came = pages[side].came.filter((text) => !isRule(text));
      told[side] = await everything(pages[side]);
    }
    for (const [side, enemy] of [sides, [...sides].reverse()]) {
      // Whoever has played Spies has seen the hand.
      if (told[side].includes("Which card does the enemy discard?")) continue;
      for (const title of await hand(enemy)) {
        if (["play", "lose", "discard"].some((verb) => told[side].includes(`${verb} ${title}`))) seen.add(title);
        if (seen.has(title)) continue;
        assert.ok(!named(told[side], title), `${side} received ${title}`);
        checked += 1;
      }
    }
  };
  const isSpying = async () => (await pages.republican.locator("#prompt").innerText()).includes("enemy's hand");
  await play(Object.values(pages), chance(6), 60, async (count) => {
    if (count % 6 === 0 && !(await isSpying())) await look();
  });
  assert.ok(checked > 20, `${checked} cards`);
  await pages.republican.screenshot({ path: `${PICTURES}vendee.png` });
  await server.stop();
});

test("a side of Three Kingdoms reads its own orders while the others decide", async () => {
  const sides = ["wei", "shu", "wu"];
  const players = sides.flatMap((side) => ["--player", `${side}=person`]);
  const server = await serve("three-kingdoms", ...players, "--pace", "0", "--seed", "3");
  const pages = {};
  for (const side of sides) pages[side] = await recorded(server.links[`side:${side}`]);
  const { wei, shu, wu } = pages;
  const orders = (page) => page.locator(".secret-answers li").allTextContents();
  const isWaiting = async (page) => (await page.locator("#prompt").innerText()).includes("still deciding in secret");
  const random = chance(3);
  while (!(await isWaiting(wei))) await decide(wei, random);
  const own = await orders(wei);
  assert.match(own.join("\n"), /Where does .+ march\? \w/);
  for (const page of [shu, wu]) {
    assert.deepEqual(await orders(page), []);
    const told = await everything(page);
    for (const order of own) assert.ok(!told.includes(order), order);
  }
  await decide(shu, random);
  assert.equal((await orders(shu)).length, 1, "each side reads its own");
  assert.deepEqual(await orders(wei), own);
  await wei.locator("#tabs").getByText("Log").click();
  await wei.screenshot({ path: `${PICTURES}own-orders.png` });
  while (!(await isWaiting(shu))) await decide(shu, random);
  const isListed = () => wei.locator(".secret-answers:not([hidden])").count();
  while ((await isListed()) > 0) await decide(wu, random);
  await server.stop();
});
