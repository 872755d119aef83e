// Generated from core/serve/src/dto: run `.ci/generated --write` to update.

/** All parts of a game that a role may see, by key. */
export interface Snapshot {
  game: Game;
  question: Question | null;
  links: UnitLink[];
  failure: RuleFailure | null;
  undo_request: UndoRequest | null;
  /** The owners' land, the front and the flags, as a fragment of SVG. */
  front: string;
  [stack: `stack/${string}`]: Counter[];
  [off: `off/${string}`]: Counter[];
  [stand: `stand/${string}`]: Stand;
  [owner: `owner/${string}`]: string;
  [line: `log/${number}`]: LogLine;
  [answer: `forced/${number}`]: ForcedAnswer;
  [roll: `dice/${number}`]: DiceRoll;
}

/** What happened between a side's last decision and its return. */
export type Absence = {
  /** The number of log lines the side had read. */
  log_lines: number;
  /** The moves of other sides' units. */
  moves: Array<Move>;
};

/** The reasons why a viewer may not take certain actions. Permitted actions are absent. */
export type ActionRefusals = {
  /** Why the viewer may not export the save. */
  replay?: string;
  /** Why the viewer may not compare the game with a replay under different rules. */
  what_if?: string;
  /** Why the viewer may not export a side's record. */
  record?: string;
  /** Why the viewer may not start another game from an earlier moment. */
  fork?: string;
};

/** A rule that a mod adds. */
export type AddedRule = {
  /** The name of the rule: `combat.retreat`. */
  rule: string;
};

/** Advice on the pending question, as an event for those who may answer it. */
export type Advice = {
  /** The number of the question. */
  number: number;
  /** The advised answer, as it can be sent. */
  answer: AnswerBody;
  /** The advised answer, in the viewer's language. */
  text: string;
  /** The number of the question's rulebook paragraph. */
  rule: string;
  /** The subject of the question's rulebook paragraph. */
  rule_title: string | null;
  /** The advised answers to this question and to those that follow, phase by phase. */
  line: Array<AdvisedPhase>;
  /** A remark if further answers depend on what happens. */
  note: string | null;
  /** Why: a line that says what was compared, and lines with the results. */
  reasons: Array<string>;
};

/** The advised answers of a phase. */
export type AdvisedPhase = {
  /** The name of the phase. */
  phase: string;
  /** The answers, in order. */
  steps: Array<string>;
};

/** An answer, given by option indices. */
export type AnswerBody = { "stop": boolean } | { "one": number } | { "several": Array<number> } | { "shares": Array<[number, number]> } | { "spot": [number, number] };

/** The form of an answer. */
export type AnswerForm = { "kind": "one" } | { "kind": "several";
  /** The minimum number. */
  min: number;
  /** The maximum number. */
  max: number;
} | { "kind": "order" } | { "kind": "allocate";
  /** The total to distribute. */
  total: number;
  /** The maximum for one option. */
  max: number;
};

/** An answer to a question. */
export type AnswerRequest = {
  /** The number of the question. */
  number: number;
  /** The answer itself. */
  answer: AnswerBody;
};

/** The map of a game. Lengths are in picture units. */
export type BoardMap = {
  /** The top left corner of the picture, in picture units. */
  origin: [number, number];
  /** The width and height of the picture. */
  size: [number, number];
  /** The width and height of the map with the boxes around it, without the column. Its top left corner is the
   * picture's. */
  ground: [number, number];
  /** The width and height of a counter. */
  counter: number;
  /** The spaces, by name. */
  spaces: { [key in string]: MapSpace };
  /** The painted ground, if the map has one. */
  painting: MapPainting | null;
  /** The fonts of the packs, in place of the page's own. */
  fonts: Array<MapFont>;
  /** The table, if the game is played on one. */
  field: FieldMap | null;
  /** The sides, with their names and colours. */
  sides: Array<MapSide>;
  /** The summary of the battle, in the viewer's language. */
  summary: string | null;
  /** The goal of the battle, in the viewer's language. */
  goal: string | null;
  /** The introduction for new players. */
  introduction: Introduction | null;
  /** The guide, if the battle is a guided one. */
  guide: Guide | null;
  /** The names and titles of the charts. */
  charts: Array<ChartTitle>;
  /** The layers that can be shown. */
  layers: Array<LayerTitle>;
};

/** The face of a card, in the viewer's language. */
export type Card = {
  /** The title. */
  title: string;
  /** The printed numbers. */
  numbers: Array<CardNumber>;
  /** What the card says. */
  text: string | null;
  /** The number of the rulebook paragraph that the text stands for. */
  rule: string | null;
  /** Whether the card is held: some others see only its back. */
  held: boolean;
};

/** A number printed on a card. */
export type CardNumber = {
  /** The name of the number. */
  name: string;
  /** Its value. */
  value: number;
};

