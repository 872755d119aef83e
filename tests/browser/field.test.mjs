// A measured table: places are clicked, typed and measured, against the real program.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, PICTURES } from "./browser.mjs";
import { chance, decide, play, whose } from "./player.mjs";
import { serve } from "./program.mjs";

const BOTH = ["--player", "red=person", "--player", "blue=person", "--pace", "0", "--seed", "1941"];
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

async function battle() {
  const server = await serve("d2b-1941", ...BOTH);
  const pages = [];
  for (const role of ["side:red", "side:blue"]) pages.push(await open(browser, server.links[role]));
  return { server, pages };
}

async function leave({ server, pages }) {
  for (const page of pages) {
    assert.deepEqual(page.mistakes, []);
    await page.context().close();
  }
  await server.stop();
}

// Plays at random until a page asks for a place in a region that `fits`, and returns that page.
async function untilPlace(pages, random, fits = () => true) {
  for (let count = 0; count < 250; count++) {
    const page = await whose(pages);
    if ((await page.locator(".region").count()) && fits(await region(page)) && (await isForBase(page))) {
      // Shows the whole table, including its corners.
      await page.locator("#tools button").nth(2).click();
      await page.waitForTimeout(200);
      return page;
    }
    await decide(page, random);
  }
  throw new Error("no fitting place was asked for");
}

// The places of the current region that are on the lattice, in units of length, and their positions in the window.
const region = (page) =>
  page.evaluate(() => {
    const lattice = document.querySelector(".region .lattice"),
      dots = lattice?.getAttribute("d").split("M").slice(1) ?? [];
    return dots.map((dot) => {
      const [x, y] = dot.replace("h0", "").split(" ").map(Number);
      const at = new DOMPoint(x, y).matrixTransform(lattice.getScreenCTM());
      return { spot: [x / 30, y / 30], at: [at.x, at.y], unit: lattice.getScreenCTM().a * 30 };
    });
  });

// Whether the piece to be placed is a base: the regions of ground may not be rectangular.
const isForBase = (page) =>
  page.evaluate(async () => {
    const read = async (path) => (await fetch(`api/${path}`)).json();
    const outline = (await read(`history/${(await read("history")).moments}`)).question?.places?.outline ?? [];
    return (
      outline.length === 4 &&
      outline.every(([x, y]) => Math.abs(x) === Math.abs(outline[0][0]) && Math.abs(y) === Math.abs(outline[0][1]))
    );
  });

// A place surrounded by other places of the region.
function inner(places) {
  const has = (x, y) => places.some(({ spot }) => spot[0] === x && spot[1] === y);
  const around = ({ spot: [x, y] }) =>
    [
      [10, 0],
      [0, 10],
      [-10, 0],
      [0, -10],
    ].every(([dx, dy]) => has(x + dx, y + dy));
  return places.filter(around)[Math.floor(places.length / 7)] ?? places.find(around);
}

const seen = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".stack.on-table")]
      .map((one) => one.dataset.space.slice(1) + one.getAttribute("transform"))
      .sort(),
  );
const asked = (page) => page.evaluate(() => document.body.dataset.question);

// The places of all units and pieces of ground after the last decision.
const spots = (page) =>
  page.evaluate(async () => {
    const read = async (path) => (await fetch(`api/${path}`)).json();
    const snapshot = await read(`history/${(await read("history")).moments}`);
    return Object.entries(snapshot)
      .filter(([key]) => key.startsWith("stand/"))
      .map(([, one]) => one.spot.map((length) => length / 10).join(","));
  });

async function answered(page, number) {
  await page.waitForFunction((before) => document.body.dataset.question !== before, number);
}

test("a battle on a table is played with clicks on places and survives a reload", async (context) => {
  const game = await battle();
  const { pages } = game,
    random = chance(5);
  const count = await play(pages, random, 150);
  const bases = await seen(pages[0]);
  context.diagnostic(`${count} decisions, ${bases.length} bases on the table`);
  assert.ok(bases.length > 12, bases.join("\n"));
  assert.deepEqual(await seen(pages[1]), bases);
  await pages[0].screenshot({ path: `${PICTURES}table.png` });
  await pages[0].reload();
  await pages[0].waitForSelector("body.ready");
  assert.deepEqual(await seen(pages[0]), bases);
  await leave(game);
});

