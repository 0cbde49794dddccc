// The text box with line numbers and underlines, moving about in it, and taking changes back. Of a
// long text the box holds a part: a browser lays out the whole box for every letter. All offsets
// are those of the whole text.

import { History } from "./history.js";
import { Mirror } from "./mirror.js";
import { difference, lineAt, lineStarts, partStarts } from "./lines.js";

// More underlines than this help nobody and slow the page down.
const MOST_MARKS = 500;
// Browsers insert longer texts slowly: seconds for a script of some hundred lines.
const LONG_INSERT = 400;
// What a part of a long text has, and how much more of both the box may hold before it is cut anew.
const PART = { lines: 2_000, letters: 80_000 };
const SLACK = 1.25;

// Line ends as a text box has them.
const plain = (text) => text.replace(/\r\n?/g, "\n");

export class Editor {
  // `on`: `input(pasted)`, `cursor()`, `hover(index, rectangle)` with null for "nothing",
  // `choice(it)` with what was given to `replace`, when undo and redo bring it back, `part(it)` with
  // the numbers of the lines shown, `{first, last, count}`.
  constructor(frame, on) {
    this.frame = frame;
    this.area = frame.querySelector("textarea");
    this.mirror = new Mirror(frame, frame.querySelector(".sheet-of-lines"));
    this.on = on;
    this.selection = [0, 0];
    this.text = this.area.value;
    this.listen();
  }

