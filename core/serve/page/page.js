// The game page: creates its parts and connects them.

import { AbsenceReport } from "./absence.js";
import { AdviceBox } from "./advice.js";
import { ApiError, game } from "./api.js";
import { AttackDoubt } from "./attack-doubt.js";
import { Beyond } from "./beyond.js";
import { Board } from "./board.js";
import { cardOptions, Cards } from "./cards.js";
import { Charts } from "./charts.js";
import { ChoiceZoom } from "./choice-zoom.js";
import { Connection } from "./connection.js";
import { ContactOdds } from "./contact-odds.js";
import { ContextMarks } from "./context.js";
import { createControls } from "./controls.js";
import { Dice } from "./dice.js";
import { askDoubts } from "./doubts.js";
import { button, byId, element } from "./dom.js";
import { EndPage } from "./end-page.js";
import { showFailures } from "./failure.js";
import { Field } from "./field.js";
import { Film } from "./film.js";
import { FilmRange } from "./film-range.js";
import { Fit } from "./fit.js";
import { ForcedSteps } from "./forced-steps.js";
import { Guide } from "./guide.js";
import { Handover } from "./handover.js";
import { help } from "./help.js";
import { History } from "./history.js";
import { translate } from "./i18n.js";
import { Introduction } from "./introduction.js";
import { Layers } from "./layers.js";
import { LiveBattle } from "./live-battle.js";
import { Log } from "./log.js";
import { Notices } from "./notices.js";
import { Odds } from "./odds.js";
import { OddsLoader } from "./odds-loader.js";
import { OptionList } from "./option-list.js";
import { Owners } from "./owners.js";
import { usePackFonts } from "./pack-fonts.js";
import { Placement } from "./placement.js";
import { Prompt } from "./prompt.js";
import { RecentEvents } from "./recent.js";
import { RulebookPanel } from "./rulebook.js";
import { Ruler } from "./ruler.js";
import { Score } from "./score.js";
import { settings } from "./settings.js";
import { SheetColumn } from "./sheet-column.js";
import { StandingOrders } from "./standing-orders.js";
import { StandingOrdersView } from "./standing-orders-view.js";
import { Store } from "./store.js";
import { Tabs } from "./tabs.js";
import { TargetOdds } from "./target-odds.js";
import { UndoRequestNotice } from "./undo-request.js";
import { Trails } from "./trails.js";
import { Welcome } from "./welcome.js";
import { WhatIf } from "./what-if.js";
import { Why } from "./why.js";

/** @import { BoardMap, Game, Notice, Snapshot } from "../protocol.js" */

/** How long the page waits before it reloads if the server does not answer, in milliseconds. */
const RELOAD_DELAY = 2000;

export class Page {
  #isFirst = true;
  /** @type {TargetOdds | null} */
  targetOdds = null;
  orderList = element("div", { class: "order-list" });

