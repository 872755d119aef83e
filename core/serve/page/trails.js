// Where the other side's units went since one's own last decision.

import { arrow } from "./arrow.js";
import { svgElement } from "./dom.js";
import { translate } from "./i18n.js";

export class Trails {
  moves = []; // { unit, from, to }: names of spaces, or spots on a table

  constructor(store, since) {
    this.store = store;
    since.on(({ moved }) => {
      this.moves = moved;
      this.show();
    });
    store.snapshot.on("asked", () => this.hide());
    store.snapshot.on("", () => store.isPresent || this.hide());
  }

  show() {
    const { board, isPresent } = this.store;
    this.hide();
    const unlike = [...new Map(this.moves.map(({ from, to }) => [JSON.stringify([from, to]), [from, to]])).values()];
    const ends = unlike.map((move) => move.map((place) => this.#point(place))).filter((move) => move.every(Boolean));
    const arrows = ends.map(([from, to]) => arrow(from, to, "trail")).filter(Boolean);
    if (arrows.length === 0 || !isPresent) return;
    this.mark = svgElement("g", { class: "trails", "aria-hidden": "true" }, arrows);
    board.layer("marks").prepend(this.mark);
  }

  #point(place) {
    const { board } = this.store;
    return Array.isArray(place) ? place.map((length) => length * board.field.drawn) : board.at(place);
  }

  hide() {
    this.mark?.remove();
    this.mark = null;
  }

  get told() {
    const count = this.moves.length;
    return count === 0
      ? null
      : count === 1
        ? translate("One unit of the other side moved: the arrow shows where.")
        : translate("{1} units of the other side moved: the arrows show where.", count);
  }
}