  listen() {
    const { area } = this;
    area.addEventListener("beforeinput", (event) => this.beforeInput(event));
    area.addEventListener("input", (event) => this.input(event));
    area.addEventListener("paste", (event) => this.paste(event));
    area.addEventListener("keydown", (event) => this.keys(event));
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === area) this.on.cursor();
    });
    area.addEventListener("mousemove", (event) => this.hover(event));
    area.addEventListener("mouseleave", () => this.on.hover(null));
  }

  get text() {
    return this.whole;
  }

  // Replaces the whole text; undo starts anew.
  set text(text) {
    this.whole = plain(text);
    this.history = new History();
    this.marks = [];
    this.turnTo(0);
    this.toTop();
  }

  // Replaces the whole text; undo takes it back, and calls `choice` with the first of `choices`.
  replace(text, choices) {
    this.put({ start: 0, end: this.text.length, text, choices });
    this.toTop();
  }

  toTop() {
    if (this.from > 0) this.turnTo(0);
    this.area.setSelectionRange(0, 0);
    this.frame.scrollTop = 0;
  }

  // Puts a text in the place of a stretch, as one change.
  put({ start, end, text, choices }) {
    const selection = this.selected();
    const removed = this.whole.slice(start, end);
    const inserted = plain(text);
    this.write(start, end, inserted);
    const change = { at: start, removed, inserted };
    this.history.note({ ...change, kind: "put", selection, choices });
    this.changed(change, "insertFromPaste");
  }

  undo() {
    this.again(this.history.undo());
  }

  redo() {
    this.again(this.history.redo());
  }

  again(change) {
    if (!change) return;
    const { start, end, text, selection, choice } = change;
    const removed = this.whole.slice(start, end);
    this.write(start, end, text);
    if (choice) this.on.choice(choice);
    this.changed({ at: start, removed, inserted: text }, "historyUndo");
    this.show(...selection);
  }

  // Writes without a note in the history. Small texts are written as a user would: the browser then
  // lays out one line and not all.
  write(start, end, text) {
    const { area } = this;
    const away = document.activeElement !== area;
    const inside = this.from <= start && end <= this.to;
    this.whole = this.whole.slice(0, start) + text + this.whole.slice(end);
    this.starts = lineStarts(this.whole);
    this.to += text.length - (end - start);
    area.focus({ preventScroll: true });
    if (inside && this.fits()) this.writeInBox(start - this.from, end - this.from, text);
    else this.turnTo(start + text.length);
    const cursor = start + text.length - this.from;
    area.setSelectionRange(cursor, cursor);
    // A phone would put its keyboard over the verdict.
    if (away && matchMedia("(pointer: coarse)").matches) area.blur();
  }

  writeInBox(start, end, text) {
    const { area } = this;
    area.setSelectionRange(start, end);
    this.writing = true;
    const command = text === "" ? "delete" : "insertText";
    const small = text.length <= LONG_INSERT && (start < end || text !== "");
    // Deprecated without a successor; where it is gone, the other way is only slower.
    const done = small && document.execCommand(command, false, text);
    if (!done) area.setRangeText(text, start, end, "end");
    this.writing = false;
    const wanted = this.whole.slice(this.from, this.to);
    if (area.value !== wanted) area.value = wanted;
  }

  // Whether the box holds neither too much nor a part of a text that needs none.
  fits() {
    const [first, last] = [this.from, this.to].map((offset) => lineAt(this.starts, offset));
    const part = this.from > 0 || this.to < this.whole.length;
    const short = this.whole.length <= PART.letters / 2 && this.starts.length <= PART.lines / 2;
    if (part && (short || this.to <= this.from)) return false;
    return this.to - this.from <= PART.letters * SLACK && last - first <= PART.lines * SLACK;
  }

  // Puts the part that holds an offset into the box.
  turnTo(offset) {
    this.starts = lineStarts(this.whole);
    [this.from, this.to] = [0, this.whole.length];
    if (!this.fits()) {
      const cuts = partStarts(this.starts, this.whole.length, PART);
      const number = lineAt(cuts, offset);
      [this.from, this.to] = [cuts[number], cuts[number + 1] ?? this.whole.length];
    }
    this.area.value = this.whole.slice(this.from, this.to);
    this.frame.scrollTop = 0;
    this.draw();
  }

  // To the part before (-1) or after (1) the one in the box.
  turn(step) {
    this.turnTo(step < 0 ? Math.max(0, this.from - 1) : this.to);
    this.area.setSelectionRange(0, 0);
    this.area.focus();
  }

  get cursor() {
    return this.from + this.area.selectionStart;
  }

  selected() {
    return [this.from + this.area.selectionStart, this.from + this.area.selectionEnd];
  }

  beforeInput(event) {
    this.selection = this.selected();
    if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
    event.preventDefault();
    if (event.inputType === "historyUndo") this.undo();
    else this.redo();
  }

  keys(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const back = key === "z" && !event.shiftKey;
    if (!back && key !== "y" && key !== "z") return;
    event.preventDefault();
    if (back) this.undo();
    else this.redo();
  }

  input({ inputType }) {
    if (this.writing) return;
    const old = this.mirror.text;
    const { at, end, inserted } = difference(old, this.area.value);
    const removed = old.slice(at, end);
    if (removed === inserted) return;
    const change = { at: this.from + at, removed, inserted };
    this.whole = this.whole.slice(0, change.at) + inserted + this.whole.slice(this.from + end);
    this.starts = lineStarts(this.whole);
    this.to += inserted.length - removed.length;
    this.history.note({ ...change, kind: inputType, selection: this.selection });
    this.changed(change, inputType);
  }

  // Draws what is there now and tells the page.
  changed(change, inputType) {
    this.moveMarks(change);
    if (this.fits()) {
      this.draw();
    } else {
      const selection = this.selected();
      this.turnTo(selection[0]);
      this.show(...selection);
    }
    this.on.input(["insertFromPaste", "insertFromDrop", "historyUndo"].includes(inputType));
  }

  paste(event) {
    const text = event.clipboardData.getData("text/plain");
    if (text.length <= LONG_INSERT) return;
    event.preventDefault();
    const [start, end] = this.selected();
    this.put({ start, end, text });
    this.show(this.cursor, this.cursor);
  }

  // Until the next verdict, marks stay with the letters they belong to: those before and after the
  // change move with the text, those in it go.
  moveMarks({ at, removed, inserted }) {
    const end = at + removed.length;
    const shift = inserted.length - removed.length;
    this.marks = this.marks.flatMap((mark) => {
      if (mark.end <= at) return [mark];
      if (mark.start < end) return [];
      return [{ ...mark, start: mark.start + shift, end: mark.end + shift }];
    });
  }

  // Underlines findings; the index of each is its place in the list.
  mark(findings) {
    this.marks = findings.map(({ span, severity }, index) => ({ start: span.start, end: span.end, severity, index }));
    this.draw();
  }

  draw() {
    const { from, to } = this;
    const first = lineAt(this.starts, from);
    const shown = this.marks.filter((mark) => mark.end >= from && mark.start <= to).slice(0, MOST_MARKS);
    const inBox = shown.map((mark) => ({
      ...mark,
      start: Math.max(mark.start, from) - from,
      end: Math.min(mark.end, to) - from,
    }));
    this.mirror.draw(this.whole.slice(from, to), inBox, first);
    const count = this.starts.length;
    this.on.part({ first: first + 1, last: to < this.whole.length ? lineAt(this.starts, to - 1) + 1 : count, count });
  }

  // Selects a place, brings it into view and the keyboard to it.
  select(start, end) {
    this.area.focus({ preventScroll: true });
    this.show(start, end);
    this.frame.scrollIntoView({ block: "nearest" });
  }

  // Selects a place and scrolls the text to it.
  show(start, end) {
    if (start < this.from || start > this.to || (start === this.to && this.to < this.whole.length)) this.turnTo(start);
    this.area.setSelectionRange(start - this.from, Math.min(end, this.to) - this.from);
    const { node } = this.mirror.lines[lineAt(this.mirror.starts, start - this.from)];
    const top = node.offsetTop;
    const bottom = top + node.offsetHeight;
    const outside = top < this.frame.scrollTop || bottom > this.frame.scrollTop + this.frame.clientHeight;
    if (outside) this.frame.scrollTop = Math.max(0, top - this.frame.clientHeight / 3);
  }

  // Line and column of the cursor, from 1; columns in characters.
  place() {
    const { cursor } = this;
    const line = lineAt(this.starts, cursor);
    const before = this.whole.slice(this.starts[line], cursor);
    return { line: line + 1, column: [...before].length + 1 };
  }

  // Indices of the marks at an offset.
  at(offset) {
    return this.marks
      .filter((mark) => mark.start <= offset && offset <= Math.max(mark.end, mark.start + 1))
      .map((mark) => mark.index);
  }

  hover({ clientX, clientY }) {
    if (this.marks.length === 0) return;
    const under = document
      .elementsFromPoint(clientX, clientY)
      .find((node) => node.localName === "mark" && this.frame.contains(node));
    if (under) this.on.hover(Number(under.dataset.index), under.getBoundingClientRect());
    else this.on.hover(null);
  }
}
