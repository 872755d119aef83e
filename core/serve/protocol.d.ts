// Generated from core/serve/src/dto: run `.ci/generated --write` to update.

/** All parts of a game that a role may see, by key. */
export interface Snapshot {
  game: Game;
  question: Question | null;
  links: UnitLink[];
  undo_request: UndoRequest | null;
  /** The spaces of each side, a fragment of SVG. */
  front: string;
  [stack: `stack/${string}`]: Counter[];
  [off: `off/${string}`]: Counter[];
  [stand: `stand/${string}`]: Stand;
  [owner: `owner/${string}`]: string;
  [line: `log/${number}`]: LogLine;
  [answer: `forced/${number}`]: ForcedAnswer;
  [roll: `dice/${number}`]: DiceRoll;
}

/** What happened between the last decision of a side and its return. */
export type Absence = {
  /** The number of log lines the side had read. */
  log_lines: number;
  /** The units of other sides that moved. */
  moves: Array<Move>;
};

/** Why a viewer may not take an action; absent if they may. */
export type ActionRefusals = {
  /** Exporting the save. */
  replay?: string;
  /** Comparing the game with a replay under different rules. */
  what_if?: string;
  /** Exporting the record of a side. */
  record?: string;
  /** Starting another game from an earlier moment. */
  fork?: string;
};

/** An answer by the indices of options. */
export type AnswerBody = { "stop": boolean } | { "one": number } | { "several": Array<number> } | { "shares": Array<[number, number]> } | { "spot": [number, number] };

/** The form of an answer. */
export type AnswerForm = { "kind": "one" } | { "kind": "several";
  /** The minimum. */
  min: number;
  /** The maximum. */
  max: number;
} | { "kind": "order" } | { "kind": "allocate";
  /** The total. */
  total: number;
  /** The maximum on one option. */
  max: number;
};

/** An answer to a question. */
export type AnswerRequest = {
  /** The number of the question. */
  number: number;
  /** The answer. */
  answer: AnswerBody;
};

/** The map of a game. Lengths are in units of its picture. */
export type BoardMap = {
  /** The top left corner of the picture. */
  origin: [number, number];
  /** The width and the height of the picture. */
  size: [number, number];
  /** The width and the height of a counter. */
  counter: number;
  /** The spaces by name. */
  spaces: { [key in string]: MapSpace };
  /** The table, if the map is one. */
  field: FieldMap | null;
  /** The sides. */
  sides: Array<MapSide>;
  /** A summary of the battle. */
  summary: string | null;
  /** The goal of the battle. */
  goal: string | null;
  /** The charts. */
  charts: Array<ChartTitle>;
  /** The layers that can be shown. */
  layers: Array<LayerTitle>;
};

/** A chart. */
export type Chart = {
  /** Its name: `crt`. */
  name: string;
  /** Its title in the viewer's language. */
  title: string;
  /** Its paragraph. */
  rule: string | null;
  /** The axis of its rows. */
  rows: ChartAxis;
  /** The axis of its columns. */
  columns: ChartAxis;
  /** Its cells, row by row. */
  cells: Array<Array<string>>;
  /** The result below its first column. */
  below: ChartFloor | null;
  /** The meanings of its results. */
  meanings: Array<Meaning>;
};

/** An axis of a chart. */
export type ChartAxis = {
  /** Its name. */
  name: string;
  /** The headings along it. */
  keys: Array<string>;
};

/** The result below the first column of a chart. */
export type ChartFloor = {
  /** A description of the result. */
  text: string;
  /** The paragraph. */
  rule: string;
};

/** The name and the title of a chart. */
export type ChartTitle = {
  /** Its name. */
  name: string;
  /** Its title in the viewer's language. */
  title: string;
};

/** Something that can be chosen. Besides its name and its cost, it has the fields for its kind. */
export type Choice = {
  /** Its name in the viewer's language. */
  text: string;
  /** The cost of a space within reach. */
  cost?: string;
  /** A unit. */
  unit?: string;
  /** A space, or the space of the unit. */
  space?: string;
  /** A path from space to space. */
  path?: Array<string>;
  /** A number. */
  number?: number;
  /** A place on a table. */
  spot?: [number, number];
  /** Whether it is a label. */
  label?: boolean;
};

