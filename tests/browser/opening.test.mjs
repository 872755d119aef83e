// The first view of a game: what is framed, and how large it is.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, PICTURES } from "./browser.mjs";
import { mock, opening, question } from "./mock.mjs";
import { prepared } from "./player.mjs";
import { serve } from "./program.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const BOTH = ["--player", "german=person", "--player", "soviet=person", "--seed", "3"];
const PHONE = { hasTouch: true, isMobile: true };
const SIZES = [
  { viewport: { width: 1440, height: 900 }, least: 34 },
  { viewport: { width: 1280, height: 800 }, least: 34 },
  { viewport: { width: 390, height: 844 }, least: 30, ...PHONE },
  { viewport: { width: 844, height: 390 }, least: 30, ...PHONE },
];

// The counters inside the window of the map, by side, with the width of the smallest.
const shown = (page) =>
  page.evaluate(() => {
    const frame = document.querySelector("#map").getBoundingClientRect();
    const isInside = ({ left, right, top, bottom }) =>
      left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
    const tops = [...document.querySelectorAll(".stack .piece.top")];
    const rectOf = (piece) => piece.querySelector(".ring").getBoundingClientRect();
    const drawn = tops.map((piece) => ({ side: piece.dataset.side, rect: rectOf(piece) }));
    const inside = drawn.filter(({ rect }) => isInside(rect));
    return {
      sides: [...new Set(inside.map(({ side }) => side))].filter(Boolean).sort(),
      count: inside.length,
      width: Math.min(...inside.map(({ rect }) => rect.width)),
    };
  });

const overhang = (page) =>
  page.evaluate(() => {
    const frame = document.querySelector("#map").getBoundingClientRect();
    const painting = document.querySelector(".painting").getBoundingClientRect();
    return Math.max(
      frame.left - painting.left,
      painting.right - frame.right,
      frame.top - painting.top,
      painting.bottom - frame.bottom,
    );
  });

const settled = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// The compass is in the corner of the map, and its letter is on the side that it names.
async function compassSays(page, text) {
  const compass = page.getByRole("img", { name: text });
  const [frame, rose, letter] = await Promise.all(
    [page.locator("#map"), compass, compass.locator("text")].map((one) => one.boundingBox()),
  );
  assert.ok(rose.x >= frame.x && rose.x + rose.width <= frame.x + frame.width);
  const [dx, dy] = [letter.x + letter.width / 2 - rose.x - rose.width / 2, letter.y - rose.y - rose.height / 2];
  assert.equal(text.includes("right"), dx > 10);
  assert.equal(text.includes("top"), dy < -10);
}

async function view(link, size) {
  const { least: _, ...context } = size;
  const page = await open(browser, link, context);
  await settled(page);
  return page;
}

for (const [battle, count] of [
  ["moskva-1941", 8],
  ["moscow-41", 6],
]) {
  test(`${battle} opens on the front at a legible size, and fits the window as a whole`, async () => {
    const server = await serve(battle, ...BOTH);
    const links = ["german", "soviet"].map((side) => server.links[`side:${side}`]);
    const first = [];
    for (const link of links) first.push(await open(browser, link));
    await prepared(first);
    for (const size of SIZES) {
      const page = await view(links[0], size);
      const { width, height } = size.viewport;
      const { sides, count: found, width: smallest } = await shown(page);
      assert.deepEqual(sides, ["german", "soviet"], `${width}x${height}`);
      assert.ok(found >= count, `${width}x${height}: expected ${count} counters, found ${found}`);
      assert.ok(smallest >= size.least, `${width}x${height}: expected ${size.least} px, found ${smallest}`);
      await page.screenshot({ path: `${PICTURES}opening-${battle}-${width}.png` });
      await page.keyboard.press("0");
      await settled(page);
      assert.ok((await overhang(page)) <= 0, `${width}x${height}: the map does not fit`);
      await page.context().close();
    }
    for (const page of first) await page.context().close();
    await server.stop();
  });
}

