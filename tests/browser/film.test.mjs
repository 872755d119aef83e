// Films of what other sides did, and of the past.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, PICTURES, showTab } from "./browser.mjs";
import { leave, mock, opening, piece, question } from "./mock.mjs";
import { chance, stacks } from "./player.mjs";
import { serve } from "./program.mjs";
import { quickPlay } from "./quick-player.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const SMOOTH = { reducedMotion: "no-preference", film: true };
const CALM = { film: true };
const DIE = { purpose: "9.0 combat", sides: 6, results: [4] };

// A game in which the player decided at moment 1. Then ?7 moved twice, with a pause, and XX was attacked and retreated.
function missed() {
  const game = (moment) => ({ ...opening().game, moment, active_side: "soviet" });
  const quiet = { links: [], question: null, "stack/0502": [piece("?7", "soviet")] };
  const lines = ["Turn 1 begins", "?7 moves to 0402", "?7 moves to 0302", "XX is attacked at 3:1, die 4: DR"];
  const log = (count) =>
    Object.fromEntries(lines.slice(0, count).map((text, at) => [`log/${at}`, { rule: "9.0", text }]));
  const soviet = (space) => ({ "stack/0502": [], [`stack/${space}`]: [piece("?7", "soviet")] });
  const link = [{ name: "attacks", from: "?7", to: "XX" }];
  const end = { ...soviet("0302"), ...log(4), "stack/0102": [], "stack/0101": [piece("XX", "german")], "dice/0": DIE };
  const pasts = [
    opening({ game: game(0), links: [] }),
    opening({ game: game(1), links: [] }),
    opening({ ...quiet, game: game(2) }),
    opening({ ...quiet, ...soviet("0402"), ...log(2), game: game(3) }),
    opening({ ...quiet, ...soviet("0402"), ...log(2), game: game(4) }),
    opening({ ...quiet, ...soviet("0302"), ...log(3), game: game(5) }),
    opening({ ...quiet, ...soviet("0302"), ...log(3), game: game(6), links: link }),
    opening({ links: [], ...end, game: { ...game(7), active_side: "german" } }),
  ];
  pasts[7].question = question(1, { options: [{ text: "XL", unit: "XL", space: "0303" }] });
  return pasts;
}

async function table(options, pasts = missed()) {
  const room = await mock(pasts.at(-1));
  Object.assign(room.pasts, pasts);
  room.absence = { log_lines: 1, moves: [{ unit: "?7", from: "0502", to: "0302" }] };
  const page = await open(browser, room.url, options);
  return { room, page, done: () => leave(page, room) };
}

const film = (page) => page.locator("#film");
const caption = (page, text) => page.locator(".film-caption", { hasText: text }).waitFor();
const press = (page, name) => film(page).getByRole("button", { name }).click();
const asked = (page) => page.evaluate(() => document.body.dataset.question);
const spaceOf = (page, unit) =>
  page.$eval(`.layer-units [data-id="${unit}"]`, (one) => one.closest(".stack").dataset.space);
// Waits until a unit stands in a space: the film draws a moment after its slider has moved.
const stands = (page, unit, space) =>
  page.waitForSelector(`.layer-units .stack[data-space="${space}"] [data-id="${unit}"]`);
const ended = (page) => film(page).waitFor({ state: "detached", timeout: 15000 });
const noFilm = async (page) => {
  await page.waitForTimeout(400);
  assert.equal(await film(page).count(), 0);
};