/** A rule that a mod changes. */
export type ChangedRule = {
  /** The name of the rule: `combat.retreat`. */
  rule: string;
  /** Whether the rule is replaced; otherwise the mod adds something to it. */
  replaced: boolean;
};

/** A value that a mod changes. */
export type ChangedValue = {
  /** The path of the value: `units.unit["Boar"].strength`. */
  at: string;
  /** The value without the mod. */
  before: string | null;
  /** The value with the mod. */
  after: string | null;
  /** The author's reason. */
  why: string | null;
  /** The condition under which the value changes. */
  condition: string | null;
};

/** A chart of the battle, translated. */
export type Chart = {
  /** The name: `crt`. */
  name: string;
  /** The title in the viewer's language. */
  title: string;
  /** The paragraph of the rulebook that contains the chart. */
  rule: string | null;
  /** The axis along which the rows are arranged. */
  rows: ChartAxis;
  /** The axis along which the columns are arranged. */
  columns: ChartAxis;
  /** The cells, row by row. */
  cells: Array<Array<string>>;
  /** The result at odds below the first column. */
  below: ChartFloor | null;
  /** The meanings of the results. */
  meanings: Array<Meaning>;
};

/** An axis of a chart. */
export type ChartAxis = {
  /** The name of the axis, in the viewer's language. */
  name: string;
  /** The headings along the axis. */
  keys: Array<string>;
};

/** The result at odds below the first column of a chart. */
export type ChartFloor = {
  /** A description of the result. */
  text: string;
  /** The number of the rulebook paragraph. */
  rule: string;
};

/** The name and title of a chart. */
export type ChartTitle = {
  /** The name: `crt`. */
  name: string;
  /** The title in the viewer's language. */
  title: string;
};

/** A choice: its text, its cost, and the fields that identify what is chosen. */
export type Choice = {
  /** The text of the choice, in the viewer's language. */
  text: string;
  /** The cost of moving to a space. */
  cost?: string;
  /** What the choice means, in a clause. */
  note?: string;
  /** The id of a unit. */
  unit?: string;
  /** The name of the space. For a unit, the space it is in, or `@` and its id if it is on a table. */
  space?: string;
  /** A path, as a list of spaces. */
  path?: Array<string>;
  /** The number, if the choice is a number. */
  number?: number;
  /** A place on a table. */
  spot?: [number, number];
  /** True if the choice is a label rather than a unit, space, path, number or place. */
  label?: boolean;
};

/** A reply to an undo request: consent or refusal. A refusal by the player who made the request withdraws it. */
export type ConsentRequest = {
  /** Whether the player consents. */
  agree: boolean;
};

/** A query for the odds of the fights of a unit at a place on a table. */
export type ContactQuery = {
  /** The id of the unit. */
  unit: string;
  /** The place, in units of length. If absent, the unit fights where it stands. */
  spot?: [number, number] | null;
  /** The id of the enemy. If absent, all enemies that the unit would touch are included. */
  enemy?: string | null;
};

/** The counter of a unit. */
export type Counter = {
  /** The unit's name or token. The name of a hidden unit without a token is unique only within its space. */
  id: string;
  /** The side of the unit; null if it is unknown. */
  side: string | null;
  /** A description of the unit, in the viewer's language. */
  label: string;
  /** The image, as an SVG fragment. */
  svg: string;
  /** The current number of steps and the number at full strength; absent for a hidden unit. */
  steps?: [number, number];
  /** Whether the unit has lost steps; absent for a hidden unit. */
  reduced?: boolean;
  /** The kind of the unit, in the viewer's language, by which a tray is sorted; absent if there is no table. */
  kind?: string;
  /** The kind of ground, in the viewer's language; absent unless the unit is a terrain piece. */
  ground?: string;
  /** The face of a card; absent unless the unit is a card that the viewer knows. */
  card?: Card;
  /** True for a card of which the viewer sees only the back. */
  back?: boolean;
};

/** The difference between two snapshots, as an event. */
export type Delta = {
  /** A number that grows by one with each event. */
  version: number;
  /** Keys that are new or have a different value. */
  set: Partial<Snapshot>;
  /** The keys that were removed. */
  removed: Array<string>;
};

/** A dice roll. */
export type DiceRoll = {
  /** The purpose of the roll, in the viewer's language. */
  purpose: string;
  /** The number of sides of each die. */
  sides: number;
  /** The result of each die. */
  results: Array<number>;
  /** The lowest result that is a hit, if the roll counts hits. */
  hits_from?: number;
};

/** The decision at which two games diverge. */
export type Divergence = {
  /** The number of decisions before this one. */
  decision: number;
  /** A description of the difference. */
  text: string;
};

/** An empty reply to a granted request. */
export type Done = Record<symbol, never>;