// The names that are drawn on the map: how high their letters are, and how many meet another name or a counter.
const names = (page) =>
  page.evaluate(() => {
    const drawn = [...document.querySelectorAll(".title text:not([aria-hidden])")].filter((it) => it.checkVisibility());
    const scale = document.querySelector("svg.over").getScreenCTM().a;
    const letters = (text) => {
      const { left, right, top, bottom, height } = text.getBoundingClientRect();
      return { left, right, top: top + 0.2 * height, bottom: bottom - 0.2 * height };
    };
    const frames = drawn.map(letters);
    const counters = [...document.querySelectorAll(".stack .piece.top > .counter > rect:first-of-type")];
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const others = counters.map((counter) => counter.getBoundingClientRect());
    // The part of a frame that another covers. The name of an area that its counters fill may lie on them a little.
    const share = (a, b) => {
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return (width * height) / ((a.right - a.left) * (a.bottom - a.top));
    };
    return {
      count: drawn.length,
      smallest: Math.min(...drawn.map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * scale)),
      crossed: frames.filter((a, i) => frames.slice(i + 2).some((b) => meets(a, b))).length,
      covered: frames.filter((a) => others.some((b) => meets(a, b) && share(a, b) > 0.35)).length,
    };
  });

test("every name on the whole map can be read, and names do not cover each other, or counters more than a little", async () => {
  for (const [battle, least] of [
    ["moskva-1941", 35],
    ["stalingrad-september", 30],
  ]) {
    const server = await serve(battle, ...BOTH);
    const page = await view(server.links["side:german"], { viewport: { width: 1440, height: 900 } });
    await page.keyboard.press("0");
    await page.waitForFunction(() => document.querySelector("#sight").dataset.detail === "far");
    await page.waitForTimeout(600);
    const { count, smallest, crossed, covered } = await names(page);
    assert.ok(count >= least, `${battle}: expected ${least} names, found ${count}`);
    assert.ok(smallest >= 9.45, `${battle}: expected 9.5 px, found ${smallest}`);
    assert.deepEqual([crossed, covered], [0, 0], battle);
    await page.context().close();
    await server.stop();
  }
});

test("a name of a river is written where no counter and no other name covers it", async () => {
  const server = await serve("battle-for-moscow", ...BOTH);
  const page = await view(server.links["side:german"], SIZES[0]);
  await page.waitForSelector(".stack");
  await page.waitForTimeout(600);
  const { letters, covered } = await page.evaluate(() => {
    const drawn = (selector) => [...document.querySelectorAll(selector)].filter((it) => it.checkVisibility());
    const rectOf = (it) => it.getBoundingClientRect();
    const letters = drawn(".water-name text").map(rectOf);
    const others = drawn(".stack .top .counter > rect:first-of-type, .title text:not([aria-hidden])").map(rectOf);
    const meets = (a, b) => a.x < b.right && b.x < a.right && a.y + 6 < b.bottom - 3 && b.y + 3 < a.bottom - 6;
    return { letters: letters.length, covered: letters.filter((a) => others.some((b) => meets(a, b))).length };
  });
  assert.ok(letters > 10, `expected letters, found ${letters}`);
  assert.equal(covered, 0);
  await page.context().close();
  await server.stop();
});

test("the header holds the title, the date, the turns and the score without cutting them", async () => {
  for (const battle of ["d2b-1941", "moskva-1941"]) {
    const sides = battle.startsWith("d2b") ? ["red", "blue"] : ["german", "soviet"];
    const server = await serve(battle, ...sides.flatMap((side) => ["--player", `${side}=person`]), "--seed", "3");
    for (const size of SIZES) {
      const page = await view(server.links[`side:${sides[0]}`], size);
      await page.locator("#score").waitFor();
      const { cut, isWhole } = await page.evaluate(() => {
        const isPhone = innerWidth <= 760;
        const bar = document.querySelector(isPhone ? "#title" : "#bar").getBoundingClientRect();
        const parts = ["#battle", "#phase", "#track", "#score", "#score .score-chip:last-of-type"];
        const frames = parts.map((name) => [name, document.querySelector(name).getBoundingClientRect()]);
        const isCut = ({ top, bottom, right, height }) =>
          height > 0 && (top < bar.top - 1 || bottom > bar.bottom + 2 || right > innerWidth);
        const { scrollHeight, clientHeight } = document.querySelector("#title");
        const isWhole = scrollHeight <= clientHeight + 1;
        return { cut: frames.filter(([, frame]) => isCut(frame)).map(([name]) => name), isWhole };
      });
      assert.deepEqual(cut, [], `${battle} at ${size.viewport.width}`);
      assert.ok(isWhole);
      await page.context().close();
    }
    await server.stop();
  }
});

