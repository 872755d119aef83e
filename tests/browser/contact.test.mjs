// The odds of fights on a table, before a unit goes there.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, PICTURES } from "./browser.mjs";
import { leave, MAP, mapPicture, mock, opening, piece, question } from "./mock.mjs";

const FIELD = { table: "table", size: [300, 250], lattice: 10, scale: 10, unit: "km", picture_scale: 30 };
const GROUND = mapPicture().replaceAll(/data-space="[^"]*"/g, 'data-space="table"');
const ACROSS = [80, 90, 100, 110, 120];
const DOWN = [80, 90, 100, 110, 120];
// XX may go anywhere around its place; 7 and 8 stand east of it.
const stand = (id, side, spot) => ({ ...piece(id, side), spot, facing: "north", base: [20, 20] });
const goal = question(1, {
  rule: "3.5.1",
  prompt: "Choose a destination for XX",
  places: {
    spots: DOWN.flatMap((y) => ACROSS.map((x) => [x, y])),
    costs: null,
    outline: [
      [-10, -10],
      [10, -10],
      [10, 10],
      [-10, 10],
    ],
    width: null,
  },
  context: [{ text: "XX", unit: "XX", space: "@XX" }],
});
const forecast = (percent) => ({
  line: `${percent} % to win`,
  rule: "3.8",
  strengths: [],
  modifiers: [],
  outcomes: [
    { result: "the enemy recoils", weight: percent, of: 100, percent },
    { result: "nothing", weight: 100 - percent, of: 100, percent: 100 - percent },
  ],
  note: null,
});

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

async function table(options = {}) {
  const { "stack/0102": _, "stack/0303": __, "stack/0502": ___, ...rest } = opening();
  const snapshot = {
    ...rest,
    question: goal,
    "stand/XX": stand("XX", "german", [100, 100]),
    "stand/7": stand("7", "soviet", [140, 90]),
    "stand/8": stand("8", "soviet", [140, 120]),
  };
  const room = await mock(snapshot, GROUND, { ...MAP, field: FIELD });
  room.asked = [];
  room.contact = (query) => {
    room.asked.push(query);
    const percent = query.enemy === "7" ? 72 : 28;
    return { ...forecast(percent), forecasts: [forecast(percent)] };
  };
  const page = await open(browser, room.url, options);
  return { room, page };
}

const pointOf = (page, spot) =>
  page.evaluate(([x, y]) => {
    const matrix = document.querySelector(".region .lattice").getScreenCTM();
    const point = new DOMPoint(30 * x, 30 * y).matrixTransform(matrix);
    return [point.x, point.y];
  }, spot);

const aim = async (page, spot) => page.mouse.move(...(await pointOf(page, spot)));

const pills = (page) => page.locator(".layer-marks .odds-pill").allTextContents();

test("the places that touch an enemy are red, and aiming at one shows the odds of each fight", async () => {
  const { room, page } = await table();
  const meeting = await page.locator(".region .meeting").getAttribute("d");
  assert.equal(meeting.split("M").length - 1, DOWN.length, "the places two kilometres west of an enemy");
  await aim(page, [120, 110]);
  await page.waitForFunction(() => document.querySelectorAll(".layer-marks .odds-pill").length === 2);
  assert.deepEqual((await pills(page)).sort(), ["28 %", "72 %"]);
  assert.deepEqual(room.asked, [
    { unit: "XX", spot: [120, 110], enemy: "7" },
    { unit: "XX", spot: [120, 110], enemy: "8" },
  ]);
  assert.match(
    await page.locator(".odds").innerText(),
    /12,11[\s\S]*72 % to win[\s\S]*The enemy recoils[\s\S]*28 % to win/i,
  );
  await page.screenshot({ path: `${PICTURES}contact.png` });
  await leave(page, room);
});

test("odds are asked for once, and go when the player aims elsewhere", async () => {
  const { room, page } = await table();
  await aim(page, [120, 80]);
  await page.waitForSelector(".layer-marks .odds-pill");
  assert.deepEqual(await pills(page), ["72 %"]);
  await aim(page, [90, 100]);
  await page.waitForSelector(".layer-marks .odds-pill", { state: "detached" });
  await page.waitForSelector(".odds", { state: "detached" });
  await aim(page, [120, 80]);
  await page.waitForSelector(".layer-marks .odds-pill");
  assert.equal(room.asked.length, 1);
  await leave(page, room);
});

test("a finger taps twice: to see the cost and the odds, and to go there", async () => {
  const { room, page } = await table({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const at = await pointOf(page, [120, 80]);
  await page.touchscreen.tap(...at);
  await page.waitForSelector(".layer-marks .odds-pill");
  assert.deepEqual(await pills(page), ["72 %"]);
  assert.equal(room.answers.length, 0);
  const again = await pointOf(page, [120, 80]);
  await page.touchscreen.tap(...again);
  for (let tries = 0; room.answers.length === 0 && tries < 200; tries++) await page.waitForTimeout(10);
  assert.deepEqual(room.answers[0].answer, { spot: [120, 80] });
  await leave(page, room);
});
