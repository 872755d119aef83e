// The line to the server: events come in, questions go out. A line that breaks is taken up again.

import { language, translate } from "./i18n.js";

const PATIENCE = [300, 600, 1000, 2000, 4000];

export class Connection {
  now = new Map();
  #tries = 0;
  #version = null;
  #source = null;

  // hear: { changed, notice, lost, found, wrong }
  constructor(hear) {
    this.hear = hear;
    this.#open();
  }

  #open() {
    this.#version = null;
    const source = new EventSource(address("events"));
    this.#source = source;
    source.addEventListener("whole", (event) => this.#whole(JSON.parse(event.data)));
    source.addEventListener("delta", (event) => this.#delta(JSON.parse(event.data)));
    source.addEventListener("notice", (event) => this.hear.notice(JSON.parse(event.data)));
    source.onerror = () => this.#lost();
  }

  #whole(sheet) {
    this.#tries = 0;
    this.now = new Map(Object.entries(sheet));
    this.hear.found();
    this.hear.changed();
  }

  #delta({ version, set, gone }) {
    const isNext = this.#version === null || version === this.#version + 1;
    if (!isNext) return this.#again(0);
    this.#version = version;
    const next = new Map(this.now);
    gone.forEach((key) => next.delete(key));
    Object.entries(set).forEach(([key, value]) => next.set(key, value));
    this.now = next;
    this.hear.changed();
  }

  async #lost() {
    this.#source.close();
    this.hear.lost();
    const answer = await fetch(address("map.json"), { method: "HEAD" }).catch(() => null);
    if (answer && (answer.status === 404 || answer.status === 403)) return this.hear.wrong();
    this.#again(PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)]);
  }

  #again(after) {
    this.#source.close();
    setTimeout(() => this.#open(), after);
  }
}

// A path of this game's API in the page's language.
export function address(path) {
  const mark = path.includes("?") ? "&" : "?";
  return `api/${path}${mark}lang=${language}`;
}

// Asks for something; what is refused is thrown, with its paragraph.
export async function get(path) {
  return read(await fetch(address(path)));
}

export async function post(path, body = {}) {
  const headers = { "content-type": "application/json", "x-grognard": "1" };
  const came = await fetch(address(path), { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
  if (!came) throw new Error(translate("The server cannot be reached: nothing was decided."));
  return read(came);
}

async function read(answer) {
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  const value = isJson ? await answer.json() : await answer.text();
  if (answer.ok) return value;
  throw Object.assign(new Error(value.reason ?? `${answer.status}`), {
    refusal: isJson ? value : { reason: answer.statusText },
    status: answer.status,
  });
}
