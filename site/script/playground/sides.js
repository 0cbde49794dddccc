// Programs side by side: a row for each variable, a column for each program.

import { count, element } from "../dom.js";
import { t } from "../words.js";
import { shown, tabName } from "./cells.js";

const MOST_COLUMNS = 8;
const MOST_ROWS = 200;

export function sides(programs, linked) {
  const columns = programs.slice(0, MOST_COLUMNS);
  const names = [...new Set(columns.flatMap((it) => Object.keys(it.environment)))].sort();
  const heads = [t("Variable"), ...columns.map(tabName)].map((name) => element("th", { scope: "col" }, name));
  const rows = names.slice(0, MOST_ROWS).map((name) => {
    const values = columns.map((it) => it.environment[name]);
    const differ = values.some((value) => value !== values[0]);
    const cells = values.map(shown);
    return element(
      "tr",
      { class: differ ? "differs" : undefined },
      element("th", { scope: "row" }, linked(name)),
      ...cells,
    );
  });
  const table = element(
    "table",
    { class: "sides" },
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows),
  );
  const left = programs.length - columns.length;
  const rest =
    left > 0
      ? element("p", { class: "empty" }, count(left, "{n} more launch, not shown", "{n} more launches, not shown"))
      : "";
  const frame = element("div", { class: "table", tabIndex: 0, role: "region", "aria-label": t("Side by side") }, table);
  return element("div", {}, frame, rest);
}
