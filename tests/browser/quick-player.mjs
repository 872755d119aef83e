// A player without a page: answers at random as fast as the server asks, to prepare a game for a test.

// Plays through a link until `isDone(snapshot, before)`, and returns the last snapshot. `before` has the snapshots of all
// earlier questions.
export async function quickPlay(url, random, isDone) {
  const snapshot = {},
    before = [];
  for await (const [kind, value] of events(`${url}api/events`)) {
    if (kind === "snapshot") Object.assign(snapshot, value);
    if (kind === "delta") change(snapshot, value);
    if (!snapshot.question || snapshot.question.number === before.at(-1)?.question.number) continue;
    if (isDone(snapshot, before)) return snapshot;
    before.push({ ...snapshot });
    await answer(url, snapshot.question, random);
  }
  throw new Error("the event stream ended");
}

function change(snapshot, { set, removed }) {
  Object.assign(snapshot, set);
  for (const key of removed) delete snapshot[key];
}

async function* events(url) {
  const response = await fetch(url),
    decoder = new TextDecoder();
  let text = "";
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop();
    for (const part of parts) yield [field(part, "event"), JSON.parse(field(part, "data") || "null")];
  }
}

function field(event, name) {
  return event
    .split("\n")
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim();
}

async function answer(url, asked, random) {
  const headers = { "content-type": "application/json", "x-grognard": "1" };
  const body = JSON.stringify({ number: asked.number, answer: given(asked, random) });
  const came = await fetch(`${url}api/answer`, { method: "POST", headers, body });
  if (!came.ok) throw new Error(`${asked.prompt}: ${await came.text()}`);
}

function given({ form, options, places, stop }, random) {
  const below = (most) => Math.floor(random() * most),
    spots = places?.spots ?? [];
  if (stop && (options.length + spots.length === 0 || below(6) === 0)) return { stop: true };
  if (spots.length > 0) return { spot: spots[below(spots.length)] };
  const all = options
    .map((_, at) => [random(), at])
    .sort(([a], [b]) => a - b)
    .map(([, at]) => at);
  if (form.kind === "one") return { one: all[0] };
  if (form.kind === "order") return { several: all };
  if (form.kind === "several")
    return { several: all.slice(0, form.min + below(Math.min(form.max, all.length) - form.min + 1)) };
  const shares = all.map((at) => [at, 0]);
  for (let left = form.total; left > 0; left--) shares.find(([, share]) => share < form.max)[1] += 1;
  return { shares: shares.filter(([, share]) => share > 0) };
}
