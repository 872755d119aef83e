// Makes the title and the phase fit into the header: their letters become smaller until nothing is cut.

import { byId } from "./dom.js";

/** The sizes of the letters, as shares of the usual size. */
const SCALES = [1, 0.93, 0.86, 0.8, 0.74, 0.68];

export class TitleFit {
  constructor() {
    this.title = byId("title");
    new ResizeObserver(() => this.fit()).observe(byId("bar"));
    new ResizeObserver(() => this.fit()).observe(this.title);
    document.fonts?.ready.then(() => this.fit());
  }

  /** Chooses the first scale at which nothing is cut. */
  fit() {
    const { title } = this;
    for (const scale of SCALES) {
      title.style.setProperty("--scale", `${scale}`);
      if (title.scrollHeight <= title.clientHeight + 1) return;
    }
  }
}