test("the first turn is framed when the set-up ends", async () => {
  const server = await serve("moskva-1941", ...BOTH);
  const pages = [];
  for (const side of ["german", "soviet"]) pages.push(await open(browser, server.links[`side:${side}`]));
  await settled(pages[0]);
  assert.ok((await overhang(pages[0])) <= 0);
  await prepared(pages);
  await pages[0].waitForFunction(() => document.querySelectorAll(".stack").length > 40);
  await pages[0].waitForFunction(() => document.querySelector("#sight").dataset.detail !== "far");
  assert.deepEqual((await shown(pages[0])).sides, ["german", "soviet"]);
  await compassSays(pages[0], "North is on the right.");
  for (const page of pages) await page.context().close();
  await server.stop();
});

test("the whole sheet is shown, and then the map without its key", async () => {
  const server = await serve("battle-for-moscow", ...BOTH);
  const page = await view(server.links["side:german"], SIZES[0]);
  const key = page.locator(".sheet-column");
  const keyIs = (visibility) =>
    page.waitForFunction(
      (wanted) => getComputedStyle(document.querySelector(".sheet-column")).visibility === wanted,
      visibility,
    );
  await compassSays(page, "North is at the top.");
  assert.ok((await overhang(page)) <= 0);
  await page.keyboard.press("0");
  await keyIs("hidden");
  await page.keyboard.press("0");
  await keyIs("visible");
  await settled(page);
  const right = await key.evaluate((it) => it.getBoundingClientRect().right);
  const frame = await page.locator("#map").boundingBox();
  assert.ok(right <= frame.x + frame.width);
  // In a close view no part of the key is shown, and the compass is there again.
  await page.mouse.move(frame.x + frame.width * 0.7, frame.y + 300);
  await page.mouse.wheel(0, -500);
  await keyIs("hidden");
  assert.ok((await overhang(page)) > 0);
  await compassSays(page, "North is at the top.");
  await page.context().close();
  await server.stop();
});

// The spaces whose middle is inside the window of the map.
const inView = (page) =>
  page.evaluate(() => {
    const frame = document.querySelector("#map").getBoundingClientRect();
    const isInside = ({ left, right, top, bottom }) => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    };
    const spaces = [...document.querySelectorAll("[data-space] .land")];
    return spaces.filter((it) => isInside(it.getBoundingClientRect())).map((it) => it.parentElement.dataset.space);
  });

const goals = (...names) => names.map((space) => ({ text: space, space }));
const aboutUnit = (number, unit, space, ...names) =>
  question(number, { options: goals(...names), context: [{ text: unit, unit, space }] });

async function nearView() {
  const room = await mock();
  const page = await open(browser, room.url, { viewport: { width: 900, height: 560 } });
  const frame = await page.locator("#map").boundingBox();
  await page.mouse.move(frame.x + 2, frame.y + 2);
  await page.mouse.wheel(0, -2000);
  await page.waitForTimeout(300);
  return { room, page };
}

test("a question about a unit out of view moves the map to it and to its goals", async () => {
  const { room, page } = await nearView();
  assert.ok(!(await inView(page)).includes("0502"));
  room.change({ question: aboutUnit(2, "?7", "0502", "0501", "0503", "0602") });
  await page.waitForFunction(() => document.body.dataset.question === "2");
  await settled(page);
  const seen = await inView(page);
  for (const space of ["0501", "0502", "0503", "0602"]) assert.ok(seen.includes(space), `${space} is out of view`);
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  room.close();
});

