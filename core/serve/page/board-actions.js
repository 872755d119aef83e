// What a tap, a drag or Enter on a thing of the board means.

import { DragPath } from "./drag-path.js";
import { translate } from "./i18n.js";

export class BoardActions {
  constructor(store, lights, parts) {
    Object.assign(this, { store, lights, ...parts });
    store.onAnswer(() => this.#asked());
  }

  get board() {
    return this.store.board;
  }

  // Another question: the fan of the last one is put away.
  #asked() {
    const number = this.store.asked?.number;
    if (number !== this.number && this.board.open) this.board.close();
    this.number = number;
  }

  tap(target, event) {
    this.why.close();
    if (this.field.places && this.#isPlace(target)) return this.field.click(event.clientX, event.clientY, event);
    const found = target.closest?.(".piece, .stack, .fan, [data-space]");
    if (!found) return this.#closeFan();
    const inFan = target.closest(".fan");
    if (inFan) return this.#unit(target.closest(".piece"));
    const space = target.closest("[data-space]")?.dataset.space;
    const unit = (target.closest(".pile") ?? target.closest(".stack"))?.querySelector(".top")?.dataset.id;
    if (space) this.#space(space, target.closest(".piece")?.dataset.id ?? unit);
  }

  // While a place is asked for, a click means one, wherever it is: unless it is on another unit of one's own, or beside the table.
  #isPlace(target) {
    const space = target.closest?.("[data-space]")?.dataset.space;
    const unit = target.closest?.(".piece")?.dataset.id;
    return (
      !(unit && this.#isOther(unit)) &&
      (space === undefined || space === this.board.field.table || space.startsWith("@"))
    );
  }

  // Enter on what has the focus.
  choose(element) {
    if (element.matches(".piece")) this.#unit(element);
    else this.#space(element.closest("[data-space]").dataset.space);
  }

  #unit(piece) {
    if (!piece) return;
    const at = this.lights.option(piece);
    if (at === undefined) return this.why.ask({ unit: piece.dataset.id });
    if (this.store.answer.isOne) this.#closeFan();
    this.store.pick(at);
  }

  // One unit is meant that may be chosen; among several the fan lets one choose.
  #space(space, touched) {
    const { offer } = this.store;
    const pieces = this.board.pieces.get(space) ?? [];
    const lit = pieces.filter((piece) => offer.byUnit.has(piece.id));
    const wasOpen = this.board.open?.dataset.fan === space;
    this.#closeFan();
    if (lit.length === 1) return this.store.pick(offer.byUnit.get(lit[0].id));
    if (lit.length > 1) return wasOpen ? undefined : this.fan(space);
    if (offer.bySpace.has(space)) return this.#goal(space);
    if (touched && this.#isOther(touched)) return this.store.instead(touched);
    if (touched && pieces.length > 1 && !wasOpen) this.board.fan(space);
    this.why.ask(touched && (offer.bySpace.size === 0 || space.startsWith("@")) ? { unit: touched } : { space });
  }