/** Consent to the undo of another player, or its refusal. */
export type ConsentRequest = {
  /** Whether the player agrees. */
  agree: boolean;
};

/** The counter of a unit. */
export type Counter = {
  /** The name or the token of the unit; for hidden units without a token, a name that is unique on their space. */
  id: string;
  /** Its side. */
  side: string | null;
  /** Its description in the viewer's language. */
  label: string;
  /** Its picture, a fragment of SVG. */
  svg: string;
  /** The current number of steps and the number at full strength; absent for a hidden unit. */
  steps?: [number, number];
  /** Whether it has lost steps; absent for a hidden unit. */
  reduced?: boolean;
};

/** The difference between two snapshots, as an event. */
export type Delta = {
  /** A number that grows by one with each event. */
  version: number;
  /** The keys that are new or have a different value. */
  set: Partial<Snapshot>;
  /** The keys that were removed. */
  removed: Array<string>;
};

/** A roll of dice. */
export type DiceRoll = {
  /** The purpose, in the viewer's language. */
  purpose: string;
  /** The number of sides of each die. */
  sides: number;
  /** The results. */
  results: Array<number>;
};

/** The decision at which two games diverge. */
export type Divergence = {
  /** The number of decisions before it. */
  decision: number;
  /** A description of the difference. */
  text: string;
};

/** An empty reply: the request was granted. */
export type Done = Record<symbol, never>;

/** The body of a refused or failed request. */
export type Fault = {
  /** The paragraph, if a rule forbids it. */
  rule?: string;
  /** The subject of the paragraph. */
  rule_title?: string;
  /** The reason, a clause without a full stop. */
  reason: string;
  /** Errors in rules or files, as `grognard` prints them. */
  diagnostic?: string;
};

/** A table to measure on. */
export type FieldMap = {
  /** The space that is the table. */
  table: string;
  /** Its width and its depth in units of length. */
  size: [number, number];
  /** The distance between the places that are offered first. */
  lattice: number;
  /** The number of units of length in one unit that players see. */
  scale: number;
  /** The name of the unit that players see. */
  unit: string;
  /** The number of picture units in one unit of length. */
  picture_scale: number;
};

/** An answer given for a side because no other was possible. */
export type ForcedAnswer = {
  /** The side. */
  side: string;
  /** The paragraph of the question. */
  rule: string | null;
  /** The subject of the paragraph. */
  prompt: string | null;
  /** The choices, separated by commas. */
  text: string;
};

/** The forecast of a battle, or of a part of it. */
export type Forecast = {
  /** A summary without chances: `16:5 = 3:1, -1 river (9.2) -> 2:1`. */
  line: string;
  /** The paragraph of the summary. */
  rule: string | null;
  /** The strengths of attack and defence; empty if the game does not compare strengths. */
  strengths: Array<string>;
  /** The modifiers of the column. */
  modifiers: Array<Modifier>;
  /** The outcomes, most likely first. */
  outcomes: Array<Outcome>;
  /** A remark, if there are no chances. */
  note: string | null;
};

/** A request for a new game that starts from a moment of this one. */
export type ForkRequest = {
  /** The number of the moment. */
  moment: number;
};

/** The general state of a game. */
export type Game = {
  /** The id of the scenario. */
  id: string;
  /** Its title in the viewer's language. */
  title: string;
  /** The current turn; 0 during set-up. */
  turn: number;
  /** The number of turns. */
  turns: number;
  /** The current phase in the viewer's language. */
  phase: string;
  /** The paragraph of the phase. */
  rule: string | null;
  /** Whether the game is in set-up. */
  setup: boolean;
  /** The viewer. */
  viewer: Viewer;
  /** The side that has to decide, if the viewer may know. */
  active_side: string | null;
  /** The result, when the game is over. */
  result: GameResult | null;
  /** The number of the current moment. */
  moment: number;
  /** Whether the viewer can take a decision back, or ask to. */
  undo: boolean;
  /** The sides whose consent an undo needs. */
  consent: Array<string>;
  /** Whether the viewer can redo a decision. */
  redo: boolean;
  /** The player of each side: `person`, `greedy`, `random`. */
  seats: { [key in string]: string };
  /** Actions the viewer may not take. */
  refusals: ActionRefusals;
};