/** A request to enable or disable an installed mod. */
export type EnableRequest = {
  /** The id of the mod. */
  id: string;
  /** Whether new games use the mod unless the host decides otherwise. */
  enabled: boolean;
};

/** The body of the response to a refused or failed request. */
export type Fault = {
  /** The number of the rulebook paragraph, if a rule forbids the action. */
  rule?: string;
  /** The subject of the rulebook paragraph, if a rule forbids the action. */
  rule_title?: string;
  /** The reason, as a clause without a full stop. */
  reason: string;
  /** Errors in rules or files, as `grognard` prints them. */
  diagnostic?: string;
};

/** A table to measure on. */
export type FieldMap = {
  /** The name of the space that represents the table. */
  table: string;
  /** The width and depth of the table, in units of length. */
  size: [number, number];
  /** The spacing of the lattice, whose places are offered first. */
  lattice: number;
  /** The number of units of length per unit shown to players. */
  scale: number;
  /** The name of the unit shown to players. */
  unit: string;
  /** The number of picture units per unit of length. */
  picture_scale: number;
};

/** An answer given automatically because it was the only one possible. */
export type ForcedAnswer = {
  /** The side that would have answered. */
  side: string;
  /** The number of the question's rulebook paragraph. */
  rule: string | null;
  /** The subject of the question's rulebook paragraph. */
  prompt: string | null;
  /** The units and spaces that the question was about, separated by commas; `None` if there are none. */
  about: string | null;
  /** The chosen options, separated by commas. */
  text: string;
  /** The number of log lines before the answer. */
  line: number;
  /** The turn; 0 during set-up. */
  turn: number;
  /** The phase, in the viewer's language. */
  phase: string | null;
  /** The date of the turn in the viewer's language, if a chart of the battle tells it. */
  date: string | null;
};

/** The forecast for a battle, or for a part of it. */
export type Forecast = {
  /** A summary without probabilities: strengths, odds, modifiers and final column, such as `16:5 = 3:1, -1 river
   * (9.2) -> 2:1`. */
  line: string;
  /** The number of the rulebook paragraph for the summary. */
  rule: string | null;
  /** The strengths of attack and defence; empty if the game does not compare strengths. */
  strengths: Array<string>;
  /** The modifiers applied to the column. */
  modifiers: Array<Modifier>;
  /** The outcomes, most likely first. */
  outcomes: Array<Outcome>;
  /** A remark instead of outcomes, if their probabilities are unknown. */
  note: string | null;
};

/** A request for a new game that starts from a moment of this one. */
export type ForkRequest = {
  /** The number of the moment. */
  moment: number;
};

/** A pack that a registry offers, in its newest version. */
export type FoundPack = {
  /** The name of the registry. */
  registry: string;
  /** The id of the pack. */
  id: string;
  /** The newest version. */
  version: string;
  /** The kind of pack: `mod`, `scenario`. */
  kind: "system" | "scenario" | "mod" | "cosmetic" | "library" | "translation";
  /** The id of the game system it belongs to. */
  system: string | null;
  /** The name. */
  name: string;
  /** A description in one sentence. */
  summary: string | null;
  /** The installed version. */
  installed: string | null;
};

/** The general state of a game. */
export type Game = {
  /** The id of the scenario. */
  id: string;
  /** The id of the game system. */
  system: string;
  /** The title in the viewer's language. */
  title: string;
  /** The current turn; 0 during set-up. */
  turn: number;
  /** The number of turns. */
  turns: number;
  /** The date of the current turn in the viewer's language, if a chart of the battle tells it. */
  date: string | null;
  /** The current phase in the viewer's language. */
  phase: string;
  /** The number of the phase's rulebook paragraph. */
  rule: string | null;
  /** Whether the game is in set-up. */
  setup: boolean;
  /** The viewer's role and side. */
  viewer: Viewer;
  /** The side that has to decide; null if the viewer may not know. */
  active_side: string | null;
  /** Whether several sides are deciding in secret. */
  secret_choice: boolean;
  /** The viewer's own answers in this secret choice, each after the prompt of its question. */
  secret_answers: Array<[string, string]>;
  /** The result; null until the game is over. */
  result: GameResult | null;
  /** The number of the current moment. */
  moment: number;
  /** Whether the viewer can take back a decision, or ask to. */
  undo: boolean;
  /** The sides that must consent to an undo. */
  consent: Array<string>;
  /** Whether the viewer can redo a decision. */
  redo: boolean;
  /** The player of each side: `person`, `greedy`, `random`. */
  seats: { [key in string]: string };
  /** The reasons why the viewer may not take certain actions. */
  refusals: ActionRefusals;
};

/** The number of a game. */
export type GameId = number;

