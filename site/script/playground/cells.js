// Words and cells that tables of programs share.

import { element } from "../dom.js";
import { t } from "../words.js";

// A program in words, for a tab or a selector.
export function tabName({ command, span }) {
  return command === null ? t("Commands after this text") : t("{command}, line {line}", { command, line: span.line });
}

// The head of a table; only for those who hear it.
export function head(...names) {
  const cells = names.map((name) => element("th", { scope: "col" }, name));
  return element("thead", { class: "hidden" }, element("tr", {}, ...cells));
}

// A cell with a value: null is not known, undefined not set.
export function shown(value) {
  if (value === undefined) return element("td", { class: "empty" }, t("not set"));
  if (value === null) return element("td", { class: "empty" }, t("not known before it runs"));
  if (value === "") return element("td", { class: "empty" }, t("empty"));
  return element("td", {}, element("code", {}, value));
}
