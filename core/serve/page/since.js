// What happened since one's own last decision, as the server remembers it: so it is known after a reload, hours later, and in another browser.

export class Since {
  #isAway = true; // nothing is asked of whoever sits here
  #listeners = [];

  constructor(table) {
    this.table = table;
    table.sheet.on("asked", () => this.#turned());
  }

  // Hears of { log: lines there were, moved: [{ unit, from, to }] } when the page is opened and whenever the question comes back.
  on(hear) {
    this.#listeners.push(hear);
  }

  async #turned() {
    const { table } = this;
    if (!table.isPresent || !table.game.you) return;
    const isFirst = this.known === undefined, isBack = this.#isAway && Boolean(table.asked);
    this.#isAway = !table.asked;
    if (!isFirst && !isBack) return;
    this.known ??= null;
    const asked = table.asked?.number;
    const known = await table.read("since").catch(() => null);
    if (!known || table.asked?.number !== asked) return;
    this.known = known;
    this.#listeners.forEach((hear) => hear(known));
  }
}
