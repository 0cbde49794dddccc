// A verdict as SARIF 2.1.0, as `readpoint check --format sarif` writes it.

import { lineAt, lineStarts } from "./lines.js";
import { inCodeUnits } from "./offsets.js";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
const LEVELS = { error: "error", warning: "warning", info: "note" };

// `json` is the report on `text`, `rules` the list of the site's API, `tool` the engine's version.
export function sarif(text, json, rules, tool) {
  const [input] = JSON.parse(json).inputs;
  const { diagnostics } = inCodeUnits(text, { diagnostics: input.diagnostics, programs: [] });
  const starts = lineStarts(text);
  const region = ({ start, end }) => {
    const [first, last] = [position(text, starts, start), position(text, starts, end)];
    return { startLine: first.line, startColumn: first.column, endLine: last.line, endColumn: last.column };
  };
  const log = {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "readpoint", version: tool, rules: rules.map(rule) } },
        columnKind: "unicodeCodePoints",
        results: diagnostics.map((it) => result(it, uri(input.path), region)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function rule({ code, name, summary, severity }) {
  return {
    id: code,
    name,
    shortDescription: { text: summary },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function result({ code, severity, message, help, span, edits }, path, region) {
  const found = {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: help ? `${message}; ${help}` : message },
    locations: [{ physicalLocation: { artifactLocation: { uri: path }, region: region(span) } }],
  };
  if (edits.length === 0) return found;
  const replacements = edits.map((edit) => ({ deletedRegion: region(edit), insertedContent: { text: edit.text } }));
  const change = { artifactLocation: { uri: path }, replacements };
  return { ...found, fixes: [{ description: { text: help ?? message }, artifactChanges: [change] }] };
}

// Line and column from 1, columns in characters.
function position(text, starts, offset) {
  const line = lineAt(starts, offset);
  return { line: line + 1, column: [...text.slice(starts[line], offset)].length + 1 };
}

// A path as a relative URI reference.
function uri(path) {
  const bytes = new TextEncoder().encode(path);
  const letters = [...bytes].map((byte) => {
    const letter = String.fromCharCode(byte);
    return /[A-Za-z0-9._~/-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  return letters.join("");
}