/** A game in the list of games. Fields read from its save are absent if the save cannot be read. */
export type GameItem = {
  /** The number of the game. */
  game: GameId;
  /** The title of the battle. */
  title: string;
  /** The id of the scenario. */
  scenario?: string;
  /** The ids of the mods. */
  mods?: Array<string>;
  /** The options, as pairs of a name and a value. */
  options?: Array<[string, string]>;
  /** The player of each side. */
  seats?: { [key in string]: string };
  /** The roles for which links can be made. */
  roles?: Array<string>;
  /** The number of decisions; null until the game is over, because it would tell the host something about other
   * players' orders. */
  decisions: number | null;
  /** The current turn; 0 during set-up. */
  turn: number;
  /** The current phase, in the host's language. */
  phase: string;
  /** Whether the game is over. */
  over: boolean;
  /** The creation time, as a Unix timestamp in seconds. */
  created_at: number;
};

/** A game and the links to it. */
export type GameLinks = {
  /** The number of the game. */
  game: GameId;
  /** The title of the battle. */
  title: string;
  /** The links to the game. */
  links: Array<RoleLink>;
};

/** The result of a finished game. */
export type GameResult = {
  /** A description of the result. */
  text: string;
  /** The winners; none for a draw. */
  winners: Array<string>;
};

/** The guide of a battle, in the viewer's language. */
export type Guide = {
  /** The title. */
  title: string;
  /** The side that the reader of the guide plays. */
  side: string;
  /** The phases of the set-up and of a turn, in order, in the viewer's language. */
  phases: Array<string>;
  /** The steps, in order. */
  steps: Array<GuideStep>;
};

/** What ends a step: everything that is not null or false must hold. */
export type GuideCondition = {
  /** The id of the unit that must be at `at`. */
  unit: string | null;
  /** The name of the space that the unit must have reached. */
  at: string | null;
  /** Whether a unit of the reader's side must have moved. */
  moved: boolean;
  /** Whether the reader must have answered a question. */
  answered: boolean;
  /** The key of the question that must be asked. */
  question: string | null;
  /** The part of the page that must be open. */
  open: string | null;
  /** The paragraph that must be open in the rulebook. */
  rule: string | null;
  /** The index of the phase that must have begun. */
  phase: number | null;
  /** The turn that must have begun. */
  turn: number | null;
  /** Whether the game must be over. */
  over: boolean;
};

/** The guide of a battle in the list of battles. */
export type GuideItem = {
  /** The title in the host's language. */
  title: string;
  /** About how many minutes the guided battle takes. */
  minutes: number;
  /** The side that the reader of the guide plays. */
  side: string;
};

/** A step of a guide. It is shown at the first moment at which `turn`, `phase`, `question` and `over` all fit. */
export type GuideStep = {
  /** The turn in which the step is shown. */
  turn: number | null;
  /** The index of the phase in which the step is shown. */
  phase: number | null;
  /** The key of the question during which the step is shown. */
  question: string | null;
  /** Whether the step is shown when the game is over. */
  over: boolean;
  /** What the player reads. */
  text: string;
  /** Shown if the player decides something else meanwhile. */
  hint: string | null;
  /** What the step points at. */
  show: GuideTarget;
  /** What ends the step; null if the player ends it with a button. */
  until: GuideCondition | null;
};

/** What a step points at. */
export type GuideTarget = {
  /** The name of a space. */
  space: string | null;
  /** The id of a unit. */
  unit: string | null;
  /** A part of the page. */
  part: string | null;
  /** The number of a paragraph. */
  rule: string | null;
};

/** The moments of a game that a viewer can revisit. */
export type History = {
  /** The number of the latest moment. */
  moments: number;
  /** The moments at which a phase began. */
  marks: Array<PhaseMark>;
};

/** The state of an installed pack. */
export type InstallState = {
  /** The installed version. */
  version: string;
  /** Whether new games use the pack unless the host decides otherwise; always true for systems and scenarios. */
  enabled: boolean;
};

/** A pack that was installed. */
export type InstalledVersion = {
  /** The id of the pack. */
  id: string;
  /** The version. */
  version: string;
};

/** An introduction for new players, in the viewer's language. */
export type Introduction = {
  /** The title. */
  title: string;
  /** The text. */
  text: Array<TextBlock>;
};

/** The contents of a layer over the map. */
export type Layer = {
  /** The spaces to highlight. */
  spaces: Array<string>;
  /** The units to highlight. */
  units: Array<string>;
  /** Distances to draw around units on a table, as pairs of a unit and a distance. */
  ranges: Array<[string, number]>;
  /** Paths to draw, each as a list of spaces. */
  paths: Array<Array<string>>;
};

/** The name and title of a layer. */
export type LayerTitle = {
  /** The name: `zones_of_control`. */
  name: string;
  /** The title in the viewer's language. */
  title: string;
  /** The paragraph of the rulebook that the layer illustrates. */
  rule: string | null;
};

