// The wish of a side to take a decision back after something has come out: those who play against it are asked.

import { element } from "./element.js";
import { capital, say } from "./words.js";

export class Takeback {
  constructor(table, host) {
    Object.assign(this, { table, host });
    table.sheet.on("takeback", () => this.#draw());
  }

  #draw() {
    this.made?.remove();
    this.made = null;
    const wish = this.table.sheet.get("takeback");
    if (!wish || !this.table.isPresent) return;
    const name = (side) => capital(this.table.side(side).text);
    const button = (text, agree) => element("button", { type: "button", onclick: () => this.table.consent(agree) }, text);
    const told = wish.mine ? say("Waiting for the consent of {1}: something has come out since.", wish.of.map(name).join(", "))
      : say("{1} asks to take back the last decision, although something has come out since.", name(wish.side));
    const buttons = wish.mine ? [button(say("Let it stand"), false)] : [button(say("Agree"), true), button(say("Refuse"), false)];
    this.made = element("section", { class: "notice takeback", role: "alert" }, element("h2", {}, say("Undo?")), element("p", {}, told), element("p", { class: "row" }, buttons));
    this.host.append(this.made);
  }
}
