// An answer while it is put together: one option, several, all in an order, or shares of a total.

import { translate } from "./i18n.js";

export class Answer {
  // The numbers of options, in the order they were picked; for shares one as often as its share.
  picked = [];

  constructor(asked) {
    this.asked = asked;
    this.form = asked?.form ?? { kind: "one" };
    // "Several", of which only one can be taken, is one.
    this.isOne =
      this.form.kind === "one" || (this.form.kind === "several" && this.form.least === 1 && this.form.most === 1);
  }

  has(at) {
    return this.picked.includes(at);
  }

  share(at) {
    return this.picked.filter((one) => one === at).length;
  }

  // Takes an option, or gives it back. Says whether the answer is complete and needs no button.
  pick(at) {
    if (this.isOne) this.picked = [at];
    else if (this.form.kind === "allocate") this.#more(at);
    else if (this.has(at)) this.picked = this.picked.filter((one) => one !== at);
    else if (this.picked.length < this.most) this.picked.push(at);
    return this.isOne;
  }

  #more(at) {
    if (this.picked.length < this.form.total && this.share(at) < this.form.most) this.picked.push(at);
  }

  // One less on an option.
  less(at) {
    const last = this.picked.lastIndexOf(at);
    if (last >= 0) this.picked.splice(last, 1);
  }

  get most() {
    return this.form.kind === "several" ? this.form.most : this.asked.options.length;
  }

  get isComplete() {
    const count = this.picked.length;
    switch (this.form.kind) {
      case "several":
        return count >= this.form.least && count <= this.form.most;
      case "order":
        return count === this.asked.options.length;
      case "allocate":
        return count === this.form.total;
      default:
        return count === 1;
    }
  }

  // How it stands, for the button that sends it.
  get progress() {
    const count = this.picked.length;
    switch (this.form.kind) {
      case "several":
        return count === 0 ? translate("Nothing chosen yet") : translate("Confirm: {1} chosen", count);
      case "order":
        return translate("{1} of {2} in order", count, this.asked.options.length);
      default:
        return translate("{1} of {2} spread", count, this.form.total);
    }
  }

  // As the server reads it.
  get body() {
    const answer =
      this.form.kind === "allocate"
        ? { shares: this.#shares() }
        : this.form.kind === "one"
          ? { one: this.picked[0] }
          : { several: this.picked };
    return { number: this.asked.number, answer };
  }

  #shares() {
    return [...new Set(this.picked)].map((at) => [at, this.share(at)]);
  }
}
