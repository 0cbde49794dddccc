// Measures the playground's engine under Node: load with the first check, then checks in a row.
// Usage: node engine.mjs ENGINE_FOLDER CATALOG TEXT; prints `name<TAB>value` lines.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [engine, catalogFile, textFile] = process.argv.slice(2);
const catalog = readFileSync(catalogFile, "utf8");
const text = readFileSync(textFile, "utf8");

const start = performance.now();
const glue = await import(pathToFileURL(`${engine}/readpoint.js`));
glue.initSync({ module: readFileSync(`${engine}/readpoint_bg.wasm`) });
const checker = new glue.Checker(catalog);
checker.check(text, "");
console.log(`engine.first\t${(performance.now() - start).toFixed(3)}`);

const samples = [];
for (let round = 0; round < 500; round += 1) {
  const before = performance.now();
  checker.check(text, "");
  samples.push(performance.now() - before);
}
samples.sort((a, b) => a - b);
console.log(`engine.10.p50\t${samples[250].toFixed(3)}`);
console.log(`engine.10.p95\t${samples[475].toFixed(3)}`);
