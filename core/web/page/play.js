// The page of a game without a server: shows replies of the program, and sends it the player's answers.

const worker = new Worker("worker.js", { type: "module" });
const [board, prompt, options, log] = ["board", "prompt", "options", "log"].map((id) => document.getElementById(id));
const undo = document.getElementById("undo");
const form = document.getElementById("new-game");

let question = null;
let chosen = [];

function send(message) {
  question = null;
  options.replaceChildren();
  worker.postMessage(message);
}

function button(text, action, pressed = false) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.setAttribute("aria-pressed", pressed);
  made.addEventListener("click", action);
  return made;
}

/** Chooses an option. Questions with one answer are answered at once. */
function choose(at) {
  if (question.most === 1 && question.least === 1) return send({ do: "answer", options: [at] });
  const before = chosen.indexOf(at);
  if (before >= 0) chosen.splice(before, 1);
  else if (chosen.length < question.most) chosen.push(at);
  showOptions(question.options.keys());
}

function showOptions(shown) {
  const buttons = [...shown].map((at) => button(question.options[at].name, () => choose(at), chosen.includes(at)));
  if (question.most > 1 || question.least !== 1) {
    const answer = button("Confirm", () => send({ do: "answer", options: chosen }));
    answer.disabled = chosen.length < question.least;
    buttons.push(answer);
  }
  if (question.stop) buttons.push(button(question.stop, () => send({ do: "stop" })));
  options.replaceChildren(...buttons);
}

board.addEventListener("click", (event) => {
  const space = event.target.closest("[data-space]")?.dataset.space;
  if (!question || !space) return;
  const there = [...question.options.keys()].filter((at) => question.options[at].space === space);
  if (there.length === 1) choose(there[0]);
  else showOptions(there.length ? there : question.options.keys());
});

undo.addEventListener("click", () => send({ do: "undo" }));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  prompt.textContent = "Starting…";
  const seed = Number(form.elements.seed.value) || Math.floor(Math.random() * 1e9);
  send({ do: "start", scenario: "battle-for-moscow", side: form.elements.side.value, seed });
});

worker.onmessage = ({ data: reply }) => {
  if (reply.crashed || (reply.error && !reply.board)) {
    prompt.textContent = reply.error;
    return;
  }
  board.innerHTML = reply.board;
  log.replaceChildren(
    ...reply.log.map(([rule, text]) => {
      const line = document.createElement("li");
      line.textContent = rule ? `${rule} ${text}` : text;
      return line;
    }),
  );
  log.scrollTop = log.scrollHeight;
  undo.disabled = !reply.undo;
  chosen = [];
  question = reply.question ?? null;
  if (reply.ended) prompt.textContent = reply.ended;
  else if (reply.agent) prompt.textContent = `The ${reply.agent} player is thinking…`;
  else if (question) prompt.textContent = `${question.side}: ${question.prompt}`;
  if (reply.error) prompt.textContent = `${reply.error} — ${prompt.textContent}`;
  if (question) showOptions(question.options.keys());
  // One decision at a time, so that the board shows what the agent does.
  else if (reply.agent) send({ do: "agent" });
};

worker.onerror = (event) => {
  prompt.textContent = event.message || "The program cannot be loaded. Was it built with `just wasm`?";
};

form.requestSubmit();
