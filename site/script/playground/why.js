// Why a program does not see a value: not known before the text runs, or set for others only. The
// validator says that a value is not known; the lines that set it say why.

import { element, sentence } from "../dom.js";
import { t } from "../words.js";
import { head, shown } from "./cells.js";

const MOST_ROWS = 200;
const MOST_PLACES = 3;
// More letters of a text are not looked through.
const MOST_LETTERS = 400_000;

// What stands where the value should, and what that means; the first that fits.
const CAUSES = [
  [/valueFrom|secretKeyRef|configMapKeyRef|fieldRef/, t("it comes from a Secret, a ConfigMap or a field of the pod")],
  [/\$\{\{/, t("the workflow fills in an expression")],
  [/\{\{/, t("the template fills in an expression")],
  [/\$\(|`[^`]+`/, t("it is the output of a command")],
  [/environ|getenv|argv|=\s*[A-Za-z_][\w.]*\(/, t("the program computes it from what it is started with")],
  [/\$\{?[A-Za-z_]|%[A-Za-z_]\w*%|\$env:|%[a-zA-Z](?![a-zA-Z])/, t("it is made of a variable that is not known here")],
];

// A table of names without a value: null where it is not known, undefined where it is not set.
export function absences(entries, program, verdict, linked, go) {
  if (entries.length === 0) {
    return element(
      "p",
      { class: "empty" },
      t("Every variable that this text names is set for this program, to a known value."),
    );
  }
  const lines = verdict.text.slice(0, MOST_LETTERS).split("\n");
  const rows = entries.slice(0, MOST_ROWS).map(([name, value]) => {
    const reasons = value === null ? unknown(name, lines, program, go) : unset(name, verdict, lines, go);
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, linked(name)),
      shown(value),
      element("td", { class: "why" }, ...reasons),
    );
  });
  return element(
    "table",
    { class: "absences" },
    head(t("Variable"), t("Value"), t("Why")),
    element("tbody", {}, ...rows),
  );
}

// Lines that seem to set a name, as `[number, text from the name on]`, comments left out.
function places(name, lines) {
  const plain = name.replace(/[^\w]/g, "\\$&");
  const word = new RegExp(`(?<![\\w$}{%])${plain}["']?\\]?(?=\\s*[=:,\\s"']|$)`);
  return lines.flatMap((line, at) => {
    const found = /^\s*(#|\/\/|REM\s)/i.test(line) ? -1 : line.search(word);
    if (found < 0) return [];
    // In a manifest the value stands in the lines below.
    const below = /name:\s*["']?$/.test(line.slice(0, found)) ? lines.slice(at + 1, at + 4).join(" ") : "";
    return [[at + 1, line.slice(found + name.length) + below]];
  });
}

// Docker's own word on which GPUs a container gets.
const BY_DOCKER = { name: "NVIDIA_VISIBLE_DEVICES", option: /(?<!\S)--gpus\b/ };

function unknown(name, lines, { span }, go) {
  const before = places(name, lines).filter(([number]) => !span || number <= span.line);
  const last = before.slice(-MOST_PLACES);
  const causes = last.flatMap(([number, text]) => {
    const docker = name === BY_DOCKER.name && lines.some((line) => BY_DOCKER.option.test(line));
    const cause = docker
      ? t("docker puts in a list of its own, made from --gpus")
      : CAUSES.find(([pattern]) => pattern.test(text))?.[1];
    return cause ? [element("div", {}, place(number, go, lines), ": ", cause)] : [];
  });
  if (causes.length > 0) return causes;
  const where = last.flatMap(([number], at) => [at > 0 ? ", " : "", place(number, go, lines)]);
  if (last.length === 0) return [t("The text does not say it in a form that is known before it runs.")];
  return [...where, ": ", t("what it sets, or whether it is run at all, shows only when the text runs")];
}

function unset(name, verdict, lines, go) {
  const finding = verdict.diagnostics.find((it) => it.variable === name && it.severity !== "info");
  if (finding) {
    const { span, code, message } = finding;
    const way = element(
      "button",
      { type: "button", class: "go", onclick: () => go(span) },
      t("line {line}", { line: span.line }),
    );
    return [way, " ", element("code", {}, code), " ", element("span", { lang: "en" }, ...sentence(message))];
  }
  const [first] = places(name, lines);
  if (!first) return [t("The text sets it for another program.")];
  return [place(first[0], go, lines), " ", t("sets it for another program.")];
}

function place(number, go, lines) {
  const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const span = { start, end: start + lines[number - 1].length };
  return element(
    "button",
    { type: "button", class: "go", onclick: () => go(span) },
    t("line {line}", { line: number }),
  );
}
