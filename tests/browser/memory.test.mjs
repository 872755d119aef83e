// What the page remembers for a system, against a mock server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { leave, mock, opening } from "./mock.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const battle = (id) => {
  const first = opening();
  return { ...first, game: { ...first.game, id, system: "hexes" } };
};

test("standing orders hold in all battles of a system, and those kept for a battle are taken over", async () => {
  const order = (key, text) => ({ key, side: "german", phase: null, reply: { kind: "all" }, text, about: key });
  const room = await mock(battle("north"));
  const stored = {
    "grognard.orders.hexes": [order("two", "S")],
    "grognard.orders.north": [order("one", "N"), order("two", "N")],
  };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  const origins = [{ origin: new URL(room.url).origin, localStorage }];
  const page = await open(browser, room.url, { storageState: { cookies: [], origins } });
  const read = (name) => page.evaluate((key) => JSON.parse(localStorage.getItem(key)), name);
  await page.waitForFunction(() => localStorage.getItem("grognard.orders.north") === null);
  assert.deepEqual(await read("grognard.orders.hexes"), [order("two", "S"), order("one", "N")]);
  const listed = await page.$$eval("ul.orders li", (all) => all.map((one) => one.textContent));
  assert.match(listed.join("; "), /^two: S.*; one: N/, "Help lists them");
  await leave(page, room);
});