test("the map rests after the player has picked a unit, and pointers show goals out of view", async () => {
  const { room, page } = await nearView();
  const before = await inView(page);
  assert.ok(before.includes("0102"));
  room.answered = () => room.change({ question: aboutUnit(2, "XX", "0102", "0101", "0602", "0603") });
  await page.locator('[data-id="XX"]').click();
  await page.waitForFunction(() => document.body.dataset.question === "2");
  await settled(page);
  assert.deepEqual(await inView(page), before);
  const pointer = page.getByRole("button", { name: "2 more" });
  await page.screenshot({ path: `${PICTURES}pointers.png` });
  await pointer.click();
  await settled(page);
  const seen = await inView(page);
  assert.ok(seen.includes("0602") && seen.includes("0603"));
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  room.close();
});

test("a long question is never cut, and its chip shrinks to the number of the paragraph", async () => {
  const prompt =
    "Choose the units from 55 Tatar Wall that give up their place in the line and take part in the attack on 62 Hill " +
    "107.5, or else the one unit that spends its tactical advantage: the last word";
  const long = question(1, { prompt, rule: "8.1.2", rule_title: "Predesignated attacks", options: goals("0202") });
  const room = await mock({ ...opening(), question: long });
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1000, height: 700 },
    { width: 390, height: 844 },
  ]) {
    const page = await open(browser, room.url, { viewport });
    await settled(page);
    await page.screenshot({ path: `${PICTURES}question-${viewport.width}.png` });
    const { overflow, chip, isCut, title } = await page.evaluate(() => {
      const asked = document.querySelector("#asked");
      const rule = document.querySelector("#prompt .rule");
      return {
        overflow: asked.scrollHeight - asked.clientHeight,
        chip: rule.innerText.trim(),
        isCut: rule.scrollWidth > rule.clientWidth,
        title: rule.title,
      };
    });
    assert.ok(overflow <= 1, `${viewport.width}: ${overflow} px of the question are cut`);
    assert.equal(isCut, false);
    if (viewport.width > 400) assert.equal(chip, "8.1.2");
    assert.equal(title, "8.1.2 Predesignated attacks");
    await page.context().close();
  }
  room.close();
});

test("terrain and tags have titles for players", async () => {
  const server = await serve("moscow-41", ...BOTH);
  const { spaces } = await (await fetch(`${server.links["side:german"]}api/map.json`)).json();
  const { terrain, features } = spaces["165"];
  assert.deepEqual([terrain, ...features], ["open ground (green)", "town", "key to Kiev"]);
  await server.stop();
});

test("the set-up opens on where units can be placed, and phones never show a tiny map", async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const server = await serve(
      "moskva-1941",
      "--player",
      "german=person",
      "--player",
      "soviet=person",
      "--seed",
      "1941",
    );
    const page = await open(browser, server.links["side:soviet"], { viewport, hasTouch: viewport.width < 500 });
    await page.waitForSelector("#buttons .word");
    const isTiny = () => page.evaluate(() => document.querySelector("#sight").dataset.detail === "far");
    if (viewport.width < 500) assert.equal(await isTiny(), false, "the first question");
    await page.locator("#buttons .word", { hasText: /free/i }).click();
    await page.waitForSelector(".offer");
    await page.waitForFunction(() => {
      const map = document.querySelector("#sight").getBoundingClientRect();
      const offers = [...document.querySelectorAll(".offer")].map((one) => one.getBoundingClientRect());
      const seen = offers.filter(({ x, y, width, height }) => {
        const [middleX, middleY] = [x + width / 2, y + height / 2];
        return middleX > map.left && middleX < map.right && middleY > map.top && middleY < map.bottom;
      });
      return seen.length >= offers.length / 2 && offers.every(({ width }) => width > 40);
    });
    await page.context().close();
    await server.stop();
  }
});
