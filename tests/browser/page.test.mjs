// The page alone, against a mock server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, PICTURES, showTab } from "./browser.mjs";
import { FILL, hostile, leave, mapPicture, mock, opening, piece, question } from "./mock.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

async function table(first, more) {
  const room = await mock(first);
  const page = await open(browser, room.url, more);
  return {
    room,
    page,
    done: () => leave(page, room),
  };
}

const litIn = (page) =>
  page.$$eval("svg.board .piece.lit, svg.board .offer", (all) => all.map((one) => one.dataset.id ?? one.dataset.space));
const spaceAt = async (page, name) => {
  const box = await page.locator(`[data-space="${name}"] .land`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const click = async (page, space) => page.mouse.click(...(await spaceAt(page, space)));

test("exactly what can be chosen is highlighted", async () => {
  const { page, room, done } = await table();
  assert.deepEqual((await litIn(page)).sort(), ["3", "XL", "XX"]);
  await click(page, "0102");
  assert.deepEqual(await answers(room, 1), [{ number: 1, answer: { one: 0 } }]);
  await page.screenshot({ path: `${PICTURES}mock.png` });
  await done();
});

test("a double click on one button does not decline the question that arrives in between", async () => {
  const { options } = opening().question;
  const asked = question(1, { form: { kind: "several", min: 1, max: 3 }, options, stop: null });
  const { page, room, done } = await table(opening({ question: asked }), { clock: true });
  room.answered = ({ number }) => room.change({ question: question(number + 1, { options }) });
  const isAsked = (number) => page.locator(`body[data-question="${number}"]`).waitFor();
  await click(page, "0102");
  const send = await page.locator("#buttons .send").boundingBox();
  const place = [send.x + send.width - 8, send.y + send.height / 2];
  await page.mouse.click(...place);
  await isAsked(2);
  await page.mouse.click(...place);
  await click(page, "0102");
  await isAsked(3);
  // Once the question has been on show, or the pointer has moved, the button works.
  await page.mouse.move(...place);
  await page.mouse.click(...place);
  await isAsked(4);
  await page.clock.runFor(2000);
  await page.mouse.click(...place);
  await isAsked(5);
  const given = room.answers.map(({ answer }) => Object.keys(answer)[0]);
  assert.deepEqual(given, ["several", "one", "stop", "stop"]);
  await done();
});

test("a stack with several choices fans out", async () => {
  const { page, room, done } = await table();
  await click(page, "0303");
  assert.equal(await page.locator(".fan .piece.lit").count(), 2);
  await page.locator('.fan [data-id="3"]').click();
  assert.deepEqual(await answers(room, 1), [{ number: 1, answer: { one: 2 } }]);
  assert.equal(await page.locator(".fan").count(), 0);
  await done();
});

test("a click on anything else shows why it cannot be chosen, with the paragraph", async () => {
  const { page, room, done } = await table(
    opening({ question: question(1, { options: [{ text: "0102", space: "0102" }] }) }),
  );
  await click(page, "0604");
  assert.match(await page.locator(".why").innerText(), /7\.3 stacking.*Not 0604 now\./s);
  assert.deepEqual(room.answers, []);
  await done();
});

test("a click on a space when only units can be chosen says what to click", async () => {
  const options = [{ text: "XX", unit: "XX", space: "0102" }];
  const { page, done } = await table(opening({ question: question(1, { options }) }));
  await click(page, "0604");
  assert.match(await page.locator(".why").innerText(), /^Click a unit with a gold edge\./);
  await done();
});

test("only stacks that changed are redrawn", async () => {
  const { page, room, done } = await table();
  await page.evaluate(() => {
    window.touched = [];
    const spaceOf = (node) => node.dataset?.space;
    new MutationObserver((all) => {
      const nodes = all.flatMap((one) => [...one.addedNodes, ...one.removedNodes]);
      window.touched.push(...nodes.map(spaceOf));
    }).observe(document.querySelector(".layer-units"), { childList: true });
  });
  room.change({
    "stack/0102": [],
    "stack/0202": [piece("XX", "german")],
    question: question(2, { options: [{ text: "XL", unit: "XL", space: "0303" }] }),
  });
  await page.waitForFunction(() => document.body.dataset.question === "2");
  assert.deepEqual(await page.evaluate(() => [...new Set(window.touched)].sort()), ["0102", "0202"]);
  assert.deepEqual(await litIn(page), ["XL"]);
  await done();
});

test("a broken connection is restored with everything that was missed", async () => {
  const { page, room, done } = await table();
  Object.assign(room.snapshot, { "stack/0604": [piece("9", "soviet")] });
  room.cut();
  await page.waitForSelector('[data-id="9"]');
  assert.equal(await page.locator(".line-lost").count(), 0);
  await done();
});

test("a missed delta causes a full snapshot", async () => {
  const { page, room, done } = await table();
  room.change({ "log/1": { rule: null, text: "one" } });
  room.version += 1;
  room.snapshot["stack/0604"] = [piece("9", "soviet")];
  room.change({ "log/2": { rule: null, text: "two" } });
  await page.waitForSelector('[data-id="9"]');
  await done();
});

test("an invalid link opens no game", async () => {
  const room = await mock();
  const page = await open(browser, null);
  await page.goto(`http://127.0.0.1:${room.port}/t/right/`);
  await page.waitForSelector("body.ready");
  await page.route("**/api/**", (route) =>
    route.fulfill({ status: 404, json: { reason: "this link is not valid on this server" } }),
  );
  room.cut();
  await page.waitForSelector(".wrong");
  assert.equal(await page.locator("svg.board").count(), 0);
  await page.context().close();
  room.close();
});

test("keyboard: arrows go between choices by position, Enter chooses, Escape and U go back", async () => {
  const { page, room, done } = await table();
  await page.keyboard.press("Tab");
  const focus = () => page.evaluate(() => document.activeElement.dataset.id ?? document.activeElement.dataset.space);
  assert.equal(await focus(), "XX");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.closest("[data-space]").dataset.space), "0303");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".fan").count(), 1);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.deepEqual(await answers(room, 1), [{ number: 1, answer: { one: 2 } }]);
  room.change({
    question: question(2, {
      prompt: "Where does 3 go?",
      context: [{ text: "3", unit: "3", space: "0303" }],
      options: [
        { text: "0302", space: "0302", cost: 1 },
        { text: "0403", space: "0403", cost: 2 },
      ],
      stop: null,
    }),
  });
  await page.waitForFunction(() => document.activeElement.matches(".offer"));
  await page.keyboard.press("Escape");
  await page.waitForTimeout(150);
  assert.equal(room.undone, 1);
  await page.keyboard.press("?");
  assert.equal(await page.locator("#leaf-help").isVisible(), true);
  await done();
});