/** A request for another link to a game. */
export type LinkRequest = {
  /** The number of the game. */
  game: GameId;
  /** The role: `side:german`, `both`, `spectator`. */
  role: string;
};

/** The log lines that differ between two games, as pairs of a paragraph and a message. */
export type LogDifference = {
  /** Lines that appear only in the first game. */
  removed: Array<[string, string]>;
  /** Lines that appear only in the second game. */
  added: Array<[string, string]>;
};

/** A line of the log. */
export type LogLine = {
  /** The number of the rulebook paragraph. */
  rule: string;
  /** A description of the event. */
  text: string;
  /** The turn in which it happened; 0 during set-up. */
  turn: number;
  /** The phase in which it happened, in the viewer's language. */
  phase: string | null;
  /** The date of the turn in the viewer's language, if a chart of the battle tells it. */
  date: string | null;
  /** The side that the event is about, if any. */
  side: string | null;
  /** The spaces named in the description. */
  spaces: Array<string>;
  /** The id of the unit that moved, if the viewer knew the unit. */
  unit?: string;
  /** The spaces that this unit passed through, including both ends. */
  path?: Array<string>;
};

/** A font that a pack brings. */
export type MapFont = {
  /** What it is used for: `title`, `text`, `map` or `counter`. */
  role: "title" | "text" | "map" | "counter";
  /** The address of the file, relative to the page. */
  address: string;
};

/** The painted ground of a map, which lies below the picture. */
export type MapPainting = {
  /** The address of the image, relative to the page. */
  address: string;
  /** The address of a small version, which is there sooner. */
  small: string;
  /** The top left corner, in picture units. */
  at: [number, number];
  /** The width and height. */
  size: [number, number];
};

/** A side with its colours. */
export type MapSide = {
  /** The side's name in the protocol: `german`. */
  name: string;
  /** The name in the viewer's language. */
  text: string;
  /** The adjective in the viewer's language. */
  adjective: string | null;
  /** The colour of the side's counters. */
  fill: string;
  /** The colour of the text on the side's counters. */
  ink: string;
  /** The colour of the side's spaces. */
  flag: string;
  /** Whether the side has no player. */
  neutral: boolean;
};

/** A space in the picture. */
export type MapSpace = {
  /** The point on which counters are centred. */
  at: [number, number];
  /** The width and height available for counters. */
  room: [number, number];
  /** The number and name of the space. */
  label: string;
  /** The terrain; empty for a box. */
  terrain: string;
  /** The drawn tags and the numeric values of the space, in the viewer's language: `port`, `points 3`. */
  features?: Array<string>;
  /** Whether the space is a box. */
  box: boolean;
};

/** The meaning of a result. */
export type Meaning = {
  /** The result as the chart prints it. */
  result: string;
  /** A description of what the result means. */
  text: string;
};

/** A mod in the list of mods. */
export type ModItem = {
  /** The ids of the scenarios that the mod is for. */
  battles: Array<string>;
  /** The id of the pack. */
  id: string;
  /** The id without the publisher. */
  short: string;
  /** The name in the host's language. */
  name: string;
  /** The summary in the host's language. */
  summary: string | null;
  /** The goal of the battle. */
  goal: string | null;
  /** The ids of the packs it requires. */
  requires: Array<string>;
  /** The state of an installed pack; absent for other packs. */
  installed?: InstallState;
};

/** A modifier with its reason. */
export type Modifier = {
  /** The amount, in columns or points. */
  amount: number;
  /** The number of the rulebook paragraph. */
  rule: string;
  /** The reason, in a word or two. */
  reason: string;
};

/** A unit's move. */
export type Move = {
  /** The id of the unit. */
  unit: string;
  /** The unit's position before the absence. */
  from: Position;
  /** The unit's position after the absence. */
  to: Position;
};

/** A request for a new game. */
export type NewGame = {
  /** The id of the scenario. */
  scenario: string;
  /** The ids of the mods. */
  mods?: Array<string>;
  /** Options that differ from their defaults. */
  options?: { [key in string]: string };
  /** The player of each side: `person`, `greedy`, `random`. */
  seats?: { [key in string]: string };
  /** The seed of the dice; random if absent. */
  seed?: number;
};

/** A notice to all viewers of a game, as an event. */
export type Notice = {
  /** The kind of notice. */
  kind: NoticeKind;
  /** The text, in the viewer's language. */
  text: string;
  /** Errors and warnings about the rules, as `grognard` prints them. */
  diagnostic?: string;
  /** Log lines that were removed, as pairs of a paragraph and a message. */
  removed?: Array<[string, string]>;
  /** The log lines that replace the removed ones. */
  added?: Array<[string, string]>;
};

/** The kinds of notice. */
export type NoticeKind = "changed" | "style" | "broken" | "fallback" | "refusal";

