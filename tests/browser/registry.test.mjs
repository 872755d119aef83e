// Packs from a registry in the lobby of the real program.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, PICTURES } from "./browser.mjs";
import { decide, chance } from "./player.mjs";
import { serveFrom } from "./program.mjs";

const PACKS = new URL("../cli/packs/", import.meta.url).pathname;
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// Writes a mod of the small battle that sets the strength of a unit.
function writeMod(root, name, requires) {
  const folder = join(root, "mods", name);
  mkdirSync(join(folder, "patches"), { recursive: true });
  const head = `format = 1\nid = "test.${name}"\nversion = "1.0.0"\nkind = "mod"\nname = "The ${name}"\n`;
  const more = `summary = "Bad weather"\nauthors = ["A. Author"]\nlicense = "MIT"\napi = ">=0.2, <0.3"\n`;
  writeFileSync(join(folder, "pack.toml"), `${head}${more}\n[requires]\n"test.ford" = "^1"\n${requires}`);
  const at = `'units.unit["${name === "hail" ? "Boar" : "Red Fox"}"].strength'`;
  const patch = `[[patch]]\nat = ${at}\nop = "set"\nvalue = 5\nwhy = "wet feet"\n`;
  writeFileSync(join(folder, "patches/units.toml"), patch);
}

// Makes a registry with two mods, and serves it on this machine.
async function registry(server) {
  const root = join(server.folder, "author");
  writeMod(root, "hail", "");
  writeMod(root, "rain", `"test.hail" = "^1"\n`);
  await server.run("registry key secret.key");
  await server.run("registry build registry --from author --name test --sign secret.key --no-trial");
  const web = createServer(async (request, response) => {
    const bytes = await readFile(join(server.folder, "registry", request.url)).catch(() => null);
    response.writeHead(bytes ? 200 : 404).end(bytes ?? "");
  });
  await new Promise((done) => web.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${web.address().port}`, close: () => web.close() };
}

test("the host searches a registry, reads what a mod changes, installs it and plays with it", async (context) => {
  const server = await serveFrom(PACKS, null, "--pace", "0");
  const page = await open(browser, null);
  await page.goto(server.host);
  await page.locator("#registry summary").click();
  assert.match(await page.locator("#registry pre").innerText(), /grognard registry add NAME ADDRESS --key KEY/);

  const { url, close } = await registry(server);
  await server.run(`registry add near ${url} --key secret.key.pub`);
  await page.getByRole("button", { name: "Look again" }).click();
  await page.waitForSelector(".found [data-id='test.rain']");
  const start = Date.now();
  await page.locator("#registry [type=search]").fill("rain");
  await page.waitForFunction(() => document.querySelectorAll(".found > li").length === 1);
  context.diagnostic(`found after ${Date.now() - start} ms, of which typing waits 150 ms`);

  const item = page.locator(".found [data-id='test.rain']");
  await item.getByRole("button", { name: "What it changes" }).click();
  await item.locator(".install").waitFor({ timeout: 60000 });
  const text = await item.innerText();
  for (const part of [
    /A\. Author/,
    /MIT/,
    /test\.hail 1\.0\.0/,
    /In The ford it changes the rules:/,
    /Red Fox, strength: .*becomes 5 – reason: wet feet/,
  ])
    assert.match(text, part);
  await page.screenshot({ path: `${PICTURES}registry.png`, fullPage: true });
  assert.equal(await page.locator("#mods [value='test.rain']").count(), 0);

  await item.locator(".install").click();
  await page.waitForSelector("#mods [value='test.rain']:checked", { timeout: 60000 });
  assert.match(await page.locator("#registry [role=status]").first().innerText(), /Installed: .*test\.rain 1\.0\.0/);
  const inForm = page.locator("#mods [data-id='test.rain']");
  await inForm.getByRole("button", { name: "Disable" }).click();
  await page.waitForSelector("#mods [value='test.rain']:not(:checked)");
  await inForm.getByRole("button", { name: "Enable" }).click();
  await page.waitForSelector("#mods [value='test.rain']:checked");

  await page.locator(".go").click();
  await page.waitForSelector(".created a");
  await page.waitForFunction(() => /The ford\s+.*The rain/s.test(document.querySelector("#games")?.innerText ?? ""));
  const link = await page.locator("#created a").first().getAttribute("href");
  const board = await open(browser, new URL(link, server.host).href);
  assert.ok(await decide(board, chance(1)));

  await inForm.getByRole("button", { name: "Remove" }).click();
  await inForm.waitFor({ state: "detached" });
  assert.match(await server.run("mods list"), /^test\.hail 1\.0\.0 {2}enabled/);
  for (const { mistakes } of [page, board]) assert.deepEqual(mistakes, []);
  for (const { context } of [page, board].map((page) => ({ context: page.context() }))) await context.close();
  close();
  await server.stop();
});

test("the section about registries is translated", async () => {
  const server = await serveFrom(PACKS, null);
  const page = await open(browser, null);
  await page.goto(`${server.host}?lang=fr`);
  await page.locator("#registry summary").click();
  await page.waitForSelector("#registry pre");
  assert.match(await page.locator("#registry").innerText(), /Aucun registre de packs n’est configuré/);
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
  await server.stop();
});
