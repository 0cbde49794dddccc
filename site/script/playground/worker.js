// The validator, away from the page's thread: typing never waits for it.

import { programs } from "./launches.js";
import { inCodeUnits } from "./offsets.js";

let checker = null;

// Loads the engine and the catalogue; says what the page needs for its selectors and links.
async function start({ engine, wasm, catalog }) {
  const [door, text] = await Promise.all([
    import(engine).then(async (module) => {
      await module.default({ module_or_path: wasm });
      return module;
    }),
    fetch(catalog).then((answer) => {
      if (!answer.ok) throw new Error(`${answer.status} ${catalog}`);
      return answer.text();
    }),
  ]);
  checker = new door.Checker(text);
  const about = JSON.parse(checker.about());
  return { about: { ...about, catalog: `${about.format}.${fingerprint(text)}` } };
}

// Tells one catalogue from another: FNV-1a over the code units, as eight hexadecimal digits.
function fingerprint(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

// More findings than this are counted and not told: handing over a hundred thousand of them takes
// the page longer than finding them.
const MOST_FINDINGS = 2_000;

// A verdict as the page shows it, or with `full` the JSON that the command line prints.
function check({ text, options, full }) {
  const json = checker.check(text, JSON.stringify(options));
  if (full) return { json };
  const report = JSON.parse(json);
  const [input] = report.inputs;
  const told = { diagnostics: input.diagnostics.slice(0, MOST_FINDINGS), programs: programs(input) };
  const { diagnostics, programs: moved } = inCodeUnits(text, told);
  return {
    torch: report.torch,
    kind: input.kind,
    counts: counts(input.diagnostics),
    diagnostics,
    programs: moved,
    pages: pages(diagnostics, moved),
  };
}

function counts(diagnostics) {
  const counted = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counted[severity] += 1;
  return counted;
}

// The addresses of the pages of all variables that a verdict names.
function pages(diagnostics, launches) {
  const environments = launches.map((launch) => launch.environment);
  const names = [...diagnostics.map((it) => it.variable), ...environments.flatMap(Object.keys)];
  return Object.fromEntries([...new Set(names)].map((name) => [name, checker.page(name ?? "")]));
}

self.addEventListener("message", async ({ data }) => {
  try {
    const answer = data.start ? await start(data.start) : check(data);
    self.postMessage({ id: data.id, ...answer });
  } catch (error) {
    self.postMessage({ id: data.id, starting: Boolean(data.start), failure: error?.message ?? String(error) });
  }
});