test("dragging a unit chooses it and then its goal", async () => {
  const { page, room, done } = await table();
  room.answered = (body) =>
    body.number === 1 &&
    room.change({
      question: question(2, {
        options: [
          { text: "0302", space: "0302" },
          { text: "0202", space: "0202" },
        ],
        stop: null,
        context: [{ text: "XX", unit: "XX", space: "0102" }],
      }),
    });
  await drag(page, ["0102", "0202"]);
  await page.waitForFunction(() => document.body.dataset.question === "2");
  await page.waitForTimeout(100);
  assert.deepEqual(
    (await answers(room, 2)).map((one) => one.answer),
    [{ one: 0 }, { one: 1 }],
  );
  await done();
});

test("of several paths to a goal, the dragged one is chosen", async () => {
  const ways = [
    ["0102", "0202", "0302"],
    ["0102", "0201", "0302"],
  ];
  const asked = question(1, {
    context: [{ text: "XX", unit: "XX", space: "0102" }],
    options: ways.map((path) => ({ text: path.join("-"), path })),
  });
  const { page, room, done } = await table(opening({ question: asked }));
  await drag(page, ["0102", "0201", "0302"]);
  await page.waitForTimeout(100);
  assert.deepEqual(
    (await answers(room, 1)).map((one) => one.answer),
    [{ one: 1 }],
  );
  await done();
});

