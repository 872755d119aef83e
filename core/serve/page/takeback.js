// The wish of a side to take a decision back after something has come out: those who play against it are asked.

import { element } from "./dom.js";
import { capitalize, translate } from "./i18n.js";

export class Takeback {
  constructor(store, host) {
    Object.assign(this, { store, host });
    store.snapshot.on("takeback", () => this.#draw());
  }

  #draw() {
    this.made?.remove();
    this.made = null;
    const wish = this.store.snapshot.get("takeback");
    if (!wish || !this.store.isPresent) return;
    const name = (side) => capitalize(this.store.side(side).text);
    const button = (text, agree) =>
      element("button", { type: "button", onclick: () => this.store.consent(agree) }, text);
    const told = wish.mine
      ? translate("Waiting for the consent of {1}: something has come out since.", wish.of.map(name).join(", "))
      : translate("{1} asks to take back the last decision, although something has come out since.", name(wish.side));
    const buttons = wish.mine
      ? [button(translate("Let it stand"), false)]
      : [button(translate("Agree"), true), button(translate("Refuse"), false)];
    this.made = element(
      "section",
      { class: "notice takeback", role: "alert" },
      element("h2", {}, translate("Undo?")),
      element("p", {}, told),
      element("p", { class: "row" }, buttons),
    );
    this.host.append(this.made);
  }
}
