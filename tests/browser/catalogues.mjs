// The catalogues of the page, made from the TOML files of core/serve/locale: `node catalogues.mjs --write`.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";

const SERVE = fileURLToPath(new URL("../../core/serve/", import.meta.url));
const LOCALES = join(SERVE, "locale");
const MODULE = join(SERVE, "page/i18n/catalogues.js");
const HEAD = `// Generated from core/serve/locale: \`.ci/page --write\` makes it again.

/** @type {Record<string, { name: string, texts: Record<string, string> }>} */
export const CATALOGUES = `;

// Catalogues by language: the name of the language, and texts by their English.
export function catalogues() {
  const files = readdirSync(LOCALES).filter((file) => file.endsWith(".toml"));
  const entry = (file) => {
    const { language, page } = parse(readFileSync(join(LOCALES, file), "utf8"));
    return [basename(file, ".toml"), { name: language.name, texts: page }];
  };
  return Object.fromEntries(files.sort().map(entry));
}

// The module of the page, as it is and as it should be.
export function catalogueModule() {
  return { found: readFileSync(MODULE, "utf8"), expected: `${HEAD}${JSON.stringify(catalogues(), null, 2)};\n` };
}

if (process.argv[2] === "--write") writeFileSync(MODULE, catalogueModule().expected);