// Waits for a number of answers and returns them.
async function answers(room, count) {
  for (let tries = 0; room.answers.length < count && tries < 200; tries++)
    await new Promise((done) => setTimeout(done, 10));
  return room.answers;
}

async function drag(page, spaces) {
  const points = [];
  for (const space of spaces) points.push(await spaceAt(page, space));
  await page.mouse.move(...points[0]);
  await page.mouse.down();
  for (const point of points) await page.mouse.move(...point, { steps: 8 });
  await page.mouse.up();
}

test("several units are picked and sent with the gold button; meanwhile the odds are shown", async () => {
  const options = ["XX", "XL", "3"].map((unit) => ({ text: unit, unit, space: unit === "XX" ? "0102" : "0303" }));
  const asked = question(1, {
    form: { kind: "several", min: 1, max: 3 },
    options,
    context: [{ text: "?7", unit: "?7", space: "0502" }],
  });
  const { page, room, done } = await table(opening({ question: asked }));
  await click(page, "0102");
  await click(page, "0303");
  await page.locator('.fan [data-id="3"]').click();
  await page.waitForSelector(".outcomes li");
  assert.match(await page.locator(".odds").innerText(), /8:4 = 2:1.*−1 river 9\.2.*67 %/s);
  await page.locator(".send").click();
  assert.deepEqual(
    (await answers(room, 1)).map((one) => one.answer),
    [{ several: [0, 2] }],
  );
  await done();
});

test("units that do not fit cannot be sent, and the reason is shown until they do", async () => {
  const options = ["XX", "XL", "3"].map((unit) => ({ text: unit, unit, space: unit === "XX" ? "0102" : "0303" }));
  const form = { kind: "several", min: 1, max: 3 };
  const { page, room, done } = await table(opening({ question: question(1, { form, options, condition: true }) }));
  room.unfit = (chosen) => (chosen.length < 2 ? { rule: "9.2", rule_title: "losses", reason: "one is too few" } : null);
  await click(page, "0102");
  await page.waitForSelector(".why");
  assert.match(await page.locator(".why").innerText(), /9\.2 losses.*One is too few\./s);
  assert.ok(await page.locator(".send").isDisabled());
  await click(page, "0303");
  await page.locator('.fan [data-id="3"]').click();
  await page.waitForSelector(".send:not([disabled])");
  assert.equal(await page.locator(".why").count(), 0);
  await page.locator(".send").click();
  assert.deepEqual(
    (await answers(room, 1)).map((one) => one.answer),
    [{ several: [0, 2] }],
  );
  await done();
});

test("the bars of a forecast have the colours of the sides that they name", async () => {
  const asked = question(1, {
    options: [{ text: "XX", unit: "XX", space: "0102" }],
    context: [{ text: "?7", unit: "?7", space: "0502" }],
  });
  const { page, room, done } = await table();
  room.forecast = () => ({
    line: "Steps lost, Soviet",
    outcomes: ["0", "German", "German and Soviet"].map((result) => ({ result, weight: 1, total: 3 })),
  });
  room.change({ question: asked });
  await page.waitForSelector(".outcomes li");
  const fills = await page.$$eval(".outcomes .bar span", (bars) =>
    bars.map((bar) => bar.style.getPropertyValue("--fill")),
  );
  assert.deepEqual(fills, [FILL.soviet, FILL.german, ""]);
  await done();
});

test("shares and an order are given by clicks", async () => {
  const spaces = ["0102", "0303"].map((space) => ({ text: space, space }));
  const { page, room, done } = await table(
    opening({ question: question(1, { form: { kind: "allocate", total: 3, max: 2 }, options: spaces, stop: null }) }),
  );
  for (const space of ["0102", "0102", "0303"]) await click(page, space);
  await page.locator(".send").click();
  room.change({ question: question(2, { form: { kind: "order" }, options: spaces, stop: null }) });
  await page.waitForFunction(() => document.body.dataset.question === "2");
  for (const space of ["0303", "0102"]) await click(page, space);
  await page.locator(".send").click();
  assert.deepEqual(
    (await answers(room, 2)).map((one) => one.answer),
    [
      {
        shares: [
          [0, 2],
          [1, 1],
        ],
      },
      { several: [1, 0] },
    ],
  );
  await done();
});

