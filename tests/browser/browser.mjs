// Chromium, configured for the tests.

import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";

export const PICTURES = new URL("../../target/browser/", import.meta.url).pathname;
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function launch() {
  mkdirSync(PICTURES, { recursive: true });
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });
}

// Opens a page that records its errors, so that the test can fail.
export async function open(browser, url, { film = false, doubts = false, clock = false, ...more } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    locale: "en",
    ...more,
  });
  // Only tests of films show them, and only tests of confirmations are asked. An empty page has no storage.
  const turnOff = (key) => location.protocol === "http:" && localStorage.setItem(key, "off");
  if (!film) await context.addInitScript(turnOff, "grognard.film");
  if (!doubts) await context.addInitScript(turnOff, "grognard.confirm-end");
  const page = await context.newPage();
  // The time of the page passes only when the test says so.
  if (clock) await page.clock.install();
  page.setDefaultTimeout(10000);
  page.mistakes = [];
  page.on("pageerror", (error) => page.mistakes.push(`${error.stack ?? error}`));
  page.on(
    "console",
    (message) =>
      message.type() === "error" &&
      !/Failed to load resource|ERR_/.test(message.text()) &&
      page.mistakes.push(message.text()),
  );
  if (url) {
    await page.goto(url);
    await page.waitForSelector("body.ready, .wrong, #handover", { timeout: 20000 });
    if (clock) await page.clock.pauseAt(Date.now() + 5000);
  }
  return page;
}

// Opens a tab of the panel, which may be in the list below "More".
export async function showTab(page, name) {
  const tab = page.locator(`#tab-${name}`);
  if (!(await tab.isVisible())) await page.locator("#tabs .more").click();
  await tab.click();
}