test("what the others did plays once on return, and not again after a reload", async () => {
  const { page, room, done } = await table(SMOOTH);
  await film(page).waitFor();
  assert.match(await page.locator("#prompt").innerText(), /past/);
  assert.equal(await asked(page), "");
  assert.equal(await page.locator(".piece.lit").count(), 0);
  await caption(page, "?7 moves to 0402");
  await page.waitForSelector(".film-actor");
  await caption(page, "?7 moves to 0302");
  await page.waitForSelector(".film-card .die");
  await caption(page, "XX is attacked");
  assert.match(await page.locator(".film-card").innerText(), /3:1/);
  await page.screenshot({ path: `${PICTURES}film.png` });
  await ended(page);
  assert.equal(await asked(page), "1");
  assert.equal(await spaceOf(page, "XX"), "0101");
  assert.equal(await page.locator(".trails .arrow").count(), 1, "the arrows are gone");
  assert.equal(await page.locator(".film-actor, .film-card, .film-target").count(), 0);
  await page.locator('.layer-units [data-id="XL"]').click();
  await answered(room);
  await page.reload();
  await page.waitForSelector("body.ready");
  await noFilm(page);
  await done();
});

async function answered(room) {
  for (let tries = 0; tries < 60 && room.answers.length === 0; tries++) await new Promise((go) => setTimeout(go, 25));
  assert.deepEqual(room.answers, [{ number: 1, answer: { one: 0 } }]);
}

test("while the card shows a battle, the caption does not tell of the move before it", async () => {
  const { page, done } = await table(SMOOTH);
  await page.waitForSelector(".film-card:not(.live)");
  assert.doesNotMatch(await page.locator(".film-caption").innerText(), /moves to/);
  await caption(page, "XX is attacked");
  await done();
});

test("keys and buttons: pause, play, step, back, speed", async () => {
  const { page, done } = await table(SMOOTH);
  await caption(page, "?7 moves to 0402");
  await page.keyboard.press(" ");
  await film(page).getByRole("button", { name: "Play", exact: true }).waitFor();
  const at = await page.locator("#film input").inputValue();
  await page.waitForTimeout(1500);
  assert.equal(await page.locator("#film input").inputValue(), at, "the film goes on while paused");
  await page.keyboard.press("ArrowRight");
  await caption(page, "?7 moves to 0302");
  assert.equal(await page.locator("#film input").inputValue(), "5");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector("#film input").value === "4");
  await stands(page, "?7", "0402");
  await press(page, "Previous step");
  await page.waitForFunction(() => document.querySelector("#film input").value === "2");
  await stands(page, "?7", "0502");
  await press(page, "Speed: 1×");
  await press(page, "Speed: 2×");
  await film(page).getByRole("button", { name: "Speed: 4×" }).waitFor();
  await press(page, "Next step");
  await press(page, "Next step");
  await page.waitForFunction(() => document.querySelector("#film input").value === "5");
  await press(page, "Play");
  await ended(page);
  assert.equal(await asked(page), "1");
  await done();
});

test("Escape skips: the question can be answered, and the film does not start again", async () => {
  const { page, room, done } = await table(SMOOTH);
  await film(page).waitFor();
  await page.keyboard.press("Escape");
  await ended(page);
  assert.equal(await asked(page), "1");
  assert.equal(await page.evaluate(() => document.body.classList.contains("past")), false);
  await noFilm(page);
  await page.locator('.layer-units [data-id="XL"]').click();
  await answered(room);
  await done();
});

test("the button in the bar goes back to the present too", async () => {
  const { page, done } = await table(SMOOTH);
  await film(page).waitFor();
  await page.locator("#buttons").getByRole("button", { name: "Back to the present" }).click();
  await ended(page);
  assert.equal(await asked(page), "1");
  await done();
});

test("reduced motion: each step waits for the player, and nothing moves", async () => {
  const { page, done } = await table(CALM);
  await caption(page, "?7 moves to 0402");
  assert.equal(await page.locator(".film-actor").count(), 0);
  assert.equal(await page.locator(".film-marks .trail").count(), 1);
  await page.waitForTimeout(600);
  assert.equal(await page.locator("#film input").inputValue(), "3");
  await press(page, "Next step");
  await caption(page, "?7 moves to 0302");
  await press(page, "Next step");
  await caption(page, "XX is attacked");
  assert.equal(await page.locator(".film-card .die").count(), 1);
  assert.equal(await page.locator(".film-marks .bound").count(), 1);
  await press(page, "Next step");
  await ended(page);
  assert.equal(await asked(page), "1");
  await done();
});

