// A hand on the mouse that counts its clicks. A drag is one click.

export class Hand {
  count = 0;
  // The clicks that gave standing orders.
  orderCount = 0;
  #orders = new Set();

  constructor(page) {
    this.page = page;
  }

  // Waits for the answers on their way, and returns the question, if there is one.
  async state() {
    const read = () => ({
      number: document.body.dataset.question,
      prompt: document.querySelector("#prompt .text")?.textContent ?? "",
      phase: document.querySelector("#phase").textContent,
      isOver: document.body.classList.contains("over"),
    });
    await this.page.waitForFunction(() => !document.body.classList.contains("sending"), null, { polling: "raf" });
    return this.page.evaluate(read);
  }

  // Waits until the question has changed.
  async changed(number) {
    const isOther = (before) => document.body.dataset.question !== before;
    await this.page.waitForFunction(isOther, number, { polling: "raf" });
  }

  // Waits until a click has had an effect: another question, a fan, or a choice among several.
  async settled(number) {
    const isDone = (before) => document.body.dataset.question !== before || document.querySelector(".fan, .picked");
    await this.page.waitForFunction(isDone, number, { polling: "raf" });
  }

  async click(x, y) {
    this.count += 1;
    await this.page.mouse.click(x, y);
  }

  async press(selector) {
    this.count += 1;
    // The red button ignores a pointer that has not moved since the question arrived.
    await this.page.mouse.move(2, 2);
    await this.page.locator(selector).first().click();
  }

  // Gives a standing order for questions of a kind, unless it was given before. Returns whether it is offered.
  async order(text, kind) {
    if (this.#orders.has(kind)) return true;
    const box = this.page.locator(".order-box").getByLabel(text, { exact: true });
    if ((await box.count()) === 0) return false;
    this.#orders.add(kind);
    this.count += 2;
    this.orderCount += 2;
    await this.page.locator(".order-box summary").click();
    await box.click();
    return true;
  }

  // Drags a unit or a stack to the goal that is farthest ahead, and waits until it has moved.
  async drag([x, y], ahead) {
    const { mouse } = this.page;
    this.count += 1;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 9, y + 9, { steps: 3 });
    await this.page.waitForSelector(".offer");
    const { number } = await this.state();
    const goal = await this.page.evaluate(farthest, ahead);
    await mouse.move(...goal, { steps: 3 });
    await mouse.up();
    await this.changed(number);
  }

  // Any answer to a question that is not about moves.
  async any() {
    if (await this.page.locator("#buttons .send:enabled").count()) return this.press("#buttons .send");
    const point = await this.page.evaluate(anyTarget);
    if (point) return this.click(...point);
    await this.press("#buttons .word, #leaf-turn .off-map-units button, #leaf-turn .options button");
  }
}

// Returns the goal on the window that is farthest in a direction; of several, the nearest. Prefers empty ones.
function farthest([dx, dy]) {
  const goals = [...document.querySelectorAll(".offer")].map((offer) => {
    const { left, top, width, height } = offer.querySelector(".glow").getBoundingClientRect();
    return { offer, x: left + width / 2, y: top + height / 2 };
  });
  const isHit = ({ offer, x, y }) =>
    document.elementFromPoint(x, y)?.closest("[data-space]")?.dataset.space === offer.dataset.space;
  const isEmpty = ({ offer }) => !document.querySelector(`.stack[data-space="${offer.dataset.space}"]`);
  const best = (list) => list.sort((a, b) => (b.x - a.x) * dx + (b.y - a.y) * dy)[0];
  const found = best(goals.filter(isHit).filter(isEmpty)) ?? best(goals.filter(isHit)) ?? goals[0];
  return [found.x, found.y];
}

// Returns a point where a click chooses something on the map.
function anyTarget() {
  const found = document.querySelectorAll(
    ".fan .piece.lit:not(.picked), .stack .lit:not(.picked), .offer:not(.picked)",
  );
  for (const target of found) {
    const { left, top, width, height } = (target.querySelector(".glow, .top") ?? target).getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const [hit, meant] = [document.elementFromPoint(x, y), target].map((one) => one?.closest(".fan, [data-space]"));
    if (hit && (hit.dataset.space ?? "fan") === (meant.dataset.space ?? "fan")) return [x, y];
  }
  return null;
}

// Returns where to begin the drag of the next unit or stack; "hidden" if some are outside the window. Units next to an
// enemy may stay.
export function nextMover(doesFrontStay) {
  const centre = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const side = document.querySelector(".piece.lit")?.dataset.side;
  const enemies = [...document.querySelectorAll(".pile .top")].filter((top) => top.dataset.side !== side).map(centre);
  const land = document.querySelector("[data-space] .land").getBoundingClientRect();
  const isNear = ([x, y]) => enemies.some((enemy) => Math.hypot(enemy[0] - x, enemy[1] - y) < 1.3 * land.height);
  const frame = document.querySelector("#map").getBoundingClientRect();
  const isSeen = ([x, y]) => x > frame.left + 20 && x < frame.right - 20 && y > frame.top + 20 && y < frame.bottom - 20;
  const piles = [...document.querySelectorAll(".stack .pile")].filter((pile) => pile.querySelector(".lit"));
  if (piles.some((pile) => !isSeen(centre(pile)))) return "hidden";
  for (const pile of piles) {
    const isHit = (node) => node?.contains(document.elementFromPoint(...centre(node)));
    const count = pile.querySelectorAll(".piece.lit").length;
    const badge = pile.querySelector(".badge circle");
    if (count > 1 && isHit(badge)) return centre(badge);
    const top = pile.querySelector(".top");
    if (isHit(top) && !(doesFrontStay && isNear(centre(top)))) return centre(top);
  }
  return null;
}