/** The odds of an attack. */
export type Odds = {
  /** The reason why no odds can be computed. */
  unavailable: string;
} | {
  /** All forecasts, including the first. */
  forecasts: Array<Forecast>;
  /** A summary without probabilities: strengths, odds, modifiers and final column, such as `16:5 = 3:1, -1 river
   * (9.2) -> 2:1`. */
  line: string;
  /** The number of the rulebook paragraph for the summary. */
  rule: string | null;
  /** The strengths of attack and defence; empty if the game does not compare strengths. */
  strengths: Array<string>;
  /** The modifiers applied to the column. */
  modifiers: Array<Modifier>;
  /** The outcomes, most likely first. */
  outcomes: Array<Outcome>;
  /** A remark instead of outcomes, if their probabilities are unknown. */
  note: string | null;
};

/** A query for the odds of an attack on a space. */
export type OddsQuery = {
  /** The name of the space. */
  space: string;
  /** The ids of the attackers. If absent, all units that could attack are included. */
  attackers?: Array<string> | null;
};

/** A version of a pack that a registry offers. */
export type OfferedPack = {
  /** The name of the registry. */
  registry: string;
  /** The id of the pack. */
  id: string;
  /** The version. */
  version: string;
};

/** An option of a battle. */
export type OptionItem = {
  /** The type of value. */
  type: "bool" | "int" | "enum";
  /** The default value. */
  default: boolean | number | string;
  /** The minimum of an `int` option. */
  min: number | null;
  /** The maximum of an `int` option. */
  max: number | null;
  /** The values of an `enum` option. */
  values: Array<string>;
  /** The number of the rulebook paragraph. */
  rule: string | null;
  /** The name in the host's language. */
  label: string | null;
};

/** An outcome and its probability. */
export type Outcome = {
  /** The result as the chart prints it. */
  result: string;
  /** The number of cases with this result. */
  weight: number;
  /** The number of all possible cases. */
  total: number;
  /** The probability as a rounded percentage. */
  percent: number;
};

/** The description of a pack, found by loading it. The pack need not be installed. */
export type PackDescription = {
  /** The id of the pack. */
  id: string;
  /** The version. */
  version: string;
  /** The name. */
  name: string;
  /** The summary. */
  summary: string | null;
  /** The authors. */
  authors: Array<string>;
  /** The SPDX identifier of the licence. */
  license: string | null;
  /** The ranges of versions of the packs it requires, by id. */
  requires: { [key in string]: string };
  /** The ids and versions of the other packs that would be installed with it. */
  brings: Array<string>;
  /** The ids of the battles that the pack is for. */
  battles: Array<string>;
  /** The changes that the pack, if it is a mod, makes to the battles it is for. */
  effects: Array<PackEffect>;
};

/** The changes that a mod makes to some battles. */
export type PackEffect = {
  /** The ids of the battles; the mod makes the same changes to each of them. */
  battles: Array<string>;
  /** Whether the mod changes the rules or only what is displayed. */
  changes_rules: boolean;
  /** The rules that the mod adds. */
  brings: Array<AddedRule>;
  /** The rules that the mod changes. */
  rules: Array<ChangedRule>;
  /** The values that the mod changes. */
  values: Array<ChangedValue>;
};

/** The packs that were installed. */
export type PackInstallation = {
  /** The packs. */
  installed: Array<InstalledVersion>;
  /** Reasons why an installed and enabled mod cannot be used together with the new packs. */
  conflicts: Array<string>;
};

/** The reply to a removal. */
export type PackRemoval = {
  /** The ids of the installed packs that still need the removed one. */
  needed_by: Array<string>;
};

/** The result of a search. */
export type PackSearch = {
  /** The names of the registries; empty if none is configured. */
  registries: Array<string>;
  /** The best matches, best first. */
  packs: Array<FoundPack>;
  /** The number of all matches. */
  total: number;
  /** Remarks about the registries, for example that a list fetched earlier was used. */
  notes: Array<string>;
};

/** The packs available for new games. */
export type Packs = {
  /** The scenarios that can be played. */
  scenarios: Array<ScenarioItem>;
  /** The mods that can be added to a battle. */
  mods: Array<ModItem>;
  /** Whether packs can be installed. */
  can_install: boolean;
};

/** A paragraph of a rulebook. */
export type Paragraph = {
  /** The number of the paragraph: `9.2`. */
  number: string;
  /** The subject of the paragraph. */
  title: string;
  /** The number of the paragraph that contains this one. */
  parent: string | null;
  /** The rule in our own words; empty if the pack has no text for it. */
  text: Array<TextBlock>;
  /** Why the paragraph contains nothing to enforce. */
  not_enforced: string | null;
  /** The rulings that name the paragraph, in English. */
  rulings: Array<Ruling>;
  /** The options that cite the paragraph. */
  options: Array<RuleOption>;
  /** The changes that mods and scenarios make to the functions of the paragraph. */
  changes: Array<ParagraphChange>;
};

