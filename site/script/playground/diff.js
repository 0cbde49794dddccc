// A change before it is made: the lines it touches with some around them, what goes and what comes
// marked in each, and a question.

import { element } from "../dom.js";
import { t } from "../words.js";
import { lineAt, lineStarts } from "./lines.js";

// Unchanged lines shown on both sides of a change.
const AROUND = 2;
// Changed lines shown at most.
const MOST_LINES = 400;

// Shows the edits of `text` and asks; true where they shall be made.
export function confirm(text, edits, title) {
  const { rows, left } = table(text, edits);
  const yes = element("button", { type: "submit", value: "yes", class: "strong" }, t("Apply"));
  const form = element(
    "form",
    { method: "dialog" },
    element("h2", { id: "diff-title" }, title),
    element("div", { class: "diff-frame", tabIndex: 0, role: "region", "aria-label": t("Change") }, rows),
    left > 0 ? element("p", { class: "empty" }, t("{n} more changed lines, not shown", { n: left })) : null,
    element("p", { class: "actions" }, yes, element("button", { type: "submit", value: "no" }, t("Cancel"))),
  );
  const dialog = element("dialog", { class: "change", "aria-labelledby": "diff-title" }, form);
  document.body.append(dialog);
  return new Promise((answer) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "yes");
    });
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close("no"));
    dialog.showModal();
    yes.focus();
  });
}

function table(text, edits) {
  const lines = new Lines(text);
  const rows = [];
  let [shown, moved, changed] = [0, 0, 0];
  const same = (from, to) => {
    for (let line = from; line < to; line++) rows.push(row(" ", line + 1, line + 1 + moved, [lines.piece(line)]));
  };
  const all = hunks(lines, edits);
  for (const [number, { first, last, gone, come }] of all.entries()) {
    if (changed > MOST_LINES) break;
    const from = Math.max(shown, first - AROUND);
    if (from > shown && rows.length > 0) rows.push(gap());
    same(from, first);
    gone.forEach((pieces, at) => rows.push(row("-", first + at + 1, null, pieces)));
    come.forEach((pieces, at) => rows.push(row("+", null, first + moved + at + 1, pieces)));
    moved += come.length - gone.length;
    changed += gone.length + come.length;
    const next = all[number + 1]?.first ?? Infinity;
    shown = Math.min(last + AROUND, next, lines.count);
    same(last, shown);
  }
  const total = all.reduce((sum, { gone, come }) => sum + gone.length + come.length, 0);
  const names = [t("Line before"), t("Line after"), t("Change"), t("Text")];
  const heads = names.map((name) => element("th", { scope: "col" }, name));
  const head = element("thead", { class: "hidden" }, element("tr", {}, ...heads));
  return { rows: element("table", { class: "diff" }, head, element("tbody", {}, ...rows)), left: total - changed };
}

const SIGNS = {
  " ": { class: "same", sign: "", words: "" },
  "-": { class: "gone", sign: "\u2212", words: t("removed") },
  "+": { class: "come", sign: "+", words: t("added") },
};

function row(kind, before, after, pieces) {
  const { class: name, sign, words } = SIGNS[kind];
  const mark = kind === "-" ? "del" : "ins";
  const code = element("code", {}, ...pieces.map(({ text, changed }) => (changed ? element(mark, {}, text) : text)));
  const hidden = words ? element("span", { class: "hidden" }, words) : null;
  const shown = sign ? element("span", { "aria-hidden": "true" }, sign) : null;
  return element(
    "tr",
    { class: name },
    element("td", { class: "number" }, String(before ?? "")),
    element("td", { class: "number" }, String(after ?? "")),
    element("td", { class: "sign" }, shown, hidden),
    element("td", {}, code),
  );
}

function gap() {
  return element("tr", { class: "gap" }, element("td", { colSpan: 4 }, "\u22ef"));
}

// A text by its lines.
class Lines {
  constructor(text) {
    this.text = text;
    this.starts = lineStarts(text);
    this.count = this.starts.length;
  }

  end(line) {
    return line + 1 < this.count ? this.starts[line + 1] - 1 : this.text.length;
  }

  piece(line) {
    return { text: this.text.slice(this.starts[line], this.end(line)), changed: false };
  }
}

// Edits by the lines they touch: lines `first` to before `last` become `come`; lines are lists of
// pieces. Edits are sorted and do not overlap.
export function hunks(lines, edits) {
  const groups = [];
  for (const edit of edits) {
    const [first, last] = [lineAt(lines.starts, edit.start), lineAt(lines.starts, edit.end)];
    const open = groups.at(-1);
    if (open && first <= open.last) {
      open.last = Math.max(open.last, last);
      open.edits.push(edit);
    } else {
      groups.push({ first, last, edits: [edit] });
    }
  }
  return groups.map((group) => hunk(lines, group)).filter(({ gone, come }) => gone.length + come.length > 0);
}

function hunk(lines, { first, last, edits }) {
  let at = lines.starts[first];
  const [old, made] = [[], []];
  for (const { start, end, text } of edits) {
    const kept = { text: lines.text.slice(at, start), changed: false };
    old.push(kept, { text: lines.text.slice(start, end), changed: true });
    made.push(kept, { text, changed: true });
    at = end;
  }
  const rest = { text: lines.text.slice(at, lines.end(last)), changed: false };
  return trimmed(first, split([...old, rest]), split([...made, rest]));
}

// Pieces cut at line ends.
function split(pieces) {
  const lines = [[]];
  for (const { text, changed } of pieces) {
    for (const [at, part] of text.split("\n").entries()) {
      if (at > 0) lines.push([]);
      if (part !== "") lines.at(-1).push({ text: part, changed });
    }
  }
  return lines;
}

// Without the lines at both ends that stay as they are.
function trimmed(first, gone, come) {
  const words = (pieces) => pieces.map(({ text }) => text).join("");
  const equal = (a, b) => a && b && words(a) === words(b);
  let [head, tail] = [0, 0];
  while (equal(gone.at(-1 - tail), come.at(-1 - tail))) tail++;
  while (head + tail < Math.min(gone.length, come.length) && equal(gone[head], come[head])) head++;
  const middle = (rows) => rows.slice(head, rows.length - tail);
  const left = middle(gone);
  return { first: first + head, last: first + head + left.length, gone: left, come: middle(come) };
}