test("the film does not start if it is turned off, nor for the set-up, nor after a decision elsewhere", async () => {
  const off = await table(SMOOTH);
  await film(off.page).waitFor();
  await off.page.keyboard.press("Escape");
  await showTab(off.page, "help");
  await off.page.locator(".film-setting").uncheck();
  await off.page.evaluate(() => localStorage.removeItem(`grognard.film.seen${location.pathname}`));
  await off.page.reload();
  await off.page.waitForSelector("body.ready");
  await noFilm(off.page);
  await off.done();
  const setup = missed().map((past) => ({ ...past, question: null, game: { ...past.game, setup: true } }));
  setup[7] = { ...missed()[7], game: { ...missed()[7].game, setup: true } };
  const fresh = await table(SMOOTH, setup);
  await noFilm(fresh.page);
  await fresh.done();
  const decided = missed();
  decided[6] = { ...decided[6], question: question(1, { options: [] }) };
  const elsewhere = await table(SMOOTH, decided);
  await noFilm(elsewhere.page);
  await elsewhere.done();
});

test("a decision that arrives during the film is asked afterwards, and what is new is shown", async () => {
  const pasts = missed();
  const waiting = { ...pasts[5], question: null };
  const { page, room, done } = await table(CALM, [...pasts.slice(0, 5), waiting]);
  await caption(page, "?7 moves to 0402");
  Object.assign(room.pasts, { 6: pasts[6], 7: pasts[7] });
  room.change({ ...pasts[7] });
  await page.waitForTimeout(200);
  assert.equal(await asked(page), "");
  assert.equal(await spaceOf(page, "?7"), "0402");
  await press(page, "Skip");
  await caption(page, "XX is attacked");
  await press(page, "Next step");
  await ended(page);
  assert.equal(await asked(page), "1");
  assert.equal(await spaceOf(page, "XX"), "0101");
  await noFilm(page);
  await done();
});

test("look back: a film of a range with a scrubber, and back to the present", async () => {
  const pasts = missed();
  const { page, done } = await table({}, pasts);
  await showTab(page, "back");
  await page.locator(".film-range select").first().waitFor();
  await page.getByRole("button", { name: "Play as a film" }).click();
  await film(page).waitFor();
  await caption(page, "?7 moves to 0402");
  await page.locator("#film input").fill("5");
  await page.waitForFunction(
    () => document.querySelector('.layer-units [data-id="?7"]').closest(".stack").dataset.space === "0302",
  );
  await page.locator("#film input").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(
    () => document.querySelector('.layer-units [data-id="?7"]').closest(".stack").dataset.space === "0502",
  );
  await page.locator("#film input").fill("7");
  await page.waitForFunction(
    () => document.querySelector('.layer-units [data-id="XX"]')?.closest(".stack").dataset.space === "0101",
  );
  await press(page, "Next step");
  assert.equal(await film(page).count(), 1, "the film of the past closes by itself");
  await press(page, "Close");
  await ended(page);
  assert.equal(await asked(page), "1");
  await done();
});