  // While a goal is asked for one's own unit, a click on another of them means that one.
  #isOther(unit) {
    const { asked, offer, game } = this.store;
    const mover = asked?.about?.find((thing) => thing.unit !== undefined)?.unit;
    const isOwn = (id) => id !== undefined && this.board.elements.get(id)?.dataset.side === asked.side;
    return game.undo && (offer.bySpace.size > 0 || offer.places) && mover !== unit && isOwn(mover) && isOwn(unit);
  }

  // Several ways may end in one space: the list tells them apart.
  #goal(space) {
    const ways = this.store.offer.bySpace.get(space);
    this.store.pick(ways.length === 1 ? ways[0] : this.store.offer.closestPath(space, []));
  }

  fan(space) {
    const open = this.board.fan(space);
    this.relight();
    open?.querySelector(".lit")?.focus({ preventScroll: true });
  }

  #closeFan() {
    if (this.board.close() !== undefined) this.relight();
  }

  // One step back: a sentence, a fan, what was picked, the choice of the unit.
  back() {
    if (this.why.close() || this.ruler.close()) return;
    if (this.board.open) {
      const space = this.board.close();
      this.relight();
      return this.board.stacks.get(space)?.querySelector(".pile.lit")?.focus();
    }
    if (this.store.clear()) return;
    if (this.store.asked?.about?.some((thing) => thing.unit !== undefined)) this.store.undo();
  }

  // A drag begins on a lit unit, or on the unit a goal is asked for.
  lift(target, start, event) {
    if (this.field.map && (this.ruler.isOn || event.shiftKey)) return this.ruler.drag(...start);
    const { asked, offer } = this.store;
    const piece = target.closest?.(".piece"),
      space = target.closest?.("[data-space], [data-fan]");
    if (!asked || !space || !this.store.answer.isOne) return null;
    const from = space.dataset.space ?? space.dataset.fan;
    const lit = piece && offer.byUnit.has(piece.dataset.id) ? piece.dataset.id : this.#onlyLit(from);
    if (lit !== undefined && asked.side === this.#side(lit))
      return this.#way(from, (spaces) => this.store.drag(offer.byUnit.get(lit), spaces));
    const top = piece?.dataset.id;
    if (top !== undefined && this.#isOther(top)) return this.#way(from, (spaces) => this.store.instead(top, spaces));
    const isMover =
      offer.bySpace.size > 0 && asked.about.some((thing) => thing.unit !== undefined && thing.space === from);
    return isMover ? this.#way(from, (spaces) => this.#arrive(spaces)) : null;
  }

  #onlyLit(space) {
    const lit = (this.board.pieces.get(space) ?? []).filter((piece) => this.store.offer.byUnit.has(piece.id));
    return this.board.stacks.has(space) && lit.length === 1 ? lit[0].id : undefined;
  }

  #side(unit) {
    return this.board.elements.get(unit)?.dataset.side ?? this.store.asked.side;
  }

  #way(from, done) {
    this.#closeFan();
    return new DragPath(this.board, from, done);
  }

  #arrive(spaces) {
    const at = this.store.offer.closestPath(spaces.at(-1), spaces);
    if (at === undefined) this.why.ask({ space: spaces.at(-1) });
    else this.store.pick(at);
  }

  pan(dx, dy) {
    this.board.zoom.pan(dx, dy);
  }

  pinch(factor, at) {
    this.board.zoom.by(factor, at);
  }

  // What stands where the pointer rests is told anew.
  peek() {
    const { offer } = this.store;
    if (this.field.map) return this.#peekOnTable();
    const cost = offer.bySpace
      .get(this.hovered)
      ?.map((at) => offer.options[at].cost)
      .find((one) => one !== undefined && one !== null);
    const price = cost === undefined ? "" : ` · ${translate("cost {1}", cost)}`;
    document.querySelector("#peek").textContent = this.hovered ? `${this.board.describe(this.hovered)}${price}` : "";
  }

  // The place, what it would mean, and who stands there.
  #peekOnTable() {
    const piece = this.board.pieces.get(this.hovered)?.[0]?.label;
    document.querySelector("#peek").textContent = [this.spot, piece, this.ground].filter(Boolean).join(" · ");
  }

  // What lies under the pointer, in words; and the odds against it.
  hover(target, event) {
    if (this.field.map) {
      this.spot = event?.clientX === undefined ? null : this.field.hover(event.clientX, event.clientY, event);
      this.ground = target?.closest?.(".layer-laid .ground")?.querySelector("title")?.textContent;
      this.hovered = target?.closest?.("#sight [data-space]")?.dataset.space;
      return this.#peekOnTable();
    }
    const space = target?.closest?.("#sight [data-space]")?.dataset.space;
    if (space === this.hovered) return;
    this.hovered = space;
    this.peek();
    const { offer } = this.store;
    const isLit =
      offer.bySpace.has(space) || (this.board.pieces.get(space) ?? []).some((piece) => offer.byUnit.has(piece.id));
    if (isLit) this.odds.point(space);
  }
}
