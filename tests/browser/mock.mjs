// A mock server with a made-up battle of 6 × 4 hexes, to test the page alone.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const PAGE = new URL("../../core/serve/page/", import.meta.url).pathname;
const KINDS = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
export const FILL = { german: "#a9b0a3", soviet: "#cf7f62" };

export const SPACES = Array.from({ length: 24 }, (_, at) => ({
  name: `0${1 + (at % 6)}0${1 + Math.floor(at / 6)}`,
  column: at % 6,
  row: Math.floor(at / 6),
}));
const centre = ({ column, row }) => [1000 + 1500 * column, 1000 + 1732 * row + 866 * (column % 2)];

export function mapPicture() {
  const corners = [
    [1000, 0],
    [500, 866],
    [-500, 866],
    [-1000, 0],
    [-500, -866],
    [500, -866],
  ];
  const hex = (space) => {
    const [x, y] = centre(space);
    const points = corners.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ");
    return `<g data-space="${space.name}"><title>${space.name}</title>
      <polygon class="land" fill="#f0e7cb" stroke="#9c927b" points="${points}"/></g>`;
  };
  const layers = ["offer", "units", "marks"].map((name) => `<g class="layer layer-${name}"/>`).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="-500 -500 10500 8800">
    <g class="spaces">${SPACES.map(hex).join("")}</g>
    <g class="layer layer-owner"/><g class="layer layer-reach"/>${layers}</svg>`;
}

const KEY =
  '<svg xmlns="http://www.w3.org/2000/svg" class="key" viewBox="0 0 6000 620">' +
  '<text x="760" y="400" font-size="240">forest</text></svg>';

export function piece(id, side, more = {}) {
  const svg = `<g class="counter" data-unit="${id}"><title>${id}</title>
    <rect x="-480" y="-480" width="960" height="960" rx="70" fill="${FILL[side]}" stroke="#222" stroke-width="20"/>
    <text y="120" font-size="300" text-anchor="middle">${id}</text></g>`;
  return { id, side, label: `${id}, ${side} corps 4-4`, svg, ...more };
}

export function question(number, more) {
  return {
    number,
    side: "german",
    key: "test",
    rule: "7.0",
    rule_title: "movement",
    prompt: "Which unit moves?",
    form: { kind: "one" },
    options: [],
    stop: "end movement",
    context: [],
    ...more,
  };
}

const FORECAST = {
  line: "8:4 = 2:1",
  rule: null,
  strengths: ["8", "4"],
  modifiers: [{ amount: -1, rule: "9.2", reason: "river" }],
  outcomes: [
    { result: "DR", weight: 4, total: 6 },
    { result: "EX", weight: 2, total: 6 },
  ],
  note: null,
};

const plain = (text) => ({ style: "plain", text });
const rule = (number, title, more) => ({
  number,
  title,
  parent: null,
  text: [],
  not_enforced: null,
  rulings: [],
  options: [],
  changes: [],
  ...more,
});

const RULES = [
  {
    title: "Mock rules",
    introduction: [{ list: false, lines: [[plain("In our own words.")]] }],
    paragraphs: [
      rule("7.0", "Movement", {
        text: [
          {
            list: false,
            lines: [[plain("Units move one by one ("), { style: "reference", text: "9.0" }, plain(").")]],
          },
          {
            list: true,
            lines: [[{ style: "strong", text: "<img src=x onerror='window.hacked=1'>" }], [plain("no stacking")]],
          },
        ],
        rulings: [{ question: "Who moves?", chosen: "You.", why: "", other: "" }],
        options: [{ name: "fog", label: "Fog", value: "off" }],
        changes: [{ pack: "Winter", rule: "movement.all", replaces: true }],
      }),
      rule("7.1", "Roads", { parent: "7.0", text: [{ list: false, lines: [[plain("A chaussée is fast.")]] }] }),
      rule("9.0", "Combat", { not_enforced: "an overview" }),
    ],
  },
];

export const MAP = {
  origin: [-500, -500],
  size: [10500, 8800],
  ground: [10500, 8800],
  counter: 960,
  layers: [{ name: "control", title: "zones of control", rule: "6.0" }],
  charts: [],
  fonts: [],
  spaces: Object.fromEntries(
    SPACES.map((space) => [
      space.name,
      { at: centre(space), room: [1200, 1100], label: space.name, terrain: "clear", box: false },
    ]),
  ),
  sides: [
    { name: "german", text: "German", fill: FILL.german, flag: FILL.german, ink: "#1f1d1a" },
    { name: "soviet", text: "Soviet", fill: FILL.soviet, flag: FILL.soviet, ink: "#1f1d1a" },
  ],
};

export function opening(more = {}) {
  return {
    game: {
      title: "Mock battle",
      turn: 1,
      turns: 7,
      phase: "German movement",
      rule: "7.0",
      setup: false,
      viewer: { role: "side", side: "german" },
      active_side: "german",
      secret_choice: false,
      secret_answers: [],
      result: null,
      moment: 3,
      undo: true,
      consent: [],
      redo: false,
      seats: { german: "person", soviet: "person" },
    },
    question: question(1, {
      options: [
        { text: "XX", unit: "XX", space: "0102" },
        { text: "XL", unit: "XL", space: "0303" },
        { text: "3", unit: "3", space: "0303" },
      ],
    }),
    "stack/0102": [piece("XX", "german")],
    "stack/0303": [piece("XL", "german"), piece("3", "german")],
    "stack/0502": [piece("?7", "soviet")],
    "owner/0502": "soviet",
    "log/0": { rule: "3.0", text: "Turn 1 begins" },
    ...more,
  };
}

// A picture with code that must not run: on its root, on every shape, and as elements.
export function hostile(svg) {
  return svg
    .replace(/<(svg|g|rect|polygon)\b/g, '<$1 onclick="window.hacked = true"')
    .replace(">", "><script>window.hacked = true</script><foreignObject/>");
}

// `room.snapshot` is shown, `room.answers` collects answers, and `room.reply(path, body)` may override a reply.
export async function mock(first = opening(), ground = mapPicture(), map = MAP) {
  const room = { snapshot: first, answers: [], lines: new Set(), version: 0, refuses: null, pasts: {}, absence: null };
  const json = (response, status, value) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  room.send = (event, value) => {
    for (const line of room.lines) line.write(`event: ${event}\ndata: ${JSON.stringify(value)}\n\n`);
  };
  room.change = (set, removed = []) => {
    Object.assign(room.snapshot, set);
    for (const key of removed) delete room.snapshot[key];
    room.version += 1;
    room.send("delta", { version: room.version, set, removed });
  };
  room.cut = () => {
    for (const line of room.lines) line.destroy();
  };
  const api = {
    "map.svg": (_, response) => response.writeHead(200, { "content-type": "image/svg+xml" }).end(ground),
    "map.json": (_, response) => json(response, 200, map),
    "key.svg": (_, response) => response.writeHead(200, { "content-type": "image/svg+xml" }).end(KEY),
    absence: (_, response) => json(response, 200, room.absence),
    "charts.json": (_, response) => json(response, 200, []),
    "rules.json": (_, response) => json(response, 200, RULES),
    history: (_, response) =>
      json(response, 200, {
        moments: room.snapshot.game.moment,
        marks: [{ moment: 0, turn: 1, phase: "German movement" }],
      }),
    events: (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`event: snapshot\ndata: ${JSON.stringify(room.snapshot)}\n\n`);
      room.lines.add(response);
      response.on("close", () => room.lines.delete(response));
    },
    why: (body, response) => {
      if (body.chosen) return json(response, 200, room.unfit(body.chosen) ?? { allowed: true });
      json(response, 200, { rule: "7.3", rule_title: "stacking", reason: `not ${body.space ?? body.unit} now` });
    },
    odds: (body, response) => {
      const forecast = { ...FORECAST, ...room.forecast?.(body) };
      json(response, 200, { ...forecast, forecasts: [forecast] });
    },
    contact: (body, response) => json(response, 200, room.contact(body)),
    answer: (body, response) => {
      room.answers.push(body);
      if (room.refuses) return json(response, 409, room.refuses);
      json(response, 200, {});
      room.answered?.(body);
    },
    consent: (body, response) => {
      room.consents = [...(room.consents ?? []), body.agree];
      json(response, 200, {});
    },
    undo: (_, response) => {
      room.undone = (room.undone ?? 0) + 1;
      json(response, 200, {});
    },
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const [, place, token, ...rest] = pathname.split("/");
    if (place !== "t" || token !== "right")
      return json(response, 404, { reason: "this link is not valid on this server" });
    const past = /^api\/history\/(\d+)$/.exec(rest.join("/"));
    if (past) return json(response, 200, room.pasts[past[1]] ?? room.snapshot);
    if (rest[0] === "api")
      return api[rest[1]] ? api[rest[1]](await read(request), response) : json(response, 404, { reason: "no" });
    const name = rest.join("/") || "index.html";
    const bytes = await readFile(join(PAGE, name)).catch(() => null);
    response
      .writeHead(bytes ? 200 : 404, {
        "content-type": KINDS[extname(name)] ?? "text/plain",
        "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
      })
      .end(bytes ?? "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  room.port = server.address().port;
  room.url = `http://127.0.0.1:${room.port}/t/right/`;
  room.close = () => {
    room.cut();
    server.close();
    server.closeAllConnections();
  };
  return room;
}

async function read(request) {
  let text = "";
  for await (const part of request) text += part;
  return text ? JSON.parse(text) : null;
}

// Closes a page and its server. Fails if the page made mistakes.
export async function leave(page, room) {
  const { mistakes } = page;
  await page.context().close();
  room.close();
  assert.deepEqual(mistakes, []);
}
