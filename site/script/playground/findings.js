// The list of findings: what is wrong, where, why, and the way out.

import { count, element, nameCode, sentence } from "../dom.js";
import { t } from "../words.js";

const SEVERITIES = { error: t("error"), warning: t("warning"), info: t("info") };

// How a severity is called.
export const severityWord = (severity) => SEVERITIES[severity];

// Rows that are listed at once, and on demand; more are counted.
const FEW_ROWS = 12;
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

// Fills a list with findings: some, and the others when asked. `total` counts also those that are
// not in `findings`. `go(index)`, `fix(index)` act on one; `page(name)` gives a variable's address
// or undefined.
export function fill(place, findings, total, on) {
  const few = findings.length > FEW_ROWS + 1 ? FEW_ROWS : findings.length;
  const rows = (from, to) => findings.slice(from, to).map((finding, at) => row(finding, from + at, on));
  const unlisted = () => {
    const left = total - Math.min(findings.length, MOST_ROWS);
    return left > 0
      ? [element("li", { class: "more" }, count(left, "{n} more finding, not listed", "{n} more findings, not listed"))]
      : [];
  };
  if (few === findings.length) return place.replaceChildren(...rows(0, few), ...unlisted());
  const others = () => {
    const made = [...rows(few, MOST_ROWS), ...unlisted()];
    place.lastElementChild.replaceWith(...made);
    made[0].querySelector("button").focus();
  };
  const words = t("Show the other {n}", { n: (Math.min(total, MOST_ROWS) - few).toLocaleString("en") });
  const button = element("button", { type: "button", onclick: others }, words);
  place.replaceChildren(...rows(0, few), element("li", { class: "more" }, button));
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
    links.push(element("a", { href: root + address, target: "_blank" }, nameCode(variable)));
  }
  const button =
    edits.length > 0
      ? element(
          "button",
          {
            type: "button",
            class: "fix",
            onclick: () => fix(index),
            "aria-label": t("Fix {code} in line {line}", { code, line: span.line }),
          },
          t("Fix"),
        )
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
    element("p", { class: "message", lang: "en" }, ...sentence(message)),
    help ? element("p", { class: "help", lang: "en" }, ...sentence(help)) : null,
  );
}
