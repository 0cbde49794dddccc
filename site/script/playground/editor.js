// The text box with line numbers and underlines, and moving about in it.

import { Mirror } from "./mirror.js";
import { lineAt } from "./lines.js";

// More underlines than this help nobody and slow the page down.
const MOST_MARKS = 500;
// Browsers take seconds to paste more than this with undo, and an instant without.
const LARGE_PASTE = 100_000;

export class Editor {
  // `on`: `input(pasted)`, `cursor()`, `hover(index, rectangle)` with null for "nothing".
  constructor(frame, on) {
    this.frame = frame;
    this.area = frame.querySelector("textarea");
    this.mirror = new Mirror(frame, this.area, frame.querySelector(".sheet-of-lines"));
    this.marks = [];
    this.on = on;
    this.area.addEventListener("input", (event) => this.input(event));
    this.area.addEventListener("paste", (event) => this.paste(event));
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === this.area) on.cursor();
    });
    this.area.addEventListener("mousemove", (event) => this.hover(event));
    this.area.addEventListener("mouseleave", () => on.hover(null));
    this.mirror.draw(this.area.value, []);
  }

  get text() {
    return this.area.value;
  }

  // Replaces the whole text; undo starts anew.
  set text(text) {
    this.area.value = text;
    this.marks = [];
    this.mirror.draw(this.area.value, []);
    this.area.scrollTop = 0;
    this.frame.scrollTop = 0;
  }

  get cursor() {
    return this.area.selectionStart;
  }

  input(event) {
    const text = this.area.value;
    this.keepMarks(text);
    this.mirror.draw(text, this.marks);
    this.on.input(event.inputType === "insertFromPaste" || event.inputType === "insertFromDrop");
  }

  paste(event) {
    const text = event.clipboardData.getData("text/plain");
    if (text.length <= LARGE_PASTE) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = this.area;
    this.area.setRangeText(text, selectionStart, selectionEnd, "end");
    this.area.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste" }));
  }

  // Until the next verdict, marks stay with the letters they belong to: those before and after the
  // change move with the text, those in it go.
  keepMarks(text) {
    const old = this.mirror.text;
    let before = 0;
    const shorter = Math.min(old.length, text.length);
    while (before < shorter && old.charCodeAt(before) === text.charCodeAt(before)) before++;
    let after = 0;
    while (
      after < shorter - before &&
      old.charCodeAt(old.length - 1 - after) === text.charCodeAt(text.length - 1 - after)
    ) {
      after++;
    }
    const shift = text.length - old.length;
    const end = old.length - after;
    this.marks = this.marks.flatMap((mark) => {
      if (mark.end <= before) return [mark];
      if (mark.start < end) return [];
      return [{ ...mark, start: mark.start + shift, end: mark.end + shift }];
    });
  }

  // Underlines findings; the index of each is its place in the list.
  mark(findings) {
    this.marks = findings
      .slice(0, MOST_MARKS)
      .map(({ span, severity }, index) => ({ start: span.start, end: span.end, severity, index }));
    this.mirror.draw(this.area.value, this.marks);
  }

  // Selects a place and brings it into view.
  select(start, end) {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end);
    const line = lineAt(this.mirror.starts, start);
    if (this.mirror.large) {
      const height = parseFloat(getComputedStyle(this.area).lineHeight);
      this.area.scrollTop = Math.max(0, line * height - this.area.clientHeight / 3);
      return;
    }
    const node = this.mirror.lines[line].node;
    const top = node.offsetTop;
    const bottom = top + node.offsetHeight;
    const outside = top < this.frame.scrollTop || bottom > this.frame.scrollTop + this.frame.clientHeight;
    if (outside) this.frame.scrollTop = Math.max(0, top - this.frame.clientHeight / 3);
    this.frame.scrollIntoView({ block: "nearest" });
  }

  // Line and column of the cursor, from 1; columns in characters.
  place() {
    const line = lineAt(this.mirror.starts, this.cursor);
    const before = this.text.slice(this.mirror.starts[line], this.cursor);
    return { line: line + 1, column: [...before].length + 1 };
  }

  // Indices of the marks at an offset.
  at(offset) {
    return this.marks
      .filter((mark) => mark.start <= offset && offset <= Math.max(mark.end, mark.start + 1))
      .map((mark) => mark.index);
  }

  hover({ clientX, clientY }) {
    const under = document
      .elementsFromPoint(clientX, clientY)
      .find((node) => node.localName === "mark" && this.frame.contains(node));
    if (under) this.on.hover(Number(under.dataset.index), under.getBoundingClientRect());
    else this.on.hover(null);
  }
}
