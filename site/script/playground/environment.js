// What each program will see of the variables that the text sets.

import { count, element } from "../dom.js";

const MOST_TABLES = 20;
const MOST_ROWS = 200;

// One table for each launch, repeated ones folded, and one for what a later command inherits.
export function tables(input, { go, page, root }) {
  const folded = fold(input.launches);
  const made = folded
    .slice(0, MOST_TABLES)
    .map((launch) => launchTable(launch, { go, page, root }));
  if (folded.length > MOST_TABLES) {
    made.push(element("p", { class: "empty" }, count(folded.length - MOST_TABLES, "{n} more launch, not shown", "{n} more launches, not shown")));
  }
  if (Object.keys(input.exported).length > 0) {
    const title = input.launches.length > 0 ? "A later command" : "What a command after this sees";
    made.push(table(element("h3", {}, title), input.exported, { page, root }));
  }
  return made;
}

// Launches that start the same program with the same environment, one after the other.
function fold(launches) {
  const folded = [];
  for (const launch of launches) {
    const key = JSON.stringify([launch.command, launch.environment]);
    const last = folded.at(-1);
    if (last?.key === key) last.times += 1;
    else folded.push({ ...launch, key, times: 1 });
  }
  return folded;
}

function launchTable({ command, environment, span, times }, { go, page, root }) {
  const place = element(
    "button",
    { type: "button", class: "go", onclick: () => go(span) },
    `line ${span.line}`,
  );
  const title = element("h3", {}, element("code", {}, command), times > 1 ? ` × ${times}` : "", " ", place);
  return table(title, environment, { page, root });
}

function table(title, environment, { page, root }) {
  const entries = Object.entries(environment);
  if (entries.length === 0) {
    return element("section", {}, title, element("p", { class: "empty" }, "nothing that this text sets"));
  }
  const rows = entries.slice(0, MOST_ROWS).map(([name, value]) => {
    const code = element("code", {}, name);
    const address = page(name);
    const cell = address ? element("a", { href: root + address, target: "_blank" }, code) : code;
    return element("tr", {}, element("th", { scope: "row" }, cell), shown(value));
  });
  if (entries.length > MOST_ROWS) {
    const more = count(entries.length - MOST_ROWS, "{n} more variable, not shown", "{n} more variables, not shown");
    rows.push(element("tr", {}, element("td", { colSpan: 2, class: "empty" }, more)));
  }
  const head = element(
    "thead",
    { class: "hidden" },
    element("tr", {}, element("th", { scope: "col" }, "Variable"), element("th", { scope: "col" }, "Value")),
  );
  return element("section", {}, title, element("table", {}, head, element("tbody", {}, ...rows)));
}

function shown(value) {
  if (value === null) return element("td", { class: "empty" }, "not known before it runs");
  if (value === "") return element("td", { class: "empty" }, "empty");
  return element("td", {}, element("code", {}, value));
}
