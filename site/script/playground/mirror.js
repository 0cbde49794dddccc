// What is drawn behind the text box: line numbers and underlines. The text box itself shows the
// letters, so selection, spelling and phone keyboards stay the browser's own.

import { element } from "../dom.js";
import { lineStarts, marksByLine, stretches } from "./lines.js";

export class Mirror {
  // `frame` scrolls, `sheet` holds the lines.
  constructor(frame, sheet) {
    Object.assign(this, { frame, sheet });
    this.lines = [];
    this.first = 0;
  }

  // Draws `text`, whose first line has the number `first` from 0, with `marks` (`{start, end,
  // severity, index}` in code units). Lines that did not change are left alone.
  draw(text, marks, first) {
    this.text = text;
    this.starts = lineStarts(text);
    const pieces = marksByLine(this.starts, text.length, marks);
    if (first !== this.first) this.clear(first);
    const count = this.starts.length;
    this.frame.style.setProperty("--digits", String(first + count).length);
    while (this.lines.length > count) this.lines.pop().node.remove();
    const added = [];
    for (let at = 0; at < count; at++) {
      const made = this.line(at, pieces.get(at));
      if (made === this.lines[at]) continue;
      if (this.lines[at]) this.lines[at].node.replaceWith(made.node);
      else added.push(made.node);
      this.lines[at] = made;
    }
    this.sheet.append(...added);
  }

  clear(first) {
    this.first = first;
    this.lines = [];
    this.sheet.replaceChildren();
  }

  textOf(line) {
    const end = line + 1 < this.starts.length ? this.starts[line + 1] - 1 : this.text.length;
    return this.text.slice(this.starts[line], end);
  }

  // The line with its pieces: the one that is drawn where it shows the same.
  line(at, pieces) {
    const text = this.textOf(at);
    const key = pieces ? JSON.stringify(pieces.map((it) => [it.from, it.to, it.mark.index, it.mark.severity])) : "";
    const old = this.lines[at];
    if (old && old.text === text && old.key === key) return old;
    const letters = element("span", { class: "letters" }, ...this.letters(text, pieces ?? []));
    const number = this.first + at + 1;
    return { text, key, node: element("div", { class: "line", "data-line": number }, letters) };
  }

  letters(text, pieces) {
    // A line without letters keeps its height.
    if (text === "" && pieces.length === 0) return ["\u200b"];
    const made = [];
    let done = 0;
    for (const { from, to, mark } of stretches(pieces)) {
      made.push(text.slice(done, from), this.underline(text.slice(from, to), mark));
      done = to;
    }
    return [...made, text.slice(done)];
  }

  underline(text, mark) {
    const shown = text === "" ? " " : text;
    return element("mark", { class: `m-${mark.severity}`, "data-index": mark.index }, shown);
  }
}
