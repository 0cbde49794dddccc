// The table of all variables (see the generator's `table.rs`): loading, filtering, counting, sorting.

import { t } from "./words.js";

const FACETS = ["component", "audience", "status", "read_when", "on_invalid", "depth", "level"];

// Loads the table at an address. A row has `name`, `since`, `removed`, `default`, its facets by
// name, and where its sentence lies.
export async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(t("the list did not load ({status})", { status: answer.status }));
  const table = await answer.json();
  const words = { ...table.words, component: table.components.map(({ id }) => id) };
  const starts = [];
  let start = 0;
  for (const { count } of table.components) {
    starts.push(start);
    start += count;
  }
  return table.rows.map(([name, facets, [since, removed, standard]], at) => {
    const row = { name, since, removed, default: standard, at, place: at - starts[facets[0]] };
    for (const [number, facet] of FACETS.entries()) row[facet] = words[facet][facets[number]];
    return row;
  });
}

// Whether a row passes; `except` names a facet that is not asked.
function passes(row, wanted, except) {
  if (!wanted.parts.every((part) => row.name.includes(part))) return false;
  if (wanted.reads && (row.status === "not-read" || !wanted.reads(row))) return false;
  return FACETS.every((facet) => {
    const chosen = wanted.facets[facet];
    return facet === except || !chosen?.length || chosen.includes(row[facet]);
  });
}

const ORDERS = {
  "": (a, b) => a.at - b.at,
  name: (a, b) => (a.name < b.name ? -1 : 1),
  newest: (a, b) => newer(a.since, b.since) || a.at - b.at,
};

// Rows with a release first, torch before the others, the newest first.
function newer(a, b) {
  if (!a || !b) return Number(!a) - Number(!b);
  const [[first, one], [second, other]] = [a.split(" "), b.split(" ")];
  if (first !== second) return first === "torch" || (second !== "torch" && first < second) ? -1 : 1;
  return other.localeCompare(one, "en", { numeric: true });
}

// The rows that are wanted, in their order: `{parts, facets, reads, sort}`.
export function select(rows, wanted) {
  return rows.filter((row) => passes(row, wanted)).sort(ORDERS[wanted.sort] ?? ORDERS[""]);
}

// How many rows each choice of each facet would leave, as a map of "facet value".
export function counts(rows, wanted) {
  const found = new Map();
  for (const facet of FACETS) {
    for (const row of rows) {
      if (!passes(row, wanted, facet)) continue;
      const key = `${facet} ${row[facet]}`;
      found.set(key, (found.get(key) ?? 0) + 1);
    }
  }
  return found;
}
