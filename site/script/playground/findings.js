// The list of findings: what is wrong, where, why, and the way out.

import { count, element, sentence } from "../dom.js";
import { t } from "../words.js";

// More rows than this are counted, not listed.
const MOST_ROWS = 200;

// "2 errors, 1 warning".
export function summary(findings) {
  const number = (severity) => findings.filter((it) => it.severity === severity).length;
  const [errors, warnings, infos] = ["error", "warning", "info"].map(number);
  const words = [
    errors > 0 && count(errors, "{n} error", "{n} errors"),
    warnings > 0 && count(warnings, "{n} warning", "{n} warnings"),
    infos > 0 && count(infos, "{n} info", "{n} info"),
  ].filter(Boolean);
  return words.length > 0 ? words.join(", ") : t("Nothing to report");
}

// `on`: `go(index)`, `fix(index)`; `page(name)` gives a variable's address or undefined.
export function list(findings, { go, fix, page, root }) {
  const rows = findings
    .slice(0, MOST_ROWS)
    .map((finding, index) => row(finding, index, { go, fix, page, root }));
  if (findings.length > MOST_ROWS) {
    const more = count(findings.length - MOST_ROWS, "{n} more finding, not listed", "{n} more findings, not listed");
    rows.push(element("li", { class: "more" }, more));
  }
  return rows;
}

function row(finding, index, { go, fix, page, root }) {
  const { code, severity, message, help, span, variable, url, edits } = finding;
  const place = element(
    "button",
    { type: "button", class: "go", onclick: () => go(index) },
    element("span", { class: "hidden" }, `${severity}, go to `),
    `line ${span.line}`,
  );
  const links = [element("a", { href: root + url, target: "_blank" }, element("code", {}, code))];
  const address = variable && page(variable);
  if (address) {
    const name = element("code", {}, variable);
    links.push(element("a", { href: root + address, target: "_blank" }, name));
  }
  const button =
    edits.length > 0
      ? element("button", { type: "button", class: "fix", onclick: () => fix(index) }, "Fix")
      : null;
  return element(
    "li",
    { "data-index": index },
    element(
      "div",
      { class: "row" },
      element("span", { class: `badge severity-${severity}` }, severity),
      place,
      ...links,
      button,
    ),
    element("p", { class: "message" }, ...sentence(message)),
    help ? element("p", { class: "help" }, ...sentence(help)) : null,
  );
}
