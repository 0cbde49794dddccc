// Two texts held against each other: which findings only one of them has, and in which variables
// the environments of two programs differ.

import { count, element, nameCode, sentence } from "../dom.js";
import { t } from "../words.js";
import { severityWord } from "./findings.js";
import { shown, tabName } from "./cells.js";

const MOST_ROWS = 200;

export class Comparison {
  // `go(side, index)` shows a finding of "a" or "b"; `linked(name)` is a name with its page.
  constructor(place, { root, go }) {
    Object.assign(this, { place, root, go });
    this.chosen = { a: 0, b: 0 };
  }

  // Shows two verdicts; one that is missing counts as a text that says nothing.
  show(a, b) {
    this.pages = { ...a?.pages, ...b?.pages };
    this.sides = { a, b };
    this.place.replaceChildren(this.findings(), this.environments());
  }

  findings() {
    const [a, b] = [this.sides.a, this.sides.b].map((it) => it?.diagnostics ?? []);
    const { onlyA, onlyB, both } = apart(a, b);
    const parts = [
      [t("Only in A"), onlyA.map((it) => this.row(it, "a"))],
      [t("Only in B"), onlyB.map((it) => this.row(it, "b"))],
      [t("In both"), both.map(([one, other]) => this.row(one, "a", other))],
    ];
    const lists = parts.map(([title, rows]) => {
      const shownRows = rows.slice(0, MOST_ROWS);
      const list =
        rows.length > 0
          ? element("ol", { class: "findings" }, ...shownRows)
          : element("p", { class: "empty" }, t("none"));
      return element(
        "section",
        {},
        element("h3", {}, title, " ", element("span", { class: "number" }, String(rows.length))),
        list,
      );
    });
    return element("div", { class: "apart" }, ...lists);
  }

  row({ finding, index }, side, other) {
    const { code, severity, message, span, url } = finding;
    const place = (name, number, at) =>
      element(
        "button",
        { type: "button", class: "go", onclick: () => this.go(name, at) },
        t("{side}, line {line}", { side: name.toUpperCase(), line: number }),
      );
    return element(
      "li",
      {},
      element(
        "div",
        { class: "row" },
        element("span", { class: `badge severity-${severity}` }, severityWord(severity)),
        place(side, span.line, index),
        other ? place("b", other.finding.span.line, other.index) : null,
        element("a", { href: this.root + url, target: "_blank" }, element("code", {}, code)),
      ),
      element("p", { class: "message", lang: "en" }, ...sentence(message)),
    );
  }

  environments() {
    const lists = { a: [], b: [] };
    for (const side of ["a", "b"]) {
      lists[side] = this.sides[side] ? this.sides[side].programs : [];
      this.chosen[side] = Math.min(this.chosen[side], Math.max(0, lists[side].length - 1));
    }
    const rows = element("div");
    const draw = () => rows.replaceChildren(...this.table(lists));
    const selectors = ["a", "b"].map((side) => {
      const options = lists[side].map((it, number) => new Option(tabName(it), number));
      if (options.length === 0) options.push(new Option(t("no program"), 0));
      const change = ({ target }) => {
        this.chosen[side] = Number(target.value);
        draw();
      };
      const select = element("select", { "data-side": side, onchange: change }, ...options);
      select.value = String(this.chosen[side]);
      return element(
        "label",
        {},
        element("span", { class: "label" }, t("Program of {side}", { side: side.toUpperCase() })),
        select,
      );
    });
    draw();
    const title = element("h2", {}, t("What the programs see"));
    return element(
      "section",
      { class: "environment" },
      title,
      element("div", { class: "controls" }, ...selectors),
      rows,
    );
  }

  table(lists) {
    const [a, b] = ["a", "b"].map((side) => lists[side][this.chosen[side]]?.environment ?? {});
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
    const differ = names.filter((name) => a[name] !== b[name] || a[name] === null);
    const same = names.length - differ.length;
    const parts = [];
    if (differ.length > 0) {
      const heads = [t("Variable"), "A", "B"].map((name) => element("th", { scope: "col" }, name));
      const rows = differ
        .slice(0, MOST_ROWS)
        .map((name) =>
          element("tr", {}, element("th", { scope: "row" }, this.linked(name)), shown(a[name]), shown(b[name])),
        );
      parts.push(
        element(
          "table",
          { class: "sides" },
          element("thead", {}, element("tr", {}, ...heads)),
          element("tbody", {}, ...rows),
        ),
      );
    }
    if (differ.length > MOST_ROWS) {
      parts.push(
        element(
          "p",
          { class: "empty" },
          count(differ.length - MOST_ROWS, "{n} more variable, not shown", "{n} more variables, not shown"),
        ),
      );
    }
    if (same === 0 && names.length > 0) return parts;
    const equal = count(same, "{n} variable has the same value in both.", "{n} variables have the same value in both.");
    parts.push(
      element("p", { class: "empty" }, names.length === 0 ? t("Neither text sets a variable for a program.") : equal),
    );
    return parts;
  }

  linked(name) {
    const code = nameCode(name);
    const address = this.pages[name];
    return address ? element("a", { href: this.root + address, target: "_blank" }, code) : code;
  }
}

// Findings of two texts, wherever they stand: those of equal code, variable and message are one.
function apart(a, b) {
  const key = ({ code, variable, message }) => JSON.stringify([code, variable, message]);
  const left = new Map();
  for (const [index, finding] of b.entries()) {
    const same = key(finding);
    if (!left.has(same)) left.set(same, []);
    left.get(same).push({ finding, index });
  }
  const [onlyA, both] = [[], []];
  for (const [index, finding] of a.entries()) {
    const other = left.get(key(finding))?.shift();
    if (other) both.push([{ finding, index }, other]);
    else onlyA.push({ finding, index });
  }
  const rest = [...left.values()].flat().sort((one, two) => one.index - two.index);
  return { onlyA, onlyB: rest, both };
}
