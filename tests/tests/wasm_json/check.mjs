// Runs the playground's engine under Node: `node check.mjs ENGINE-FOLDER < INPUT`. Input is JSON,
// `{"catalog":…,"texts":[["text","options"],…]}`; output is a JSON list of what `check` gave.

import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = process.argv[2];
// Node takes a file for a module by its ending; the engine's glue is written for browsers.
const scratch = mkdtempSync(join(tmpdir(), "readpoint-"));
const module = join(scratch, "readpoint.mjs");
copyFileSync(join(folder, "readpoint.js"), module);
const { Checker, initSync } = await import(module);
rmSync(scratch, { recursive: true });
initSync({ module: readFileSync(join(folder, "readpoint_bg.wasm")) });

const { catalog, texts } = JSON.parse(readFileSync(0, "utf8"));
const checker = new Checker(JSON.stringify(catalog));
const failing = (run) => {
  try {
    run();
    return null;
  } catch (error) {
    return String(error);
  }
};
process.stdout.write(
  JSON.stringify({
    checked: texts.map(([text, options]) => checker.check(text, options)),
    refused: [
      failing(() => new Checker("not a catalogue")),
      failing(() => new Checker('{"format":99999}')),
      failing(() => checker.check("", "[")),
      failing(() => checker.check("", '{"as":"poem"}')),
      failing(() => checker.check("", '{"torch":"newest"}')),
    ],
  }),
);
