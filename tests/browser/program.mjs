// Runs the program for the tests: a server with a game on a free port.

import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = new URL("../../", import.meta.url).pathname;
const children = new Set();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});
const PROGRAM = process.env.GROGNARD ?? join(ROOT, "target/debug/grognard");

// serve("battle-for-moscow", "--player", "soviet=person") → links by role, run(), restart(), stop()
export async function serve(scenario, ...more) {
  return serveFrom(process.env.GROGNARD_PACKS ?? ROOT, scenario, ...more);
}

// The same with the packs in another folder.
export async function serveFrom(packs, scenario, ...more) {
  const folder = mkdtempSync(join(tmpdir(), "grognard-"));
  const fixed = ["--data", join(folder, "games.sqlite"), "--page", join(ROOT, "core/serve/page"), "--json"];
  const options = {
    cwd: folder,
    env: {
      ...process.env,
      HOME: folder,
      GROGNARD_DATA: join(folder, "grognard"),
      GROGNARD_PACKS: packs,
      GROGNARD_BUILT_IN: "off",
      LANG: "C",
    },
  };
  const start = (args) => begin(spawn(PROGRAM, ["serve", ...args, ...fixed], options));
  let running = await start([...(scenario ? [scenario] : []), "--port", "0", ...more]);
  const { told } = running;
  return {
    url: told.url,
    host: told.host,
    folder,
    // Runs another command with the same folders and settings. Returns what it prints.
    run: async (line) => (await promisify(execFile)(PROGRAM, line.split(" "), options)).stdout,
    links: Object.fromEntries(told.links.map(({ role, url }) => [role, url])),
    kill: () => end(running.child),
    // Restarts the server with the same games and links.
    again: async () => {
      running = await start(["--port", new URL(told.url).port, ...more.filter((one) => one === "--watch")]);
    },
    stop: async () => {
      await end(running.child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function begin(child) {
  children.add(child);
  let out = "",
    err = "";
  child.stderr.on("data", (part) => {
    err += part;
  });
  const told = await new Promise((done, fail) => {
    child.on("exit", (code) => fail(new Error(`the server ended with ${code}: ${err}`)));
    child.stdout.on("data", (part) => {
      out += part;
      try {
        done(JSON.parse(out));
      } catch {
        /* incomplete so far */
      }
    });
  });
  child.removeAllListeners("exit");
  return { child, told };
}

function end(child) {
  const gone = new Promise((done) => (child.exitCode === null ? child.once("exit", done) : done()));
  child.kill("SIGKILL");
  return gone;
}