/** The number of a game. */
export type GameId = number;

/** A game in the list of games. Fields read from its save are absent if the save cannot be read. */
export type GameItem = {
  /** Its number. */
  game: GameId;
  /** The title of its battle. */
  title: string;
  /** The scenario. */
  scenario?: string;
  /** The mods. */
  mods?: Array<string>;
  /** The options: pairs of a name and a value. */
  options?: Array<[string, string]>;
  /** The player of each side. */
  seats?: { [key in string]: string };
  /** The roles for which there are links. */
  roles?: Array<string>;
  /** The number of decisions, once the game is over. Before, it would reveal to the host what others do. */
  decisions: number | null;
  /** The current turn; 0 during set-up. */
  turn: number;
  /** The current phase. */
  phase: string;
  /** Whether the game is over. */
  over: boolean;
  /** The time of its creation, in seconds since 1970. */
  created_at: number;
};

/** A game with links to it. */
export type GameLinks = {
  /** Its number. */
  game: GameId;
  /** The title of its battle. */
  title: string;
  /** Its links. */
  links: Array<RoleLink>;
};

/** The result of a game. */
export type GameResult = {
  /** A description of the result. */
  text: string;
  /** The winner; null for a draw. */
  winner: string | null;
};

/** The moments a viewer can look back at. */
export type History = {
  /** The number of the last moment. */
  moments: number;
  /** The moments at which a phase began. */
  marks: Array<PhaseMark>;
};

/** What a layer shows over the map. */
export type Layer = {
  /** Spaces. */
  spaces: Array<string>;
  /** Units. */
  units: Array<string>;
  /** Distances around units on a table. */
  ranges: Array<[string, number]>;
  /** Paths from space to space. */
  paths: Array<Array<string>>;
};

/** The name and the title of a layer. */
export type LayerTitle = {
  /** Its name. */
  name: string;
  /** Its title in the viewer's language. */
  title: string;
  /** Its paragraph. */
  rule: string | null;
};

/** A request for another link to a game. */
export type LinkRequest = {
  /** The number of the game. */
  game: GameId;
  /** The role: `side:german`, `both`, `spectator`. */
  role: string;
};

/** The log lines that differ between two games: pairs of a paragraph and a message. */
export type LogDifference = {
  /** Lines that only the first game has. */
  removed: Array<[string, string]>;
  /** Lines that only the second game has. */
  added: Array<[string, string]>;
};

/** A line of the log. */
export type LogLine = {
  /** The paragraph. */
  rule: string;
  /** The message about the event. */
  text: string;
};

/** A side with its colours. */
export type MapSide = {
  /** Its name: `german`. */
  name: string;
  /** Its name in the viewer's language. */
  text: string;
  /** Its adjective in the viewer's language. */
  adjective: string | null;
  /** The colour of its counters. */
  fill: string;
  /** The colour of the text on its counters. */
  ink: string;
  /** The colour of its spaces. */
  flag: string;
};

/** A space on the picture. */
export type MapSpace = {
  /** The centre of counters on the space. */
  at: [number, number];
  /** The size of the room for counters. */
  room: [number, number];
  /** Its number and its name. */
  label: string;
  /** Its terrain; empty for a box. */
  terrain: string;
  /** Its other features: towns, works. */
  features?: Array<string>;
  /** Whether it is a box. */
  box: boolean;
};

/** The meaning of a result. */
export type Meaning = {
  /** The result as the chart prints it. */
  result: string;
  /** A description of its meaning. */
  text: string;
};

/** A modifier with its reason. */
export type Modifier = {
  /** The number of columns or points. */
  amount: number;
  /** The paragraph. */
  rule: string;
  /** The reason, in a word or two. */
  reason: string;
};

/** The move of a unit. */
export type Move = {
  /** The unit. */
  unit: string;
  /** Its position before. */
  from: Position;
  /** Its position after. */
  to: Position;
};

