// Where the other side's units went since one's own last decision.

import { arrow } from "./arrow.js";
import { drawn } from "./element.js";
import { say } from "./words.js";

export class Trails {
  #before = null; // where they stood when one's own last decision was taken
  moves = [];

  constructor(table) {
    this.table = table;
    table.sheet.on("asked", () => this.#turned());
  }

  #turned() {
    const { asked, game, isPresent } = this.table;
    if (!isPresent) return this.mark?.remove();
    if (game.you?.role !== "side") return this.hide();
    const isMine = asked?.side === game.you.side;
    if (!isMine) this.#before ??= this.#places();
    else if (this.#before) this.#compare();
    else this.hide();
  }

  // Where each unit of the others stands; those that cannot be told apart are left out.
  #places() {
    const { board, game } = this.table;
    const all = [...board.pieces].flatMap(([space, pieces]) => pieces.map((piece) => [piece, space]));
    return new Map(all.filter(([piece]) => piece.side !== game.you.side && !piece.id.startsWith("?.")).map(([piece, space]) => [piece.id, space]));
  }

  #compare() {
    const now = this.#places(), before = this.#before;
    this.#before = null;
    this.moves = [...now].filter(([id, space]) => before.has(id) && before.get(id) !== space).map(([id, space]) => [before.get(id), space]);
    this.show();
  }

  show() {
    const { board } = this.table;
    this.hide();
    const unlike = [...new Map(this.moves.map((move) => [`${move}`, move])).values()];
    const arrows = unlike.map(([from, to]) => board.at(from) && board.at(to) && arrow(board.at(from), board.at(to), "trail")).filter(Boolean);
    this.mark = drawn("g", { class: "trails", "aria-hidden": "true" }, arrows);
    if (arrows.length > 0) board.layer("marks").prepend(this.mark);
  }

  hide() {
    this.mark?.remove();
    this.mark = null;
  }

  get told() {
    const count = this.moves.length;
    return count === 0 ? null : count === 1 ? say("One unit of the other side moved: the arrow shows where.") : say("{1} units of the other side moved: the arrows show where.", count);
  }
}
