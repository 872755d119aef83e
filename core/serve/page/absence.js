// What happened since one's own last decision, as the server remembers it: so it is known after a reload, hours later, and in another browser.

export class AbsenceReport {
  #isAway = true; // nothing is asked of whoever sits here
  #listeners = [];

  constructor(store) {
    this.store = store;
    store.snapshot.on("asked", () => this.#turned());
  }

  // Hears of { log: lines there were, moved: [{ unit, from, to }] } when the page is opened and whenever the question comes back.
  on(hear) {
    this.#listeners.push(hear);
  }

  async #turned() {
    const { store } = this;
    if (!store.isPresent || !store.game.you) return;
    const isFirst = this.known === undefined,
      isBack = this.#isAway && Boolean(store.asked);
    this.#isAway = !store.asked;
    if (!isFirst && !isBack) return;
    this.known ??= null;
    const asked = store.asked?.number;
    const known = await store.read("since").catch(() => null);
    if (!known || store.asked?.number !== asked) return;
    this.known = known;
    this.#listeners.forEach((hear) => hear(known));
  }
}
