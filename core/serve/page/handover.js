// Two persons at one screen: between their turns a curtain falls, and nothing of the next side is on the page until it is lifted.

import { element } from "./dom.js";
import { capitalize, translate } from "./i18n.js";

export class Handover {
  #before = null;

  constructor(store) {
    this.store = store;
  }

  // Whether another person comes to the screen with this sheet.
  falls(now) {
    const game = now.get("game");
    const persons = Object.values(game?.seats ?? {}).filter((seat) => seat === "person").length;
    return (
      game?.you?.role === "both" &&
      persons > 1 &&
      Boolean(game.you.side) &&
      !game.ended &&
      game.you.side !== this.#before
    );
  }

  get isDown() {
    return Boolean(this.drawn);
  }

  fall(now, lifted) {
    const { you } = now.get("game");
    const side = this.store.side(you.side);
    this.lift = () => {
      this.#before = you.side;
      this.store.isCovered = false;
      this.drawn.remove();
      this.drawn = null;
      lifted();
    };
    this.drawn?.remove();
    // Nothing of the side that has played stays behind the curtain.
    this.store.isCovered = true;
    this.store.snapshot.become(new Map([["game", { ...now.get("game"), undo: false, redo: false, waiting: null }]]));
    const button = element(
      "button",
      { type: "button", onclick: () => this.lift() },
      translate("Play as {1}", capitalize(side.text)),
    );
    this.drawn = element(
      "dialog",
      { id: "handover", "aria-label": translate("Hand over"), style: `--fill:${side.fill};--ink:${side.ink}` },
      element("p", {}, translate("Hand over to:")),
      element("h2", {}, capitalize(side.text)),
      button,
      element("p", {}, translate("press Enter")),
    );
    document.body.append(this.drawn);
    this.drawn.addEventListener("cancel", (event) => event.preventDefault());
    this.drawn.showModal();
    button.focus();
  }
}
