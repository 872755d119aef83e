// Runs the program outside the page's thread, so that the page stays responsive while the agent thinks.

import { load } from "./wasi.js";

async function content(file) {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  return response;
}

const ready = Promise.all([content("grognard.wasm"), content("packs.json")]).then(async ([program, packs]) =>
  load(await program.arrayBuffer(), await packs.json()),
);

self.onmessage = async ({ data }) => {
  try {
    const step = await ready;
    self.postMessage(step(data));
  } catch (error) {
    self.postMessage({ crashed: true, error: String(error) });
  }
};