/** A change to a function that implements a paragraph. */
export type ParagraphChange = {
  /** The name of the pack that makes the change. */
  pack: string;
  /** The name of the function in rules. */
  rule: string;
  /** Whether the function is replaced rather than wrapped. */
  replaces: boolean;
};

/** The moment at which a phase began. */
export type PhaseMark = {
  /** The number of the moment. */
  moment: number;
  /** The turn of the phase; 0 for set-up. */
  turn: number;
  /** The phase in the viewer's language. */
  phase: string | null;
};

/** The places offered: those of a region, in which any other place can be chosen too, or those of a list. */
export type Places = {
  /** The coordinates of the places, in units of length. */
  spots: Array<[number, number]>;
  /** The cost of moving to each place. */
  costs: Array<number> | null;
  /** The corners of the footprint of the unit or terrain piece to be placed, relative to its centre. */
  outline: Array<[number, number]> | null;
  /** The width of a course's footprint; 0 for other shapes, null if there is no outline. */
  width: number | null;
};

/** A unit's position. */
export type Position = string | [number, number];

/** The pending question, for a viewer who may answer it. */
export type Question = {
  /** The number of the question, which an answer must repeat. */
  number: number;
  /** The side that must answer. */
  side: string;
  /** The key of the question: `movement.unit`. */
  key: string;
  /** The number of the question's rulebook paragraph. */
  rule: string;
  /** The subject of the question's rulebook paragraph. */
  rule_title: string | null;
  /** The prompt, in the viewer's language. */
  prompt: string;
  /** The form of the answer. */
  form: AnswerForm;
  /** Whether the chosen options have to meet a condition, of which a query with `chosen` tells whether they do. */
  condition: boolean;
  /** The options; empty if the answer is a place in a region. */
  options: Array<Choice>;
  /** The places offered, if the answer is a place in a region. */
  places: Places | null;
  /** The label for declining; null if the question cannot be declined. */
  stop: string | null;
  /** What declining means, in a clause, if the question says so. */
  stop_note: string | null;
  /** The unit or space that the question is about, such as the moving unit or the space under attack. */
  context: Array<Choice>;
};

/** A request to remove an installed pack. */
export type RemoveRequest = {
  /** The id of the pack. */
  id: string;
};

/** A link that gives a role in a game. */
export type RoleLink = {
  /** The role: `side:german`, `both`, `spectator`. */
  role: string;
  /** The path of the link on this server. */
  path: string;
};

/** A failure of the rules between two questions. */
export type RuleFailure = {
  /** The errors, as `grognard` prints them. */
  diagnostic: string;
};

/** An option that cites a paragraph. */
export type RuleOption = {
  /** The name of the option. */
  name: string;
  /** The description of the option. */
  label: string | null;
  /** The value in force. */
  value: string;
};

/** The rulebook of a pack, in the viewer's language. */
export type Rulebook = {
  /** The title of the rulebook. */
  title: string;
  /** The text before the first paragraph. */
  introduction: Array<TextBlock>;
  /** The paragraphs, sorted by number. */
  paragraphs: Array<Paragraph>;
};

/** Whether two sets of rules differ. */
export type RulesDifference = "same" | "other";

/** How an ambiguous paragraph is read. */
export type Ruling = {
  /** The question; may be empty. */
  question: string;
  /** The reading that was chosen. */
  chosen: string;
  /** Why it was chosen; may be empty. */
  why: string;
  /** Another reading; may be empty. */
  other: string;
};

/** A battle in the list of battles. A battle that cannot be loaded has no sides, seats or options. */
export type ScenarioItem = {
  /** The sides of the battle. */
  sides?: Array<SideTitle>;
  /** The default player of each side. */
  seats?: Array<string>;
  /** How strong agents are in this battle's system, in Elo points above the recruit, as far as it is known. */
  elo: { [key in string]: number };
  /** The characters that a veteran or a general can have, by name, in the host's language. */
  characters: { [key in string]: string };
  /** The options, by name. */
  options?: { [key in string]: OptionItem };
  /** The name of the game system. */
  system: string | null;
  /** The id of the game system. */
  system_id: string | null;
  /** The guide, if the battle is a guided one. */
  guide: GuideItem | null;
  /** The id of the pack. */
  id: string;
  /** The id without the publisher. */
  short: string;
  /** The name in the host's language. */
  name: string;
  /** The summary in the host's language. */
  summary: string | null;
  /** The goal of the battle. */
  goal: string | null;
  /** The ids of the packs it requires. */
  requires: Array<string>;
  /** The state of an installed pack; absent for other packs. */
  installed?: InstallState;
};

