// Prints a random sample of what people read, for a reader to judge: `node tests/prose/sample.mjs [SEED]`.
// The same seed gives the same sample.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const seed = Number(process.argv[2] ?? Date.now() % 1e8);
const files = execFileSync("git", ["ls-files"], { encoding: "utf8", maxBuffer: 1 << 26 }).split("\n");
const matching = (pattern) => files.filter((file) => pattern.test(file) && !/(^|\/)(tests?|benches|fuzz|testing)\/|tests\.rs$/.test(file));
const words = (text) => text.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length;

/** What a pattern finds in each file, with the file and the line. */
const find = (paths, pattern, least, change = (text) => text) =>
	paths.flatMap((file) => {
		const text = readFileSync(file, "utf8");
		const found = [...text.matchAll(pattern)].map((match) => ({
			place: `${file}:${text.slice(0, match.index).split("\n").length}`,
			text: change(match[1] ?? match[0]).replace(/\s+/g, " ").trim(),
		}));
		return found.filter(({ text }) => words(text) >= least);
	});

/** A generator of numbers from 0 to 1 (mulberry32). */
function generator(state) {
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

const rust = matching(/^core\/.*\.rs$/);
const unslash = (text) => text.replace(/^\s*\/\/[/!] ?/gm, "");
const unescape = (text) => text.replace(/\\\n\s*/g, "").replace(/\\n/g, " ").replace(/\\(.)/g, "$1");
const STRING = /^(?!\s*(?:\/\/|#\[)).*?"((?:\\[^]|[^"\\\n])*)"/gm;
const populations = [
	["doc comments", 100, find(rust, /(?:^[ \t]*\/\/[/!][^\n]*\n)+/gm, 3, unslash)],
	["help texts", 50, find(["docs/reference/commands.md"], /^ {2,6}[-<\w[][^\n]*?(?:\n {10}| {2,})(\w[^\n]*(?:\n {9,}\S[^\n]*)*)/gm, 3)],
	["messages", 50, find(rust, STRING, 4, unescape)],
	["prompts and log lines", 50, find(matching(/^(scripts|scenarios|mods)\/.*\/fr\.toml$/), /^"((?:\\.|[^"\\])*)" = /gm, 3)],
	["paragraphs of the book", 20, find(matching(/^docs\/(?!reference|logs).*\.md$/), /(?<=\n\n)[A-Z][^]*?(?=\n\n)/g, 20)],
];

const random = generator(seed);
console.log(`seed ${seed}`);
for (const [name, size, all] of populations) {
	console.log(`\n## ${name}: ${size} of ${all.length}\n`);
	// A text that occurs several times counts once.
	const left = [...new Map(all.map((found) => [found.text, found])).values()];
	for (let number = 1; number <= size; number++) {
		const [{ place, text }] = left.splice(Math.floor(random() * left.length), 1);
		console.log(`${number}. ${place}: ${text}`);
	}
}
