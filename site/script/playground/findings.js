// The list of findings: what is wrong, where, why, and the way out.

import { count, element, sentence } from "../dom.js";
import { t } from "../words.js";

const SEVERITIES = { error: t("error"), warning: t("warning"), info: t("info") };

// How a severity is called.
export const severityWord = (severity) => SEVERITIES[severity];

// More rows than this are counted, not listed.
const MOST_ROWS = 200;

// "2 errors, 1 warning", of the number of each severity.
export function summary({ error, warning, info }) {
  const words = [
    error > 0 && count(error, "{n} error", "{n} errors"),
    warning > 0 && count(warning, "{n} warning", "{n} warnings"),
    info > 0 && count(info, "{n} info", "{n} info"),
  ].filter(Boolean);
  return words.length > 0 ? words.join(", ") : t("Nothing to report");
}

// `total` counts also those that are not in `findings`. `go(index)`, `fix(index)` act on one;
// `page(name)` gives a variable's address or undefined.
export function list(findings, total, { go, fix, page, root }) {
  const rows = findings
    .slice(0, MOST_ROWS)
    .map((finding, index) => row(finding, index, { go, fix, page, root }));
  if (total > rows.length) {
    const more = count(total - rows.length, "{n} more finding, not listed", "{n} more findings, not listed");
    rows.push(element("li", { class: "more" }, more));
  }
  return rows;
}

function row(finding, index, { go, fix, page, root }) {
  const { code, severity, message, help, span, variable, url, edits } = finding;
  const place = element(
    "button",
    { type: "button", class: "go", onclick: () => go(index) },
    element("span", { class: "hidden" }, `${SEVERITIES[severity]}, `),
    t("line {line}", { line: span.line }),
  );
  const links = [element("a", { href: root + url, target: "_blank" }, element("code", {}, code))];
  const address = variable && page(variable);
  if (address) {
    const name = element("code", {}, variable);
    links.push(element("a", { href: root + address, target: "_blank" }, name));
  }
  const button =
    edits.length > 0
      ? element("button", { type: "button", class: "fix", onclick: () => fix(index), "aria-label": t("Fix {code} in line {line}", { code, line: span.line }) }, t("Fix"))
      : null;
  return element(
    "li",
    { "data-index": index },
    element(
      "div",
      { class: "row" },
      element("span", { class: `badge severity-${severity}` }, SEVERITIES[severity]),
      place,
      ...links,
      button,
    ),
    element("p", { class: "message" }, ...sentence(message)),
    help ? element("p", { class: "help" }, ...sentence(help)) : null,
  );
}