  /**
   * @param {BoardMap} map
   * @param {string} picture
   * @param {Notices} notices
   */
  constructor(map, picture, notices) {
    this.notices = notices;
    this.board = new Board(byId("sight"), picture, map);
    this.store = new Store(map, this.board);
    this.odds = new OddsLoader(this.store);
    this.panel = createPanel();
    this.why = new Why(this.store, byId("said"), notices);
    this.fit = new Fit(this.store);
    this.layers = new Layers(this.store, this.panel.map, (fault) => this.why.show(fault));
    this.field = map.field ? new Field(this.board, map.field) : null;
    this.placement = this.field ? new Placement(this.store, this.field, this.layers) : null;
    this.ruler = this.field ? new Ruler(this.field) : null;
    this.choiceZoom = new ChoiceZoom(this.store, this.placement);
    const show = (/** @type {Snapshot | null} */ snapshot) => {
      this.film.leave();
      this.#showOther(snapshot);
    };
    this.history = new History(this.store, this.panel.back, show);
    this.whatIf = new WhatIf(this.store, this.panel.what, show);
    this.charts = new Charts(this.panel.charts, this.store);
    this.absence = new AbsenceReport(this.store);
    this.film = this.#createFilm();
    this.filmRange = new FilmRange(this.store, (first, last) => this.#openFilm(first, last));
    this.history.result.before(this.filmRange.host);
    this.store.snapshot.on("game", () => this.store.board.showTurn(this.store.game?.turn ?? 0));
    this.tabs = this.#createTabs();
    this.rulebook = new RulebookPanel(this.store, () => this.tabs.drawer.unfold());
    this.#drawChanges();
    this.#createParts();
    this.end = new EndPage(this.store, picture, { lookBack: (moment) => this.#lookBack(moment) });
    this.handover = new Handover(this.store);
    this.guide = map.guide ? new Guide(this.store, map.guide) : null;
    this.connection = this.#connect();
  }

  #createTabs() {
    const { panel } = this;
    const log = new Log(this.store, panel.log);
    return new Tabs([
      { name: "turn", title: translate("Turn"), host: panel.turn },
      { name: "log", title: translate("Log"), host: panel.log, onShow: () => log.scrollToEnd() },
      { name: "dice", title: translate("Dice"), host: panel.dice },
      { name: "charts", title: translate("Charts"), host: panel.charts, onShow: () => this.charts.show() },
      { name: "map", title: translate("Map"), host: panel.map },
      { name: "back", title: translate("Look back"), host: panel.back, onShow: () => this.#refreshBack() },
      { name: "what", title: translate("What if"), host: panel.what, onShow: () => this.whatIf.refresh() },
      { name: "help", title: translate("Help"), host: panel.help },
    ]);
  }

  #createFilm() {
    return new Film(this.store, {
      show: (snapshot) => this.#showOther(snapshot),
      lookBack: (moment) => this.history.go(moment),
      onEnd: () => this.absence.repeat(),
    });
  }

  // Marks of a comparison or of one decision would be wrong in a film.
  /**
   * @param {number} first
   * @param {number} last
   */
  #openFilm(first, last) {
    this.whatIf.close();
    this.history.changes.clear();
    if (this.tabs.drawer.isUsed) this.tabs.drawer.fold();
    this.film.open(first, last);
  }

  #refreshBack() {
    this.history.refresh();
    this.filmRange.refresh();
  }

