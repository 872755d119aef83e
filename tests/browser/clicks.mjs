// Counts the clicks of a usual turn, played on the page in the most economical way it offers. A drag is one click.
// Standing orders are given once and then hold for all games, so their clicks are counted apart. The script fails if a
// turn needs too many clicks. Run `node clicks.mjs`, or `node clicks.mjs moskva-1941` for one game.

import { launch, open } from "./browser.mjs";
import { Hand, nextMover } from "./hand.mjs";
import { prepared } from "./player.mjs";
import { serve } from "./program.mjs";

const PEOPLE = ["--player", "german=person", "--player", "soviet=person", "--pace", "0", "--seed", "1941"];
// What the German player does: the standing orders, how many attacks are made in a phase, where the units go (in the
// window), and whether those that touch an enemy stay and attack.
const GAMES = {
  "battle-for-moscow": {
    turns: 2,
    limit: 45,
    battles: 6,
    ahead: [1, 0],
    doesFrontStay: false,
    orders: [
      [/Choose the units that attack/, "choose all"],
      [/defender in the next battle/, "choose the first in the list"],
      [/a unit to advance/, "choose the first in the list"],
    ],
  },
  "moskva-1941": {
    turns: 2,
    limit: 60,
    battles: 4,
    ahead: [0, 1],
    doesFrontStay: true,
    orders: [
      [/Choose the units that attack/, "choose all"],
      [/a unit to advance/, "choose the first in the list"],
      [/air points to (cancel|commit)/, "0"],
    ],
  },
};

// Plays the German turns of a game. Returns the figures of each turn.
export async function measure(browser, scenario) {
  const server = await serve(scenario, ...PEOPLE);
  const page = await open(browser, server.links["side:german"], { viewport: { width: 1600, height: 1000 } });
  const other = await open(browser, server.links["side:soviet"]);
  await prepared([page, other]);
  const hand = new Hand(page);
  await watchAnswers(page);
  const figures = [];
  for (let turn = 1; turn <= GAMES[scenario].turns; turn++) {
    hand.count = 0;
    hand.orderCount = 0;
    await page.evaluate(() => {
      window.answers = [];
    });
    const parts = await playTurn(hand, new Hand(other), GAMES[scenario], turn);
    const singly = (await page.evaluate(() => window.answers)).reduce((sum, answer) => sum + clicksFor(answer), 0);
    figures.push({ turn, clicks: hand.count, orders: hand.orderCount, singly, parts });
  }
  const { mistakes } = page;
  for (const one of [page, other]) await one.context().close();
  await server.stop();
  if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
  return figures;
}

// The clicks for an answer if each option is clicked: those of several have to be confirmed.
const clicksFor = (answer) => ("several" in answer ? answer.several.length + 1 : 1);

// Records the answers that the page sends.
const watchAnswers = (page) =>
  page.evaluate(() => {
    const { fetch } = window;
    window.fetch = (url, options) => {
      if (`${url}`.includes("api/answer")) window.answers.push(JSON.parse(options.body).answer);
      return fetch(url, options);
    };
  });

// Plays until the next German turn. Returns the clicks for each kind of question.
async function playTurn(hand, other, game, turn) {
  const parts = {};
  const fought = {};
  for (;;) {
    const state = await nextState(hand, other);
    if (state.isOver || !new RegExp(`^Turn ${turn}\\b`).test(state.phase)) return parts;
    const before = hand.count;
    await answer(hand, state, game, fought);
    const kind = state.prompt.replace(/ [A-Z0-9(].*/, "");
    parts[kind] = (parts[kind] ?? 0) + hand.count - before;
    await hand.settled(state.number);
  }
}

// Answers for the other side until the German player is asked.
async function nextState(hand, other) {
  for (let tries = 0; tries < 4000; tries++) {
    const state = await hand.state();
    if (state.number || state.isOver) return state;
    const theirs = await other.state();
    if (theirs.number) {
      if (await other.page.locator("#buttons .stop").count()) await other.press("#buttons .stop");
      else await other.any();
    }
    await hand.page.waitForTimeout(15);
  }
  throw new Error("nobody is asked");
}

async function answer(hand, { prompt, phase }, { orders, ahead, doesFrontStay, battles }, fought) {
  const order = orders.find(([pattern]) => pattern.test(prompt))?.[1];
  if (order && (await hand.order(order, prompt.split(" ", 5).join(" ")))) return;
  if (/unit to move/.test(prompt)) {
    let mover = await hand.page.evaluate(nextMover, doesFrontStay);
    if (mover === "hidden") {
      await hand.page.keyboard.press("0");
      await hand.page.waitForTimeout(200);
      mover = await hand.page.evaluate(nextMover, doesFrontStay);
    }
    return mover ? hand.drag(mover, ahead) : hand.press("#buttons .stop");
  }
  if (/Choose (an enemy unit|a hex) to attack/.test(prompt)) {
    fought[phase] = (fought[phase] ?? 0) + 1;
    return fought[phase] > battles ? hand.press("#buttons .stop") : hand.any();
  }
  await hand.any();
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const browser = await launch();
  for (const [scenario, { limit }] of Object.entries(GAMES)) {
    if (process.argv[2] && process.argv[2] !== scenario) continue;
    for (const { turn, clicks, orders, singly, parts } of await measure(browser, scenario)) {
      const given = orders > 0 ? `, and ${orders} to give standing orders` : "";
      console.log(`${scenario}, German turn ${turn}: ${clicks - orders} clicks (at most ${limit})${given}`);
      console.log(`  ${singly} with one click for each option`);
      if (clicks - orders > limit) process.exitCode = 1;
      console.log(
        Object.entries(parts)
          .map(([kind, count]) => `  ${count} ${kind}`)
          .join("\n"),
      );
    }
  }
  await browser.close();
}
