// Two persons at one screen: between their turns a curtain falls, and nothing of the next side is on the page until it is lifted.

import { element } from "./element.js";
import { capital, say } from "./words.js";

export class Curtain {
  #before = null;

  constructor(table) {
    this.table = table;
  }

  // Whether another person comes to the screen with this sheet.
  falls(now) {
    const game = now.get("game");
    const persons = Object.values(game?.seats ?? {}).filter((seat) => seat === "person").length;
    return game?.you?.role === "both" && persons > 1 && Boolean(game.you.side) && !game.ended && game.you.side !== this.#before;
  }

  get isDown() {
    return Boolean(this.drawn);
  }

  fall(now, lifted) {
    const { you } = now.get("game");
    const side = this.table.side(you.side);
    this.lift = () => {
      this.#before = you.side;
      this.table.isCovered = false;
      this.drawn.remove();
      this.drawn = null;
      lifted();
    };
    this.drawn?.remove();
    // Nothing of the side that has played stays behind the curtain.
    this.table.isCovered = true;
    this.table.sheet.become(new Map([["game", { ...now.get("game"), undo: false, redo: false, waiting: null }]]));
    const button = element("button", { type: "button", onclick: () => this.lift() }, say("Play as {1}", capital(side.text)));
    this.drawn = element("dialog", { id: "curtain", "aria-label": say("Hand over"), style: `--fill:${side.fill};--ink:${side.ink}` },
      element("p", {}, say("Hand over to:")), element("h2", {}, capital(side.text)), button, element("p", {}, say("press Enter")));
    document.body.append(this.drawn);
    this.drawn.addEventListener("cancel", (event) => event.preventDefault());
    this.drawn.showModal();
    button.focus();
  }
}
