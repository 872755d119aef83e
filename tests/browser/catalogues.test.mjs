// The catalogues of the page are up to date, complete, and free of unused texts.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { catalogueModule, catalogues } from "./catalogues.mjs";

const PAGE = new URL("../../core/serve/page/", import.meta.url);
const modules = readdirSync(PAGE).filter((file) => file.endsWith(".js"));
// Long texts are concatenated strings.
const source = modules.map((file) => readFileSync(new URL(file, PAGE), "utf8").replace(/" \+\s+"/g, "")).join("\n");
const literals = new Set([...source.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, text]) => JSON.parse(`"${text}"`)));
const translated = [...source.matchAll(/translate\(\s*"((?:[^"\\\n]|\\.)*)"/g)].map(([, text]) =>
  JSON.parse(`"${text}"`),
);
const holes = (text) => [...new Set(text.match(/\{\d\}/g))].sort();

test("the page's catalogues match core/serve/locale", () => {
  const { found, expected } = catalogueModule();
  assert.equal(found, expected, "run .ci/page --write");
});

for (const [language, { texts }] of Object.entries(catalogues())) {
  test(`the catalogue ${language} has every text of the page and no others`, () => {
    assert.deepEqual(
      translated.filter((text) => !(text in texts)),
      [],
    );
    assert.deepEqual(
      Object.keys(texts).filter((text) => !literals.has(text)),
      [],
    );
    const torn = Object.entries(texts).filter(([english, text]) => `${holes(english)}` !== `${holes(text)}`);
    assert.deepEqual(torn, []);
  });
}