test("before a handover between two people, the page has nothing of the next side", async () => {
  const first = opening();
  first.game.viewer.role = "both";
  const { page, room, done } = await table(first);
  assert.match(await page.locator("#handover").innerText(), /German/);
  await page.keyboard.press("Enter");
  await page.waitForSelector("body.ready");
  room.change({
    "stack/0502": [piece("1st Shock", "soviet")],
    game: { ...first.game, viewer: { role: "both", side: "soviet" } },
    question: question(2, { side: "soviet" }),
  });
  await page.waitForSelector("#handover");
  assert.doesNotMatch(await page.content(), /1st Shock/);
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-id="1st Shock"]');
  await done();
});

test("forced steps are confirmed if the setting is on", async () => {
  const { page, room, done } = await table();
  room.change({ "forced/0": { side: "german", text: "0102" } });
  await showTab(page, "help");
  await page.getByLabel("confirm each step").check();
  room.change({ "forced/1": { side: "german", prompt: "Where to?", text: "0203" } });
  await page.waitForSelector("dialog.forced-steps");
  assert.match(await page.locator("dialog.forced-steps").innerText(), /0203/);
  assert.doesNotMatch(await page.locator("dialog.forced-steps").innerText(), /0102/);
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog.forced-steps", { state: "detached" });
  await done();
});

test("each roll is named after the place of its own line, or none", async () => {
  const { page, done } = await table(opening());
  const places = await page.evaluate(async () => {
    const { placesOf } = await import("./dice-meaning.js");
    const roll = (purpose, ...results) => ({ purpose, sides: 6, results });
    const rolls = [roll("9.0 combat", 3), roll("9.0 combat", 6), roll("9.0 combat", 3), roll("6.3 sunset", 3, 4)];
    const line = (text, space) => ({ rule: "9.0", text, spaces: [space] });
    const lines = [
      line("XX advances to 0509", "0509"),
      line("20th Army in 0506 is attacked at 5:1, die 3: DRL", "0506"),
      line("?7 in 0502 is attacked at 2:1, die 3: EX", "0502"),
      line("?8 in 0602 is attacked at 1:1, die 6: AR", "0602"),
      { rule: "6.3", text: "Night falls" },
    ];
    return rolls.map((roll) => placesOf(roll, rolls, lines));
  });
  assert.deepEqual(places, [["0506"], ["0602"], ["0502"], []]);
  await done();
});

test("after a handover only new steps are confirmed and only new dice shown", async () => {
  const first = opening({
    "forced/0": { side: "german", text: "0102" },
    "dice/0": { purpose: "old", sides: 6, results: [1] },
  });
  first.game.viewer.role = "both";
  const { page, room, done } = await table(first);
  await page.keyboard.press("Enter");
  await page.waitForSelector("body.ready");
  await showTab(page, "help");
  await page.getByLabel("confirm each step").check();
  room.change({
    "forced/1": { side: "soviet", text: "0203" },
    "dice/1": { purpose: "new", sides: 6, results: [2] },
    game: { ...first.game, viewer: { role: "both", side: "soviet" } },
    question: question(2, { side: "soviet" }),
  });
  await page.waitForSelector("#handover");
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog.forced-steps");
  assert.deepEqual(await page.locator("dialog.forced-steps li b").allInnerTexts(), ["0203"]);
  assert.deepEqual(await page.locator("#thrown .throw > :first-child").allInnerTexts(), ["new"]);
  await done();
});

test("a past moment has a link, and the present can be restored", async () => {
  const { page, room, done } = await table();
  room.pasts[1] = { ...opening(), "stack/0102": [], "stack/0101": [piece("XX", "german")] };
  await page.evaluate(() => {
    location.hash = "#at=1";
  });
  await page.waitForSelector('[data-space="0101"] [data-id="XX"]');
  assert.deepEqual(await litIn(page), []);
  await showTab(page, "back");
  await page.locator("button.now").click();
  await page.waitForSelector('.stack[data-space="0102"] [data-id="XX"]');
  assert.equal(new URL(page.url()).hash, "");
  await done();
});

