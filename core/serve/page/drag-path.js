// A way by dragging: from a unit over spaces to a goal.

import { svgElement } from "./dom.js";

export class DragPath {
  // from: the space where the drag begins; done(spaces): what follows when it is let go over a space
  constructor(board, from, done) {
    Object.assign(this, { board, done, spaces: [from] });
    this.mark = svgElement("g", { class: "dragged" });
    board.layer("marks").append(this.mark);
  }

  move(x, y) {
    const space = this.board.spaceUnder(x, y);
    if (space && space !== this.spaces.at(-1)) this.#enter(space);
  }

  // Going back over a space takes back what came after it.
  #enter(space) {
    const been = this.spaces.indexOf(space);
    this.spaces = been >= 0 ? this.spaces.slice(0, been + 1) : [...this.spaces, space];
    const [x, y] = this.board.at(space) ?? [0, 0];
    this.mark.replaceChildren(
      this.board.line(this.spaces, { class: "drag-line" }),
      svgElement("circle", { class: "drag-end", cx: x, cy: y, r: 260 }),
    );
  }

  drop(x, y) {
    this.move(x, y);
    this.cancel();
    if (this.spaces.length > 1) this.done(this.spaces);
  }

  cancel() {
    this.mark.remove();
  }
}
