// Plays a game between two agents with the files of the page: node .ci/wasm.mjs docs/play SEED

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, seed] = process.argv.slice(2);
const { load } = await import(pathToFileURL(`${folder}/wasi.js`));

let begun = performance.now();
const step = await load(readFileSync(`${folder}/grognard.wasm`), JSON.parse(readFileSync(`${folder}/packs.json`)));
let reply = step({ do: "start", scenario: "battle-for-moscow", side: "", seed: Number(seed) });
console.log(`loaded in ${Math.round(performance.now() - begun)} ms`);

begun = performance.now();
let decisions = 0;
while (!reply.ended && !reply.error) {
  reply = step({ do: "agent" });
  decisions += 1;
}
console.log(`${decisions} decisions in ${Math.round(performance.now() - begun)} ms`);
console.log(reply.error ?? reply.ended);
process.exitCode = reply.error ? 1 : 0;