/** A request for a new game. */
export type NewGame = {
  /** The scenario. */
  scenario: string;
  /** The mods. */
  mods?: Array<string>;
  /** The options that differ from their defaults. */
  options?: { [key in string]: string };
  /** The player of each side: `person`, `greedy`, `random`. */
  seats?: { [key in string]: string };
  /** The seed of the dice; random unless given. */
  seed?: number;
};

/** A notice to all viewers of a game, as an event. */
export type Notice = {
  /** Its kind. */
  kind: NoticeKind;
  /** Its text. */
  text: string;
  /** Errors and warnings about the rules, as `grognard` prints them. */
  diagnostic?: string;
  /** Log lines that were removed: pairs of a paragraph and a message. */
  removed?: Array<[string, string]>;
  /** Log lines that replace them. */
  added?: Array<[string, string]>;
};

/** The kind of a notice. */
export type NoticeKind = "changed" | "style" | "broken" | "fallback" | "refusal";

/** The odds of an attack. */
export type Odds = {
  /** The reason. */
  unavailable: string;
} | {
  /** All forecasts. */
  forecasts: Array<Forecast>;
  /** A summary without chances: `16:5 = 3:1, -1 river (9.2) -> 2:1`. */
  line: string;
  /** The paragraph of the summary. */
  rule: string | null;
  /** The strengths of attack and defence; empty if the game does not compare strengths. */
  strengths: Array<string>;
  /** The modifiers of the column. */
  modifiers: Array<Modifier>;
  /** The outcomes, most likely first. */
  outcomes: Array<Outcome>;
  /** A remark, if there are no chances. */
  note: string | null;
};

/** A query for the odds of an attack on a space. */
export type OddsQuery = {
  /** The space. */
  space: string;
  /** The attackers; by default all units that could attack. */
  attackers?: Array<string> | null;
};

/** An option of a battle. */
export type OptionItem = {
  /** The type of its values. */
  type: "bool" | "int" | "enum";
  /** Its default. */
  default: boolean | number | string;
  /** The minimum of an `int`. */
  min: number | null;
  /** The maximum of an `int`. */
  max: number | null;
  /** The values of an `enum`. */
  values: Array<string>;
  /** The paragraph. */
  rule: string | null;
  /** Its name in the host's language. */
  label: string | null;
};

/** An outcome with its chance. */
export type Outcome = {
  /** The result. */
  result: string;
  /** The number of cases with this result. */
  weight: number;
  /** The number of all cases. */
  total: number;
  /** The chance in per cent, rounded. */
  percent: number;
};

/** A pack in the list of packs. */
export type PackItem = {
  /** Its id. */
  id: string;
  /** Its id without the publisher. */
  short: string;
  /** Its name. */
  name: string;
  /** Its summary. */
  summary: string | null;
  /** The goal of the battle. */
  goal: string | null;
  /** The packs it requires. */
  requires: Array<string>;
};

/** The packs available for new games. */
export type Packs = {
  /** The battles. */
  scenarios: Array<ScenarioItem>;
  /** The mods. */
  mods: Array<PackItem>;
};

/** A paragraph of the rulebook. */
export type Paragraph = {
  /** Its number. */
  number: string;
  /** Its subject. */
  title: string;
};

/** The moment at which a phase began. */
export type PhaseMark = {
  /** The number of the moment. */
  moment: number;
  /** The turn. */
  turn: number;
  /** The phase in the viewer's language. */
  phase: string | null;
};

/** The places of a region that are offered. Any other place of the region can be chosen as well. */
export type Places = {
  /** The places. */
  spots: Array<[number, number]>;
  /** The cost of going to each place. */
  costs: Array<number> | null;
  /** The corners of the unit's footprint, relative to its centre. */
  outline: Array<[number, number]> | null;
  /** The width of the footprint of a course. */
  width: number | null;
};

/** The position of a unit. */
export type Position = string | [number, number];

