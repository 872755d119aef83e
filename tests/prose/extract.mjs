// Writes what a person reads of every source file to a folder: its comments and strings, each at its own line and
// column, with everything else blanked out. The linter reads these copies, so that what it reports is where it says.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [root, target] = process.argv.slice(2);

/** Files whose mistakes are on purpose, and files in other languages. */
const EXCLUDED = [
	/(^|\/)tests?\//,
	/(^|\/)(benches|fuzz|testing)\//,
	/(^|\/)locale\//,
	/(^|\/)i18n\//,
	/(^|\/)tests\.rs$/,
	/^docs\/reference\/schemas\//,
	/^mods\/battle-for-moscow-de\//,
];

/** For each kind of file, what a person reads of it: comments first, then strings. */
const READ = {
	rs: /\/\/[^\n]*|\/\*[^]*?\*\/|'(?:\\.[^']*|[^\\'\n])'|r(#+)"[^]*?"\1|r"[^"]*"|"(?:\\[^]|[^"\\])*"/g,
	luau: /--\[\[[^]*?\]\]|--[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g,
	toml: /#[^\n]*|"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'/g,
	js: /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[^]|[^`\\])*`/g,
	html: /<!--[^]*?-->|(?<=>)[^<>]+(?=<)|(?<=(?:title|aria-label|placeholder)=)"[^"]*"/g,
};
READ.mjs = READ.js;
READ.ts = READ.js;

const blank = (text) => text.replace(/[^\n]/g, " ");

/** A text without what is code in it: quoted code, and the signs that make it a comment. */
function prose(text) {
	return text
		.replace(/`[^`\n]*`/g, blank)
		.replace(/^(\s*)(\/\/[/!]?|--\[\[|--|#|\/\*\*?|\*(?!\*))/gm, (_, space, sign) => space + blank(sign))
		.replace(/\{[^{}\n]*\}/g, blank);
}

/** Unit tests of Rust at the end of a file, which have mistakes on purpose. */
const UNIT_TESTS = /#\[cfg\(test\)\]\nmod tests \{[^]*/;

/** The copy of a source file. */
function copy(text, pattern) {
	let [out, at] = ["", 0];
	for (const found of text.matchAll(pattern)) {
		out += blank(text.slice(at, found.index)) + prose(found[0]);
		at = found.index + found[0].length;
	}
	return out + blank(text.slice(at));
}

const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
rmSync(target, { recursive: true, force: true });
for (const file of listed.split("\0").filter((file) => file && !EXCLUDED.some((pattern) => pattern.test(file)))) {
	const ending = file.split(".").pop();
	const text = () => readFileSync(join(root, file), "utf8");
	const write = (path, copied) => {
		mkdirSync(dirname(join(target, path)), { recursive: true });
		writeFileSync(join(target, path), copied);
	};
	if (ending === "md") write(file, text());
	else if (READ[ending]) write(`${file}.txt`, copy(text().replace(UNIT_TESTS, blank), READ[ending]));
}
