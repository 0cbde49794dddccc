// One text with its kind, its file and its verdict: the box, what the cursor stands on, the tip
// under the pointer, and going from finding to finding.

import { element, sentence } from "../dom.js";
import { t } from "../words.js";
import { Editor } from "./editor.js";
import { severityWord } from "./findings.js";

export class Pane {
  // `root` holds `.editor`, `.tip`, `.cursor` and `select.kind`. `on`: `changed(pane, pasted)`,
  // `asked(pane)` for another kind, `fix(pane, indices)`, `file(pane, file)`, `say(words)`,
  // `here(pane, indices)`.
  constructor(root, on) {
    this.root = root;
    this.on = on;
    this.path = null;
    this.verdict = null;
    this.kind = root.querySelector("select.kind");
    this.cursor = root.querySelector(".cursor");
    this.tip = root.querySelector(".tip");
    this.editor = new Editor(root.querySelector(".editor"), {
      input: (pasted) => on.changed(this, pasted),
      cursor: () => this.showCursor(),
      hover: (index, rectangle) => this.showTip(index, rectangle),
      choice: (it) => this.choose(it),
      part: (it) => this.showPart(it),
    });
    for (const [name, step] of [
      ["earlier", -1],
      ["later", 1],
    ]) {
      root.querySelector(`.${name}`).addEventListener("click", () => this.editor.turn(step));
    }
    this.kind.addEventListener("change", () => on.asked(this));
    root.addEventListener("keydown", (event) => this.keys(event));
  }

  // How the text is read: its kind ("" for "detect") and the file it came from, or null.
  get choice() {
    return { as: this.kind.value, path: this.path };
  }

  choose({ as, path }) {
    this.path = path;
    choose(this.kind, as);
  }

  // Puts another text into the box; undo brings back this one and how it was read.
  fill(text, as, path = null) {
    const before = this.choice;
    this.choose({ as, path });
    this.editor.replace(text, [before, this.choice]);
  }

  get findings() {
    return this.verdict?.diagnostics ?? [];
  }

  // Shows a verdict on the text, or none.
  show(verdict) {
    this.verdict = verdict;
    this.editor.mark(this.findings);
    const wrong = this.findings.some((it) => it.severity === "error");
    this.editor.area.setAttribute("aria-invalid", String(wrong));
    const detected = verdict ? t("Detected: {kind}", { kind: verdict.kind }) : t("Detect the kind");
    if (this.kind.value === "" || !verdict) this.kind.options[0].textContent = detected;
    this.showTip(null);
    this.showCursor();
  }

  keys(event) {
    if (event.key === "F8") this.step(event.shiftKey);
    else if (event.key === "." && (event.ctrlKey || event.metaKey)) this.fixHere();
    else if (event.key === "Escape" && !this.tip.hidden) this.showTip(null);
    else return;
    event.preventDefault();
  }

  // Puts the keyboard on a finding and says it.
  goTo(index) {
    const finding = this.findings[index];
    this.editor.select(finding.span.start, finding.span.end);
    const { code, severity, message, span, edits } = finding;
    const values = { severity: severityWord(severity), line: span.line, code, message: message.replaceAll("`", "") };
    const way = edits.length > 0 ? ` ${t("Control and full stop shows a fix.")}` : "";
    this.on.speak(t("{severity}, line {line}, {code}: {message}.", values) + way);
  }

  // To the next finding after the cursor, or the one before it; around the ends.
  step(backwards) {
    if (this.findings.length === 0) return this.on.speak(t("No findings."));
    const starts = this.findings.map((it) => it.span.start);
    const { cursor } = this.editor;
    const index = backwards
      ? starts.findLastIndex((start) => start < cursor)
      : starts.findIndex((start) => start > cursor);
    this.goTo(index === -1 ? (backwards ? starts.length - 1 : 0) : index);
  }

  fixHere() {
    const index = this.editor.at(this.editor.cursor).find((each) => this.findings[each]?.edits.length > 0);
    if (index === undefined) this.on.speak(t("There is no fix for what the cursor stands on."));
    else this.on.fix(this, [index]);
  }

  // What the cursor stands on, in words, with its fix.
  showCursor() {
    const { line, column } = this.editor.place();
    const here = this.editor.at(this.editor.cursor).filter((index) => this.findings[index]);
    const words = here.slice(0, 1).flatMap((index) => {
      const { code, message, edits } = this.findings[index];
      const click = () => this.on.fix(this, [index]);
      const button = element("button", { type: "button", onclick: click }, t("Fix"));
      return [element("code", {}, code), " ", ...sentence(message), " ", edits.length > 0 ? button : ""];
    });
    this.cursor.replaceChildren(element("span", { class: "place" }, `${line}:${column}`), " ", ...words);
    this.on.here(this, here);
  }

  // Which lines of a long text the box holds.
  showPart({ first, last, count }) {
    const parts = this.root.querySelector(".parts");
    parts.hidden = first === 1 && last === count;
    if (parts.hidden) return;
    const values = {
      first: first.toLocaleString("en"),
      last: last.toLocaleString("en"),
      count: count.toLocaleString("en"),
    };
    const words = t("Lines {first} to {last} of {count}", values);
    if (parts.querySelector("span").textContent !== words) parts.querySelector("span").textContent = words;
    parts.querySelector(".earlier").disabled = first === 1;
    parts.querySelector(".later").disabled = last === count;
  }

  showTip(index, rectangle) {
    const finding = index === null ? null : this.findings[index];
    this.tip.hidden = !finding;
    if (!finding) return;
    this.tip.replaceChildren(element("code", {}, finding.code), " ", ...sentence(finding.message));
    const frame = this.tip.parentElement.getBoundingClientRect();
    const left = Math.max(0, Math.min(rectangle.left - frame.left, frame.width - this.tip.offsetWidth));
    this.tip.style.setProperty("left", `${left}px`);
    this.tip.style.setProperty("top", `${rectangle.bottom - frame.top + 6}px`);
  }
}

// Selects a value; one that the selector does not have means "detect".
export function choose(select, value) {
  select.value = value;
  if (select.selectedIndex < 0) select.value = "";
}