/** The pending question, for a viewer who may answer it. */
export type Question = {
  /** Its number, which an answer must repeat. */
  number: number;
  /** The side that is asked. */
  side: string;
  /** Its key: `movement.unit`. */
  key: string;
  /** Its paragraph. */
  rule: string;
  /** The subject of the paragraph. */
  rule_title: string | null;
  /** The prompt, in the viewer's language. */
  prompt: string;
  /** The form of its answer. */
  form: AnswerForm;
  /** The options; empty if any place of a region can be chosen. */
  options: Array<Choice>;
  /** The places of a region that are offered. */
  places: Places | null;
  /** The label for declining, if the viewer may decline. */
  stop: string | null;
  /** The context: the unit that moves, the space of the fight. */
  context: Array<Choice>;
};

/** A link to a game for a role. */
export type RoleLink = {
  /** The role: `side:german`, `both`, `spectator`. */
  role: string;
  /** The path on this server. */
  path: string;
};

/** Whether two sets of rules differ. */
export type RulesDifference = "same" | "other";

/** A battle in the list of battles. A battle that cannot be loaded has no sides, seats or options. */
export type ScenarioItem = {
  /** Its sides. */
  sides?: Array<SideTitle>;
  /** The default player of each side. */
  seats?: Array<string>;
  /** Its options by name. */
  options?: { [key in string]: OptionItem };
  /** The name of its game system. */
  system: string | null;
  /** The id of its game system. */
  system_id: string | null;
  /** Its id. */
  id: string;
  /** Its id without the publisher. */
  short: string;
  /** Its name. */
  name: string;
  /** Its summary. */
  summary: string | null;
  /** The goal of the battle. */
  goal: string | null;
  /** The packs it requires. */
  requires: Array<string>;
};

/** The name of a side. */
export type SideTitle = {
  /** Its name: `german`. */
  name: string;
  /** Its name in the host's language. */
  text: string;
};

/** A unit or a piece of ground on a table. */
export type Stand = {
  /** The place of its centre. */
  spot: [number, number];
  /** The direction it faces. */
  facing: "north" | "east" | "south" | "west";
  /** The width and the depth of its base; absent for a piece of ground. */
  base?: [number, number];
  /** The name or the token of the unit; for hidden units without a token, a name that is unique on their space. */
  id: string;
  /** Its side. */
  side: string | null;
  /** Its description in the viewer's language. */
  label: string;
  /** Its picture, a fragment of SVG. */
  svg: string;
  /** The current number of steps and the number at full strength; absent for a hidden unit. */
  steps?: [number, number];
  /** Whether it has lost steps; absent for a hidden unit. */
  reduced?: boolean;
};

/** The reply to an undo. */
export type UndoReply = {
  /** The sides that were asked for their consent; empty when the decision was taken back at once. */
  consent: Array<string>;
};

/** A request for undo that waits for consent. */
export type UndoRequest = {
  /** The side that asks. */
  side: string;
  /** Whether the viewer plays that side. */
  own: boolean;
  /** The sides that have not consented yet. */
  pending: Array<string>;
};

/** A link that rules made between two units, such as from an attacker to its target. */
export type UnitLink = {
  /** The name of the link. */
  name: string;
  /** The unit it starts from. */
  from: string;
  /** The unit it leads to. */
  to: string;
};

/** The role and the side of a viewer. */
export type Viewer = {
  /** The role, without its side. */
  role: "side" | "both" | "spectator";
  /** The side whose view is shown. */
  side: string | null;
};

/** The game compared with what it would be under the rules on disk. */
export type WhatIf = {
  /** Always true. */
  same: true;
  /** Whether the rules are the same too. */
  rules: RulesDifference;
} | {
  /** The first difference. */
  first_difference: Divergence | null;
  /** The decision that does not fit the rules on disk. */
  misfit: Divergence | null;
  /** The game as it is. */
  current: Snapshot;
  /** The game under the rules on disk. */
  alternative: Snapshot;
  /** The log lines that differ. */
  log: LogDifference;
};

/** Why something is not offered. */
export type Why = {
  /** Always true. */
  allowed: true;
} | Fault;

/** A query why a space, a unit or a place is not offered; exactly one of them is named. */
export type WhyQuery = {
  /** A space. */
  space?: string;
  /** A unit. */
  unit?: string;
  /** A place on a table. */
  spot?: [number, number];
  /** The index of an option to be chosen first. */
  after?: number;
};