test("a refusal is shown, and the question stays", async () => {
  const { page, room, done } = await table();
  room.refuses = { rule: "8.1", reason: "this question is no longer pending" };
  await click(page, "0102");
  assert.match(await page.locator(".why").innerText(), /8\.1\s*This question is no longer pending\./);
  room.refuses = null;
  await click(page, "0102");
  assert.equal((await answers(room, 2)).length, 2);
  await done();
});

test("no code in a picture runs", async () => {
  const counter = piece("XX", "german");
  const room = await mock(
    opening({ "stack/0102": [{ ...counter, svg: hostile(counter.svg) }] }),
    hostile(mapPicture()),
  );
  const page = await open(browser, room.url);
  await page.locator('[data-id="XX"] rect').first().click({ force: true });
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("svg.board script, svg.board foreignObject, svg.board [onclick]").count(), 0);
  // From version 156 on, Chromium also reports each handler as forbidden by the page's policy.
  assert.deepEqual(
    page.mistakes.filter((mistake) => !mistake.startsWith("Executing inline event handler violates")),
    [],
  );
  await page.context().close();
  room.close();
});

test("French, if the browser prefers it", async () => {
  const { page, done } = await table(opening(), { locale: "fr-FR" });
  assert.equal(await page.locator("#buttons .undo").innerText(), "Annuler");
  assert.equal(await page.locator("html").getAttribute("lang"), "fr");
  await done();
});

test("all controls have names, and live regions announce events", async () => {
  const { page, room, done } = await table();
  const nameless = await page.$$eval("button, [role=button], [role=tab], input, select, a", (all) =>
    all
      .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length))
      .map((one) => one.outerHTML),
  );
  assert.deepEqual(nameless, []);
  assert.equal(await page.locator("#ask").getAttribute("aria-live"), "polite");
  assert.match(await page.locator('.layer-units [data-id="XX"]').getAttribute("aria-label"), /XX, german corps/);
  room.change({ "log/1": { rule: "9.0", text: "Moscow falls" } });
  await page.waitForFunction(() => document.querySelector("#news").textContent.includes("Moscow falls"));
  assert.equal(await page.locator("[role=tab][aria-selected=true]").count(), 1);
  await done();
});

test("on a phone nothing is cut off, and the panel is below the map", async () => {
  const { page, done } = await table(opening(), { viewport: { width: 390, height: 844 }, hasTouch: true });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  const [map, panel] = [await page.locator("#map").boundingBox(), await page.locator("#panel").boundingBox()];
  assert.ok(panel.y >= map.y + map.height - 1 && map.height > 250);
  await page.screenshot({ path: `${PICTURES}mock-phone.png` });
  await done();
});

test("a request for undo is made, answered and withdrawn", async () => {
  const { page, room, done } = await table();
  const game = { ...room.snapshot.game, consent: ["soviet"] };
  room.change({ game, undo_request: { side: "soviet", own: false, pending: ["german"] } });
  const wish = page.locator(".undo-request");
  await wish.getByText("Soviet asks to take back the last decision").waitFor();
  assert.equal(await page.locator("#buttons .undo").innerText(), "Ask to undo");
  await wish.getByRole("button", { name: "Refuse" }).click();
  await wish.getByRole("button", { name: "Agree" }).click();
  room.change({ undo_request: { side: "german", own: true, pending: ["soviet"] } });
  await wish.getByText("Waiting for the consent of Soviet").waitFor();
  room.send("notice", { kind: "broken", text: "rules" });
  await page.locator(".notice.broken").waitFor();
  await wish.getByRole("button", { name: "Withdraw the request" }).click();
  room.change({ game: { ...game, consent: [] }, undo_request: null });
  await wish.waitFor({ state: "detached" });
  await page.waitForFunction(() => document.querySelector("#buttons .undo").innerText === "Undo");
  assert.deepEqual(room.consents, [false, true, false]);
  await done();
});

