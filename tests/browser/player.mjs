// A player who clicks highlights at random and knows nothing of any game.

// Returns a generator of random numbers that are the same in every run.
export function chance(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

// Labels, numbers and cards: buttons beside the prompt, waiting counters, faces, or a list if there are many.
const WORDS =
  "#buttons .word, #leaf-turn .off-map-units button, .card.lit button.face, " +
  "body:not(:has(.lit, .offer, #buttons .word, .region .area)) #leaf-turn details[open] .options button";

const asked = (page) => page.evaluate(() => document.body.dataset.question);

// Answers the question on the page. Returns whether there was one. `greed` is the chance of continuing if the player
// may stop.
export async function decide(page, random, greed = 0.85) {
  const number = await asked(page);
  if (!number) return false;
  for (let tries = 0; tries < 40 && (await asked(page)) === number; tries++) {
    if (await page.locator("#handover").count()) return true;
    const { goals, words, stop, send, inFan } = await page.evaluate(sights, WORDS);
    if (send && random() < 0.5) await page.locator("#buttons .send").click();
    else if (stop && !inFan && (random() > greed || goals.length + words === 0))
      await page.locator("#buttons .stop").click();
    else if (words > 0 && (goals.length === 0 || random() < 0.3)) await press(page, Math.floor(random() * words));
    else if (goals.length > 0) await page.mouse.click(...goals[Math.floor(random() * goals.length)]);
    else await page.keyboard.press("f");
    await settled(page, number);
  }
  if ((await asked(page)) === number && (await page.locator("#handover").count()) === 0)
    throw new Error(`no highlight answers: ${await page.locator("#prompt").innerText()}`);
  return true;
}

const press = (page, at) =>
  page
    .locator(WORDS)
    .nth(at)
    .click({ timeout: 3000 })
    .catch(() => null);

// A click that picks one of several does not change the question.
async function settled(page, number) {
  await page
    .waitForFunction((before) => document.body.dataset.question !== before, number, { timeout: 250, polling: "raf" })
    .catch(() => null);
}

// Highlights within reach of the mouse, as points of the window.
function sights(words) {
  const fan = document.querySelector(".fan");
  const all = fan
    ? fan.querySelectorAll(".piece.lit:not(.picked)")
    : document.querySelectorAll(".pile.lit, .pile:not(.lit) .piece.lit:not(.picked), .offer:not(.picked)");
  const point = (thing) => {
    const { left, top, width, height } = (thing.querySelector(".glow, .top") ?? thing).getBoundingClientRect();
    for (const [dx, dy] of [
      [0.5, 0.5],
      [0.3, 0.5],
      [0.7, 0.5],
      [0.5, 0.3],
      [0.5, 0.7],
      [0.4, 0.6],
      [0.6, 0.4],
      [0.2, 0.2],
      [0.8, 0.8],
    ]) {
      const [x, y] = [left + width * dx, top + height * dy];
      const hit = document.elementFromPoint(x, y);
      const space = thing.closest("[data-space]")?.dataset.space;
      if (fan ? thing.contains(hit) : hit?.closest?.("#sight [data-space]")?.dataset.space === space) return [x, y];
    }
    return null;
  };
  // Some places of a region.
  function places() {
    const lattice = document.querySelector(".region .lattice"),
      dots = lattice?.getAttribute("d").split("M").slice(1) ?? [];
    const place = (dot) => {
      const at = new DOMPoint(...dot.replace("h0", "").split(" ").map(Number)).matrixTransform(lattice.getScreenCTM());
      return document.elementFromPoint(at.x, at.y)?.closest("#sight") ? [at.x, at.y] : null;
    };
    const step = Math.ceil(dots.length / 40);
    return dots
      .filter((_, at) => at % step === 0)
      .map(place)
      .filter(Boolean);
  }
  return {
    goals: [...[...all].map(point).filter(Boolean), ...places()],
    inFan: Boolean(fan),
    words: document.querySelectorAll(words).length,
    stop: Boolean(document.querySelector("#buttons .stop")),
    send: Boolean(document.querySelector("#buttons .send:enabled")),
  };
}

// Plays all sides until the game is over or `most` decisions were made. Returns the number of decisions.
export async function play(pages, random, most, each = async () => {}) {
  for (let count = 0; count < most; count++) {
    const page = await whose(pages);
    if (!page) return count;
    await decide(page, random);
    await each(count);
  }
  return most;
}

// Returns the page of the side that is asked; `null` when the game is over.
export async function whose(pages) {
  for (let tries = 0; tries < 400; tries++) {
    for (const page of pages) if (await asked(page)) return page;
    if (await pages[0].evaluate(() => document.body.classList.contains("over"))) return null;
    await pages[0].waitForTimeout(15);
  }
  throw new Error("no side is asked");
}

// Both sides choose the printed set-up, if they are asked.
export async function prepared(pages) {
  for (let tries = 0; tries < 4; tries++) {
    const page = await whose(pages);
    const button = page.locator("#buttons").getByRole("button", { name: "prepared" });
    if ((await button.count()) === 0) return;
    const number = await asked(page);
    await button.click();
    await page.waitForFunction((before) => document.body.dataset.question !== before, number);
  }
}

// The units on each space of the board.
export const stacks = (page) =>
  page.$$eval(".stack", (all) =>
    all
      .map(
        (one) =>
          `${one.dataset.space}: ${[...one.querySelectorAll("[data-id]")].map((piece) => piece.dataset.id).sort()}`,
      )
      .sort(),
  );