  // Called before creating the parts that read the board, so that units are drawn first.
  #drawChanges() {
    const { snapshot } = this.store;
    snapshot.on("stack/", (spaces) => {
      for (const space of spaces) this.board.draw(space, snapshot.get(`stack/${space}`));
    });
    snapshot.on("stand/", (units) => {
      for (const unit of units) this.board.tableUnits?.draw(unit, snapshot.get(`stand/${unit}`));
    });
  }

  #createParts() {
    const { store, panel } = this;
    new Owners(store);
    new Beyond(store, byId("map"));
    new Dice(store, panel.dice);
    const forcedSteps = new ForcedSteps(store);
    const read = button(translate("Read the rules"), () => this.rulebook.open());
    panel.help.append(read, help(this.field !== null), ...settings(forcedSteps, this.orderList));
    askDoubts(store);
    new AttackDoubt(store, this.odds);
    new Prompt(store, {
      help: () => this.tabs.show("help"),
      backToNow: () => this.#backToNow(),
      endButton: () => this.end?.openButton() ?? null,
      hasMeeting: () => this.placement?.hasMeeting ?? false,
    });
    new ContextMarks(store);
    this.targetOdds = new TargetOdds(store, this.odds);
    new LiveBattle(store);
    new UndoRequestNotice(store, byId("notices"));
    showFailures(store, byId("notices"));
    this.#createTurnTab();
    store.snapshot.on("", () => store.refresh());
  }

  #createTurnTab() {
    const { store } = this;
    const names = ["advice", null, "cards", null, null, "recent", null, null];
    const [advice, odds, cards, options, orders, recent, introduction, welcome] = names.map((name) =>
      element("div", { class: name }),
    );
    this.panel.turn.append(advice, odds, cards, options, orders, recent, introduction, welcome);
    new AdviceBox(store, advice, () => this.tabs.show("turn"));
    const optionList = new OptionList(store, options, this.placement, this.targetOdds);
    new Cards(store, cards);
    const isInPanel = () => store.choices.areInPanel || cardOptions(store).size > 0;
    store.onChange(() => this.tabs.drawer.need(store.question !== null && isInPanel()));
    const { absence } = this;
    new RecentEvents(store, recent, new Trails(store, absence), absence, () => this.tabs.show("log"));
    absence.on((missed) => this.film.offer(missed));
    if (store.map.introduction && !store.map.guide) new Introduction(store, introduction, store.map.introduction);
    this.score = new Score(store, new SheetColumn(store));
    new Welcome(store, welcome, () => this.tabs.show("back"), this.score.table);
    const oddsPanel = new Odds(store, odds, this.charts, this.odds);
    if (this.placement) new ContactOdds(store, this.placement, this.odds, oddsPanel);
    const groups = createControls(this, oddsPanel, optionList);
    const standingOrders = new StandingOrders(store, () => groups.isMoving || this.film.isOpen);
    new StandingOrdersView(standingOrders, orders, this.orderList);
  }

  #connect() {
    return new Connection({
      onChange: () => this.#showPresent(),
      onNotice: (notice) => this.#showNotice(notice),
      onThinking: ({ percent }) => this.store.showThinking(percent),
      onAdvice: (advice) => this.store.showAdvice(advice),
      onLost: () => this.notices.showLoss(),
      onRestored: () => this.notices.hideLoss(),
      onInvalidLink: () => this.notices.showInvalidLink(),
    });
  }

  // Charts and comparisons may differ under changed rules.
  /** @param {Notice} notice */
  #showNotice(notice) {
    this.notices.show(notice);
    if (notice.kind === "broken") return;
    this.score?.reload();
    this.tabs.refresh();
    this.rulebook.forget();
  }

  /** @param {number | null} moment */
  #lookBack(moment) {
    this.tabs.show("back");
    if (moment !== null) this.history.go(moment);
  }

  #backToNow() {
    if (this.film.isOpen) this.film.skip();
    else if (!this.whatIf.close()) this.history.go(null);
  }

  /** @param {Snapshot | null} snapshot a past or compared snapshot; `null` for the present */
  #showOther(snapshot) {
    if (!snapshot) return this.#showPresent();
    this.choiceZoom.forget();
    this.store.snapshot.replace(new Map(Object.entries(snapshot)));
  }

  /** Shows the present, unless a past moment is shown or the screen is being handed over. */
  #showPresent() {
    const { now } = this.connection;
    const game = /** @type {Game | undefined} */ (now.get("game"));
    this.history.length = game?.moment ?? 0;
    if (!this.store.isPresent) return;
    if (game && this.handover.isDue(game)) return this.handover.open(game, () => this.#showPresent());
    if (this.handover.isOpen) return;
    this.store.snapshot.replace(now);
    if (this.#isFirst) this.#showFirst();
    else if (this.store.question) this.choiceZoom.follow();
  }

  #showFirst() {
    this.#isFirst = false;
    this.choiceZoom.open();
    this.history.follow();
    document.body.classList.add("ready");
  }
}

function createPanel() {
  const tab = () => element("section", { class: "leaf" });
  const names = /** @type {const} */ (["turn", "log", "dice", "charts", "map", "back", "what", "help"]);
  const entries = names.map((name) => [name, tab()]);
  return /** @type {Record<typeof names[number], HTMLElement>} */ (Object.fromEntries(entries));
}

/**
 * Loads the map. If that fails, shows why and returns `undefined`.
 * @param {Notices} notices
 */
async function load(notices) {
  try {
    const [map, picture] = await Promise.all([game.map(), game.mapPicture()]);
    usePackFonts(map.fonts);
    return /** @type {const} */ ([map, picture]);
  } catch (error) {
    const isInvalidLink = error instanceof ApiError && (error.status === 404 || error.status === 403);
    if (isInvalidLink) return notices.showInvalidLink();
    notices.showLoss();
    setTimeout(() => location.reload(), RELOAD_DELAY);
  }
}

const notices = new Notices(byId("notices"));
const loaded = await load(notices);
if (loaded) new Page(...loaded, notices);
