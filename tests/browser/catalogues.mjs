// Generates the catalogues of the page from the TOML files in core/serve/locale: `node catalogues.mjs --write`.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";

const SERVE = fileURLToPath(new URL("../../core/serve/", import.meta.url));
const LOCALES = join(SERVE, "locale");
const MODULE = join(SERVE, "page/i18n/catalogues.js");
const HEAD = `// Generated from core/serve/locale by \`.ci/page --write\`.

/** @type {Record<string, { name: string, texts: Record<string, string> }>} */
export const CATALOGUES = `;

// Catalogues by language. Each has the name of the language and the translations by English text.
export function catalogues() {
  const files = readdirSync(LOCALES).filter((file) => file.endsWith(".toml"));
  const entry = (file) => {
    const { language, page } = parse(readFileSync(join(LOCALES, file), "utf8"));
    return [basename(file, ".toml"), { name: language.name, texts: page }];
  };
  return Object.fromEntries(files.sort().map(entry));
}

// The catalogue module as it is and as it should be.
export function catalogueModule() {
  return { found: readFileSync(MODULE, "utf8"), expected: `${HEAD}${JSON.stringify(catalogues(), null, 2)};\n` };
}

if (process.argv[2] === "--write") writeFileSync(MODULE, catalogueModule().expected);