// A log with what its lines are about.
function chronicle() {
  const line = (turn, phase, side, text, more = {}) => ({ rule: "9.0", turn, phase, side, text, ...more });
  return [
    line(1, "German movement", "german", "XX moves to 0102", { date: "2 October", spaces: ["0101", "0102"] }),
    line(1, "Combat", "german", "?7 is attacked", { date: "2 October" }),
    line(1, "Combat", "soviet", "?7 retreats to 0502", { date: "2 October", spaces: ["0502", "gone"] }),
    line(2, "German movement", "german", "XL moves to 0303", { date: "10 October", spaces: ["0303"] }),
  ];
}

test("the log has headings and colours, can be filtered, and shows where something happened", async () => {
  const first = opening(Object.fromEntries(chronicle().map((line, at) => [`log/${at}`, line])));
  const { page, room, done } = await table(first);
  const shown = () => page.$$eval(".log > li", (all) => all.map((one) => one.innerText.replace(/\s+/g, " ").trim()));
  await page.locator("#tab-log").click();
  assert.deepEqual(await shown(), [
    "Turn 1 2 October",
    "German movement",
    "XX moves to 0102 9.0",
    "Combat",
    "?7 is attacked 9.0",
    "?7 retreats to 0502 9.0",
    "Turn 2 10 October",
    "German movement",
    "XL moves to 0303 9.0",
  ]);
  const colours = await page.$$eval(".log > li", (all) => all.map((one) => one.style.getPropertyValue("--fill")));
  assert.deepEqual([colours[2], colours[5]], ["#a9b0a3", "#cf7f62"]);
  const edges = await page.$$eval(".log .rule", (all) => all.map((one) => one.getBoundingClientRect().right));
  assert.equal(new Set(edges).size, 1);
  await page.locator(".log-filter").getByText("Soviet").click();
  assert.deepEqual(await shown(), ["Turn 1 2 October", "Combat", "?7 retreats to 0502 9.0"]);
  await page.locator(".log .event").click();
  assert.equal(await page.locator(".event-places .pointed").count(), 1);
  room.change({ "log/4": { ...chronicle()[2], turn: 2, text: "9 arrives" } });
  await page.locator(".log").getByText("9 arrives").waitFor();
  assert.deepEqual((await shown()).slice(3), ["Turn 2 2 October", "Combat", "9 arrives 9.0"]);
  await page.locator(".log-filter").getByText("All").click();
  assert.equal(await page.locator(".log > li:not(.turn, .phase)").count(), 5);
  await done();
});

test("automatic answers are in the log on request, folded, and never among the recent events", async () => {
  const first = opening(Object.fromEntries(chronicle().map((line, at) => [`log/${at}`, line])));
  const answer = (line, unit, space, more) => ({
    side: "german",
    rule: "8.0",
    prompt: "Movement",
    about: unit,
    text: space,
    line,
    turn: 1,
    phase: "Combat",
    date: "2 October",
    ...more,
  });
  const march = { turn: 2, phase: "German movement", date: "10 October" };
  Object.assign(first, {
    "forced/0": answer(1, "XX", "0102"),
    "forced/1": answer(1, "XL", "0303"),
    "forced/2": answer(1, "?7", "0502", { side: "soviet" }),
    "forced/3": answer(4, "XX", "0103", march),
  });
  const { page, done } = await table(first);
  const shown = () => page.$$eval(".log > li", (all) => all.map((one) => one.innerText.replace(/\s+/g, " ").trim()));
  const recent = () => page.$$eval(".recent li", (all) => all.map((one) => one.innerText.replace(/\s+/g, " ").trim()));
  assert.deepEqual((await recent()).slice(-3), ["Turn 2 10 October", "German movement", "XL moves to 0303 9.0"]);
  await page.locator("#tab-log").click();
  assert.equal((await shown()).length, 9);
  const filter = page.locator(".log-filter").getByText("Automatic answers");
  assert.equal(await filter.getAttribute("aria-pressed"), "false");
  await filter.click();
  assert.deepEqual((await shown()).slice(3), [
    "Combat",
    "3 answers were played automatically",
    "?7 is attacked 9.0",
    "?7 retreats to 0502 9.0",
    "Turn 2 10 October",
    "German movement",
    "XL moves to 0303 9.0",
    "Played automatically: Movement, XX: 0103 8.0",
  ]);
  await page.getByText("3 answers were played automatically").click();
  assert.match(await page.locator(".log details").innerText(), /Movement, XL: 0303/);
  await page.locator(".log-filter").getByText("Soviet").click();
  assert.ok((await shown()).includes("Played automatically: Movement, ?7: 0502 8.0"));
  await done();
});