test("on a phone held sideways nothing covers the buttons of a film", async () => {
  const phone = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
  const { page, done } = await table({ ...CALM, ...phone });
  await film(page).waitFor();
  const isFree = (button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  for (const button of await film(page).locator("button").all()) assert.equal(await button.evaluate(isFree), true);
  await done();
});

test("look back: a film returns to the moment that was shown, and the slider ends it", async () => {
  const { page, done } = await table({});
  await showTab(page, "back");
  await page.locator("#leaf-back .slide input").fill("4");
  await page.waitForFunction(() => location.hash === "#at=4");
  await page.getByRole("button", { name: "Play as a film" }).click();
  await caption(page, "?7 moves to 0402");
  await press(page, "Close");
  await ended(page);
  await page.waitForFunction(() => /decision 4/.test(document.querySelector("#prompt").textContent));
  await page.getByRole("button", { name: "Play as a film" }).click();
  await film(page).waitFor();
  await page.locator("#leaf-back .slide input").fill("2");
  await ended(page);
  await page.waitForFunction(() => /decision 2/.test(document.querySelector("#prompt").textContent));
  await page.locator("#leaf-back .now").click();
  assert.equal(await asked(page), "1");
  await done();
});

test("a turn that the player has watched is not shown again", async () => {
  const at = (moment, more) => opening({ game: { ...opening().game, moment }, links: [], question: null, ...more });
  const soviet = (space) => ({ "stack/0502": [], [`stack/${space}`]: [piece("?7", "soviet")] });
  const asks = (number) => ({ question: question(number, { options: [{ text: "XL", unit: "XL", space: "0303" }] }) });
  const lines = { "log/1": { rule: "8.0", text: "?7 moves to 0402" } };
  const more = { ...lines, "log/2": { rule: "8.0", text: "?7 moves to 0302" } };
  const pasts = [
    at(0, asks(1)),
    at(1),
    ...[2, 3, 4, 5].map((moment) => at(moment, { ...lines, ...soviet("0402") })),
    at(6, { ...more, ...soviet("0302"), ...asks(2) }),
  ];
  for (const isWatched of [true, false]) {
    const { page, room, done } = await table(SMOOTH, [structuredClone(pasts[0])]);
    Object.assign(room.pasts, pasts);
    await page.waitForFunction(() => document.body.dataset.question === "1");
    await page.evaluate(() => {
      window.films = 0;
      const count = () => document.body.classList.contains("film") && window.films++;
      new MutationObserver(count).observe(document.body, { attributeFilter: ["class"] });
    });
    const show = async (moment) => {
      const start = await page.evaluate(() => performance.now());
      room.change({ "stack/0402": [], ...pasts[moment], question: pasts[moment].question ?? null });
      await page.waitForFunction((start) => performance.now() > start + 400, start);
    };
    for (const moment of isWatched ? [1, 2, 4, 6] : [1, 6]) await show(moment);
    await page.waitForFunction(() =>
      Object.entries(localStorage).some(([key, value]) => /seen\//.test(key) && value === "6"),
    );
    assert.equal((await page.evaluate(() => window.films)) > 0, !isWatched);
    await done();
  }
});

test("units glide through the places where they were, and attackers are known by their losses and advances", async () => {
  const { page, done } = await table(CALM);
  const { via, ways, battle } = await page.evaluate(async () => {
    const { addPaths, changesBetween } = await import("./film-steps.js");
    const unit = (id, side, steps = 2) => ({ id, side, label: id, svg: "<g/>", steps: [steps, 2], reduced: steps < 2 });
    const game = { turn: 1 };
    const at = (space) => ({ game, [`stack/${space}`]: [unit("XX", "german")] });
    const march = changesBetween(at("0102"), at("0302"));
    addPaths(march, [at("0202"), at("0202"), at("0201"), at("0302")]);
    // What the log tells counts for more. It must tell the whole way.
    const legs = [
      ["0102", "0103", "0203"],
      ["0203", "0303", "0302"],
    ].map((path) => ({ rule: "8.0", text: "XX moves", unit: "XX", path }));
    const ways = [legs, legs.slice(0, 1), legs.map((leg) => ({ ...leg, unit: "XL" }))].map((lines) => {
      const changes = { ...changesBetween(at("0102"), at("0302")), lines };
      addPaths(changes, [at("0202")]);
      return changes.moves[0].via;
    });
    const before = {
      game,
      "stack/0102": [unit("XX", "german")],
      "stack/0202": [unit("XL", "german")],
      "stack/0303": [unit("3", "soviet")],
    };
    const after = {
      game,
      "stack/0102": [unit("XX", "german", 1)],
      "stack/0202": [],
      "stack/0303": [unit("XL", "german")],
      "log/0": { rule: "9.0", text: "3 in 0303 is attacked", spaces: ["0303"] },
      "dice/0": { purpose: "9.0 combat", sides: 6, results: [3] },
    };
    return { via: march.moves[0].via, ways, battle: changesBetween(before, after).battle };
  });
  assert.deepEqual(via, ["0202", "0201"]);
  assert.deepEqual(ways, [["0103", "0203", "0303"], ["0202"], ["0202"]]);
  assert.deepEqual(battle, { spaces: ["0303"], targets: [], attackers: ["XX", "XL"] });
  await done();
});

test("a hidden unit that is revealed turns over; one that cannot be told apart is not followed", async () => {
  const { page, done } = await table({});
  const found = await page.evaluate(async () => {
    const { changesBetween } = await import("./film-steps.js");
    const unit = (id, side = "soviet") => ({ id, side, label: id, svg: "" });
    const game = { turn: 1 };
    const before = {
      game,
      links: [],
      "stack/a": [unit("?1"), unit("?")],
      "stack/b": [unit("?")],
      "stack/c": [unit("XX")],
    };
    const later = {
      game,
      links: [],
      "stack/a": [unit("5th Army")],
      "stack/b": [unit("?"), unit("?")],
      "stack/d": [unit("XX")],
    };
    const { moves, flips, losses, arrivals } = changesBetween(before, later);
    const name = ({ counter, place }) => `${counter.id} ${place}`;
    return {
      moves: moves.map((pair) => [name(pair.before), name(pair.after)]),
      flips: flips.map((pair) => [name(pair.before), name(pair.after)]),
      losses: losses.map(name),
      arrivals: arrivals.map(name),
    };
  });
  assert.deepEqual(found.flips, [["?1 a", "5th Army a"]]);
  assert.deepEqual(found.moves[0], ["XX c", "XX d"]);
  await done();
});

test("nothing follows an animation that is cancelled in the moment in which it ends", async () => {
  const { page, done } = await table({});
  const followed = await page.evaluate(async () => {
    const { Motion } = await import("./film-motion.js");
    const motion = new Motion();
    let follows = false;
    motion.play(document.body, [{ opacity: 1 }, { opacity: 1 }], 1000).then(() => {
      follows = true;
    });
    document.body.getAnimations()[0].finish();
    motion.cancel();
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    return follows;
  });
  assert.equal(followed, false);
  await done();
});

test("a real game: the film of the enemy's turn ends with the present board, and can be watched again", async () => {
  const people = ["--player", "soviet=person", "--player", "german=greedy"];
  const server = await serve("battle-for-moscow", ...people, "--pace", "0", "--seed", "5");
  const link = server.links["side:soviet"];
  const isBack = ({ game }, before) => game.turn >= 1 && game.moment - (before.at(-1)?.game.moment ?? 0) > 10;
  const { game } = await quickPlay(link, chance(3), isBack);
  const plain = await open(browser, link);
  const now = await stacks(plain);
  await plain.context().close();
  const page = await open(browser, link, SMOOTH);
  await film(page).waitFor();
  await page.locator(".film-speed").click();
  await page.locator(".film-speed").click();
  await page.waitForSelector(".film-actor");
  await page.waitForSelector(".film-card .die", { timeout: 30000 });
  await page.screenshot({ path: `${PICTURES}film-battle.png` });
  await page.keyboard.press("Escape");
  await ended(page);
  assert.deepEqual(await stacks(page), now);
  assert.notEqual(await asked(page), "");
  await showTab(page, "back");
  await page.locator(".film-range select").last().selectOption(`${game.moment}`);
  await page.getByRole("button", { name: "Play as a film" }).click();
  await film(page).waitFor();
  await page.locator("#film input").fill(`${game.moment}`);
  await page.waitForFunction((at) => document.querySelector("#film input").value === `${at}`, game.moment);
  for (let tries = 0; tries < 40 && `${await stacks(page)}` !== `${now}`; tries++) await page.waitForTimeout(100);
  assert.deepEqual(await stacks(page), now);
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  await server.stop();
});
