// Measures Ruff's engine under Node as engine.mjs does ours: load with the first check, then checks
// of ten lines in a row. Usage: node ruff.mjs PACKAGE_FOLDER; prints `name<TAB>value` lines.
import { createRequire } from "node:module";

const [folder] = process.argv.slice(2);
const text = `import os
import sys
from pathlib import Path

def ranks(path):
    world = int(os.environ.get("WORLD_SIZE", 1))
    for rank in range(world):
        yield rank, path / f"{rank}.json"

print(list(ranks(Path("."))))
`;

const start = performance.now();
const { PositionEncoding, Workspace } = createRequire(import.meta.url)(`${folder}/ruff_wasm.js`);
const workspace = new Workspace(Workspace.defaultSettings(), PositionEncoding.Utf8);
workspace.check(text);
console.log(`engine.first\t${(performance.now() - start).toFixed(3)}`);

const samples = [];
for (let round = 0; round < 500; round += 1) {
  const before = performance.now();
  workspace.check(text);
  samples.push(performance.now() - before);
}
samples.sort((a, b) => a - b);
console.log(`engine.10.p50\t${samples[250].toFixed(3)}`);
console.log(`engine.10.p95\t${samples[475].toFixed(3)}`);