test("a log without facts has neither headings nor filters", async () => {
  const { page, done } = await table();
  await page.locator("#tab-log").click();
  assert.equal(await page.locator(".log-filter").isVisible(), false);
  assert.equal(await page.locator(".log > li").count(), 1);
  await done();
});

test("dice, notices and reasons do not cover the map", async () => {
  const { page, room, done } = await table();
  await click(page, "0604");
  await page.waitForSelector(".why");
  room.change({ "dice/0": { purpose: "attack", sides: 6, results: [3, 4] } });
  room.send("notice", { kind: "broken", text: "rules", diagnostic: "combat.luau:1: wrong" });
  await page.waitForSelector(".throw");
  await page.waitForSelector(".notice.broken");
  await page.mouse.move(...(await spaceAt(page, "0102")));
  const map = await page.locator("#map").boundingBox();
  for (const part of [".why", ".throw", ".notice", "#peek"]) {
    const { x, y, height } = await page.locator(part).boundingBox();
    assert.ok(x >= map.x + map.width || y + height <= map.y, part);
  }
  await done();
});

test("tabs that do not fit are in a list, and the arrow keys go through all of them", async () => {
  const { page, done } = await table();
  await page.locator("#tab-map").click();
  assert.equal(await page.locator("#tab-help").isVisible(), false);
  for (const name of ["back", "what", "help"]) {
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.id), `tab-${name}`);
    assert.equal(await page.locator(`#leaf-${name}`).isVisible(), true);
  }
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#tab-help").isVisible(), false);
  assert.equal(await page.locator("#tabs .more.current").count(), 1);
  await done();
});

test("to go where a unit is already reads as staying", async () => {
  const asked = question(1, {
    context: [{ text: "XX", unit: "XX", space: "0102" }],
    options: [
      { text: "0102", space: "0102", cost: "0" },
      { text: "0202", space: "0202", cost: "0" },
      { text: "0103", space: "0103", cost: "1" },
    ],
  });
  const { page, done } = await table(opening({ question: asked }));
  assert.deepEqual(await page.$$eval("#leaf-turn .options button", (all) => all.map((one) => one.textContent)), [
    "0102stay",
    "0202cost 0",
    "0103cost 1",
  ]);
  await page.mouse.move(...(await spaceAt(page, "0102")));
  await page.locator("#peek", { hasText: / · stay/ }).waitFor();
  await done();
});

test("the cost of an occupied space is above its counter, clear of the number beside it", async () => {
  const asked = question(1, {
    context: [{ text: "XX", unit: "XX", space: "0102" }],
    options: [
      { text: "0102", space: "0102", cost: "0" },
      { text: "0202", space: "0202", cost: "1" },
      { text: "0303", space: "0303", cost: "2.5" },
    ],
  });
  const { page, done } = await table(opening({ question: asked }));
  assert.deepEqual((await page.locator(".cost").allTextContents()).sort(), ["1", "2.5"]);
  const [pill, strength, badge] = await Promise.all(
    [".cost rect", '[data-space="0303"] .top .counter text', '[data-space="0303"] .badge'].map((sign) =>
      page.locator(sign).boundingBox(),
    ),
  );
  assert.ok(pill.y + pill.height < strength.y, "the cost covers the strength");
  assert.ok(pill.x + pill.width < badge.x || pill.y + pill.height < badge.y, "the cost covers the number");
  await done();
});