test("a click snaps to the nearest place on offer, and a refusal is shown at its place", async () => {
  const game = await battle();
  const page = await untilPlace(game.pages, chance(7), (places) => places.length > 60 && inner(places));
  const places = await region(page),
    place = inner(places);
  // Far outside the region: refused with the reason at that place; the question stays.
  const number = await asked(page);
  const wrong = await page.evaluate(() => {
    const land = document.querySelector(".table .land").getBoundingClientRect();
    return [land.left + 2, land.top + 2];
  });
  await page.keyboard.down("Shift");
  await page.mouse.click(...wrong);
  await page.keyboard.up("Shift");
  await page.waitForSelector(".refused text");
  assert.match(await page.locator(".refused text").textContent(), /it would|cannot|lies/);
  assert.equal(await asked(page), number);
  await page.screenshot({ path: `${PICTURES}table-refused.png` });
  // The same without Shift: a click clearly outside the region moves nothing.
  await page.evaluate(() => document.querySelector(".refused").remove());
  await page.mouse.click(...wrong);
  await page.waitForSelector(".refused text");
  assert.equal(await asked(page), number);
  // Slightly beside a place of the lattice: the click snaps to it.
  await page.mouse.move(place.at[0] + 2.5 * place.unit, place.at[1] + 2.5 * place.unit);
  await page.waitForSelector(".ghost");
  assert.match(await page.locator("#peek").innerText(), new RegExp(`^${place.spot[0] / 10},${place.spot[1] / 10}\\b`));
  await page.mouse.click(place.at[0] + 2.5 * place.unit, place.at[1] + 2.5 * place.unit);
  await answered(page, number);
  assert.ok(
    (await spots(page)).includes(place.spot.map((one) => one / 10).join(",")),
    `${place.spot}: ${await spots(page)}`,
  );
  await leave(game);
});

test("Shift-click chooses the exact place", async () => {
  const game = await battle();
  const page = await untilPlace(game.pages, chance(9), (places) => places.length > 60 && inner(places));
  const place = inner(await region(page)),
    number = await asked(page);
  await page.keyboard.down("Shift");
  await page.mouse.move(place.at[0] + 3 * place.unit, place.at[1]);
  const told = await page.locator("#peek").innerText();
  await page.mouse.click(place.at[0] + 3 * place.unit, place.at[1]);
  await page.keyboard.up("Shift");
  await answered(page, number);
  const [spot] = /^[\d.]+,[\d.]+/.exec(told);
  assert.ok(/exact/.test(told) && !/^\d+,\d+$/.test(spot), told);
  assert.ok((await spots(page)).includes(spot), `${told}: ${await spots(page)}`);
  await leave(game);
});

test("places can be typed, and the arrow keys go from place to place", async () => {
  const game = await battle();
  const page = await untilPlace(game.pages, chance(11), (places) => places.length > 60 && inner(places));
  const place = inner(await region(page)),
    number = await asked(page);
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".ghost");
  const first = await page.locator("#peek").innerText();
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await page.locator("#peek").innerText(), first);
  const text = `${(place.spot[0] + 1) / 10},${place.spot[1] / 10}`;
  for (const key of text) await page.keyboard.press(key);
  assert.equal(await page.locator(".place").inputValue(), text);
  await page.keyboard.press("Enter");
  await answered(page, number);
  assert.ok((await spots(page)).includes(text), `${text}: ${await spots(page)}`);
  await leave(game);
});

test("the ruler measures from base to base", async () => {
  const game = await battle();
  const { pages } = game;
  await play(pages, chance(5), 150);
  const page = pages[0];
  await page.locator("#tools .ruler").click();
  await page.locator("#tools button").nth(2).click();
  await page.waitForTimeout(300);
  const bases = await page.evaluate(() =>
    [...document.querySelectorAll(".stack.on-table .base-outline")].map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { left, right, top, bottom, scale: one.getScreenCTM().a * 30 };
    }),
  );
  const [a] = bases,
    b = bases.reduce((best, one) =>
      Math.hypot(one.left - a.left, one.top - a.top) > Math.hypot(best.left - a.left, best.top - a.top) ? one : best,
    );
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  await page.mouse.move(...middle(a));
  await page.mouse.down();
  await page.mouse.move(...middle(b), { steps: 6 });
  await page.mouse.up();
  const gap =
    Math.hypot(Math.max(b.left - a.right, a.left - b.right, 0), Math.max(b.top - a.bottom, a.top - b.bottom, 0)) /
    a.scale;
  const told = Number.parseFloat(await page.locator(".ruler-line").getAttribute("data-length"));
  assert.ok(told > 1 && Math.abs(told * 10 - gap) < 3, `expected ${gap / 10}, found ${told}`);
  await page.screenshot({ path: `${PICTURES}table-ruler.png` });
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".ruler-line").count(), 0);
  await leave(game);
});
