// The validator, away from the page's thread: typing never waits for it.

import { inCodeUnits } from "./offsets.js";

let checker = null;

// Loads the engine and the catalogue; says what the page needs for its selectors.
async function start({ engine, wasm, catalog }) {
  const [door, text] = await Promise.all([
    import(engine).then(async (module) => {
      await module.default({ module_or_path: wasm });
      return module;
    }),
    fetch(catalog).then((answer) => {
      if (!answer.ok) throw new Error(`the catalogue did not load (${answer.status})`);
      return answer.text();
    }),
  ]);
  checker = new door.Checker(text);
  return { about: JSON.parse(checker.about()) };
}

function check({ text, options }) {
  const json = checker.check(text, JSON.stringify(options));
  const report = JSON.parse(json);
  const input = inCodeUnits(text, report.inputs[0]);
  return { json, torch: report.torch, input, pages: pages(input) };
}

// The addresses of the pages of all variables that a verdict names.
function pages({ diagnostics, launches, exported }) {
  const environments = [exported, ...launches.map((launch) => launch.environment)];
  const names = [...diagnostics.map((it) => it.variable), ...environments.flatMap(Object.keys)];
  return Object.fromEntries([...new Set(names)].map((name) => [name, checker.page(name ?? "")]));
}

self.addEventListener("message", async ({ data }) => {
  try {
    const answer = data.start ? await start(data.start) : check(data);
    self.postMessage({ id: data.id, ...answer });
  } catch (error) {
    self.postMessage({ id: data.id, failure: error?.message ?? String(error) });
  }
});