test("on a phone the panel slides over the map, which keeps its size", async () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    const { page, room, done } = await table(opening(), { viewport, hasTouch: true, isMobile: true });
    const mapBox = () => page.locator("#map").boundingBox();
    const grip = page.locator("#grip");
    const covered = async () => {
      const [map, panel] = [await mapBox(), await page.locator("#panel").boundingBox()];
      const width = Math.min(map.x + map.width, panel.x + panel.width) - Math.max(map.x, panel.x);
      const height = Math.min(map.y + map.height, panel.y + panel.height) - Math.max(map.y, panel.y);
      return Math.max(0, width) * Math.max(0, height);
    };
    const whole = await mapBox();
    assert.ok(whole.width * whole.height > 0.75 * viewport.width * viewport.height);
    assert.equal(await grip.getAttribute("aria-expanded"), "false");
    assert.equal(await covered(), 0);
    await grip.click();
    assert.equal(await grip.getAttribute("aria-expanded"), "true");
    await page.waitForFunction(() => document.querySelector("#leaf-turn").getBoundingClientRect().height > 100);
    assert.deepEqual(await mapBox(), whole);
    assert.ok((await covered()) > 0);
    await grip.click();
    await page.waitForFunction(() => document.getAnimations().length === 0);
    assert.equal(await covered(), 0);
    // A question that can only be answered in the panel unfolds it.
    room.change({ question: question(2, { options: OFF_MAP, stop: null }) });
    await page.locator("#leaf-turn .off-map-units button, #leaf-turn .options button").first().click();
    assert.equal(await grip.getAttribute("aria-expanded"), "true");
    room.change({ question: question(3, { options: [{ text: "XL", unit: "XL", space: "0303" }] }) });
    await page.waitForFunction(() => document.body.dataset.drawer === "folded");
    await done();
  }
});

test("what a label means stands below it, and the row can be clicked too", async () => {
  const noted = question(1, {
    options: [
      { text: "pass", label: true, note: "Two passes in a row end the turn." },
      { text: "tactical", label: true, note: "Headquarters are activated." },
    ],
    stop: "end the turn",
    stop_note: "You keep the disk.",
  });
  const { page, room, done } = await table(opening({ question: noted }));
  const rows = page.locator(".option");
  assert.deepEqual(await rows.allInnerTexts(), [
    "pass\nTwo passes in a row end the turn.",
    "tactical\nHeadquarters are activated.",
  ]);
  assert.equal(await page.locator("#buttons .word").first().getAttribute("title"), noted.options[0].note);
  assert.match(await page.locator("#buttons .stop").getAttribute("title"), /^You keep the disk\./);
  await rows.nth(1).click();
  assert.deepEqual((await answers(room, 1))[0].answer, { one: 1 });
  await done();
});

const OFF_MAP = Array.from({ length: 9 }, (_, i) => ({ text: `choice ${i}`, label: true }));

test("on a phone reasons are not cut, and the paragraph of the question can be opened", async () => {
  const first = opening({ question: question(1, { prompt: `Choose ${"one of the units ".repeat(5)}`, options: [] }) });
  const { page, done } = await table(first, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const map = await page.locator("#map").boundingBox();
  await click(page, "0604");
  await page.waitForSelector(".why");
  const isCut = ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1;
  assert.equal(await page.locator("#asked").evaluate(isCut), false);
  assert.deepEqual(await page.locator("#map").boundingBox(), map);
  await page.locator("#prompt .rule").click();
  await page.locator("#rulebook").waitFor();
  await done();
});

test("many buttons stay in one row, and the last ones are in a menu", async () => {
  const labels = ["pass", "activate an area", "fire guns", "counter-battery", "shift guns", "fortify", "regroup"];
  const asked = question(1, { options: labels.map((text) => ({ text, label: true })), stop: null });
  const { page, room, done } = await table(opening({ question: asked }));
  const tops = await page.$$eval("#buttons button:not(#more-options *)", (all) => all.map((one) => one.offsetTop));
  assert.deepEqual([...new Set(tops)].length, 1, "the buttons are in one row");
  await page.locator("#buttons .more").click();
  await page.locator("#more-options button", { hasText: "regroup" }).click();
  assert.deepEqual(
    (await answers(room, 1)).map((one) => one.answer),
    [{ one: 6 }],
  );
  await done();
});
