// What the player sees of standing orders: a box to give one, the orders just carried out, and the list of all.

import { button, element, replaceChildren } from "./dom.js";
import { translate } from "./i18n.js";
import { repliesTo, replyText } from "./replies.js";
import { orderText } from "./standing-orders.js";

/** @import { Reply } from "./replies.js" */
/** @import { StandingOrders } from "./standing-orders.js" */
/** @import { Question } from "../protocol.js" */

/** The maximum number of answers among which an order can choose. */
const MAX_REPLIES = 9;

export class StandingOrdersView {
  /** Whether the box for a new order is open. */
  #isOpen = false;
  /** @type {number | undefined} */
  #number;

  /**
   * @param {StandingOrders} orders
   * @param {HTMLElement} host where orders are given
   * @param {HTMLElement} list where all orders are listed
   */
  constructor(orders, host, list) {
    this.orders = orders;
    this.host = host;
    this.list = list;
    orders.onChange(() => this.#draw());
    orders.store.onChange(() => this.#update());
    orders.store.snapshot.on("game", () => this.#drawList());
    this.#draw();
  }

  #update() {
    const number = this.orders.store.question?.number;
    if (number !== this.#number) this.#draw();
    this.#number = number;
  }

  #draw() {
    const { question, selection } = this.orders.store;
    const isAnyGood = question !== null && !selection.isMove && (selection.purpose === null || question.stop === null);
    const replies = question ? repliesTo(question, isAnyGood) : [];
    const isOffered = replies.length > 0 && replies.length <= MAX_REPLIES;
    replaceChildren(this.host, this.#used(), question && isOffered ? this.#box(question, replies) : null);
    this.#drawList();
  }

  #used() {
    const { used } = this.orders;
    if (used.length === 0) return null;
    const items = used.map((order) => element("li", {}, orderText(order)));
    return element("div", { class: "orders-used" }, translate("Done by standing order:"), element("ul", {}, items));
  }

  /**
   * @param {Question} question
   * @param {Reply[]} replies
   */
  #box(question, replies) {
    const summary = element("summary", {}, translate("Always answer this so"));
    const ticked = JSON.stringify(this.orders.find(question)?.reply);
    const items = replies.map((reply) => {
      const box = element("input", { type: "checkbox", checked: JSON.stringify(reply) === ticked });
      box.onchange = () => this.#tick(question, reply, box.checked);
      return element("li", {}, element("label", {}, box, ` ${replyText(reply, question.stop)}`));
    });
    const details = element("details", { class: "order-box", open: this.#isOpen }, summary, element("ul", {}, items));
    summary.onclick = () => {
      this.#isOpen = !details.open;
    };
    return details;
  }

  /**
   * @param {Question} question
   * @param {Reply} reply
   * @param {boolean} isTicked
   */
  #tick(question, reply, isTicked) {
    const order = this.orders.find(question);
    this.#isOpen = false;
    if (isTicked) this.orders.add(question, reply);
    else if (order) this.orders.remove(order);
  }

  #drawList() {
    const { list } = this.orders;
    const remove = translate("Remove");
    const items = list.map((order) =>
      element(
        "li",
        {},
        orderText(order),
        " ",
        button(remove, () => this.orders.remove(order), { class: "small" }),
      ),
    );
    const none = element("p", { class: "quiet" }, translate("None. Give one in the panel “Turn”, below a question."));
    const title = element("h4", {}, translate("Standing orders"));
    replaceChildren(this.list, title, items.length > 0 ? element("ul", { class: "orders" }, items) : none);
  }
}