/** A line of the score, in the viewer's language. */
export type ScoreLine = {
  /** What is counted: `cities`. */
  label: string;
  /** The number of the rulebook paragraph. */
  rule: string;
  /** The number of each side. */
  values: Array<ScoreValue>;
  /** The number that decides, or that there is to have. */
  limit: number | null;
};

/** The number of a side in a line of the score. */
export type ScoreValue = {
  /** The side. */
  side: string;
  /** The number; null if it depends on units that the viewer cannot see. */
  value: number | null;
};

/** A search for packs. */
export type SearchQuery = {
  /** Words that must all occur; if empty, all packs are found. */
  words: string;
  /** Whether to fetch the registries' lists of packs first. */
  refresh?: boolean;
};

/** The name of a side. */
export type SideTitle = {
  /** The name: `german`. */
  name: string;
  /** The name in the host's language. */
  text: string;
};

/** A unit or a terrain piece on a table. */
export type Stand = {
  /** The coordinates of its centre, in units of length. */
  spot: [number, number];
  /** The direction it faces. */
  facing: "north" | "east" | "south" | "west";
  /** The width and depth of its base; absent for a terrain piece. */
  base?: [number, number];
  /** The unit's name or token. The name of a hidden unit without a token is unique only within its space. */
  id: string;
  /** The side of the unit; null if it is unknown. */
  side: string | null;
  /** A description of the unit, in the viewer's language. */
  label: string;
  /** The image, as an SVG fragment. */
  svg: string;
  /** The current number of steps and the number at full strength; absent for a hidden unit. */
  steps?: [number, number];
  /** Whether the unit has lost steps; absent for a hidden unit. */
  reduced?: boolean;
  /** The kind of the unit, in the viewer's language, by which a tray is sorted; absent if there is no table. */
  kind?: string;
  /** The kind of ground, in the viewer's language; absent unless the unit is a terrain piece. */
  ground?: string;
  /** The face of a card; absent unless the unit is a card that the viewer knows. */
  card?: Card;
  /** True for a card of which the viewer sees only the back. */
  back?: boolean;
};

/** A block of text: a paragraph with one line, or a list with a line for each item. */
export type TextBlock = {
  /** Whether the block is a list. */
  list: boolean;
  /** The lines. */
  lines: Array<Array<TextSpan>>;
};

/** A piece of text in one style. */
export type TextSpan = {
  /** The style. */
  style: TextStyle;
  /** The text; for a reference, the number of another paragraph. */
  text: string;
};

/** The style of a piece of text. */
export type TextStyle = "plain" | "strong" | "emphasis" | "reference";

/** How far an agent has come with its thinking, as an event. */
export type Thinking = {
  /** How much of the thinking is done. */
  percent: number;
};

/** The reply to an undo. */
export type UndoReply = {
  /** The sides that were asked for their consent; empty if the decision has been taken back. */
  consent: Array<string>;
};

/** A request for undo that awaits consent. */
export type UndoRequest = {
  /** The side that wants to take back a decision. */
  side: string;
  /** Whether the viewer plays the side that made the request. */
  own: boolean;
  /** The sides that have not consented yet. */
  pending: Array<string>;
};

/** A link that rules made between two units, such as an attacker and its target. */
export type UnitLink = {
  /** The name of the link. */
  name: string;
  /** The id of the unit it starts from. */
  from: string;
  /** The id of the unit it leads to. */
  to: string;
};

/** The viewer's role and side. */
export type Viewer = {
  /** The kind of role, without the side's name: `side`, `both`, `spectator`. */
  role: "side" | "both" | "spectator";
  /** The side whose view is shown. */
  side: string | null;
};

/** The comparison of a game with its replay under the rules on disk. */
export type WhatIf = {
  /** Always true. */
  same: true;
  /** Whether the rules differ. */
  rules: RulesDifference;
} | {
  /** The decision at which the states first diverge. */
  first_difference: Divergence | null;
  /** The decision that is illegal under the rules on disk, if there is one. */
  misfit: Divergence | null;
  /** The game under its current rules. */
  current: Snapshot;
  /** The game under the rules on disk. */
  alternative: Snapshot;
  /** The log lines that differ. */
  log: LogDifference;
};

/** The answer to a query about why something is not offered. */
export type Why = {
  /** Always true. */
  allowed: true;
} | Fault;

/** A query asking why a space, unit or place is not offered, or why the options chosen so far do not meet the condition
 * of the question. Exactly one of the four must be given. */
export type WhyQuery = {
  /** The name of a space. */
  space?: string;
  /** The id of a unit. */
  unit?: string;
  /** A place on a table. */
  spot?: [number, number];
  /** The indices of the options of the pending question that are chosen so far. */
  chosen?: Array<number>;
  /** The index of an option of the pending question. If given, the query is answered as if that option had been
   * chosen. */
  after?: number;
};
