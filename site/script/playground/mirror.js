// What is drawn behind the text box: line numbers and underlines. The text box itself shows the
// letters, so undo, selection, spelling and phone keyboards stay the browser's own.

import { element } from "../dom.js";
import { lineStarts, marksByLine, stretches } from "./lines.js";

// Above this many characters or lines the text is not wrapped and only visible lines are drawn.
const LARGE_LENGTH = 120_000;
const LARGE_LINES = 3_000;
// Lines longer than this are numbered but not underlined.
const LONG_LINE = 5_000;

export class Mirror {
  // `frame` scrolls small texts, `area` scrolls large ones, `sheet` holds the lines.
  constructor(frame, area, sheet) {
    Object.assign(this, { frame, area, sheet });
    this.lines = [];
    this.pieces = new Map();
    area.addEventListener("scroll", () => this.large && this.drawWindow());
    new ResizeObserver(() => this.large && this.drawWindow()).observe(frame);
  }

  // Draws `text` with `marks` (`{start, end, severity, index}` in code units).
  draw(text, marks) {
    this.text = text;
    this.starts = lineStarts(text);
    this.pieces = marksByLine(this.starts, text.length, marks);
    const large = text.length > LARGE_LENGTH || this.starts.length > LARGE_LINES;
    if (large !== this.large) this.clear(large);
    this.frame.style.setProperty("--digits", String(this.starts.length).length);
    if (large) this.drawWindow();
    else this.drawAll();
  }

  clear(large) {
    this.large = large;
    this.lines = [];
    this.sheet.replaceChildren();
    this.frame.classList.toggle("large", large);
    this.area.wrap = large ? "off" : "soft";
  }

  textOf(line) {
    const end = line + 1 < this.starts.length ? this.starts[line + 1] - 1 : this.text.length;
    return this.text.slice(this.starts[line], end);
  }

  // Small texts: every line is there; those that did not change are left alone.
  drawAll() {
    const count = this.starts.length;
    while (this.lines.length > count) this.lines.pop().node.remove();
    for (let at = 0; at < count; at++) {
      const text = this.textOf(at);
      const pieces = this.pieces.get(at);
      const key = pieces ? JSON.stringify(pieces.map((it) => [it.from, it.to, it.mark.index, it.mark.severity])) : "";
      const old = this.lines[at];
      if (old && old.text === text && old.key === key) continue;
      const node = this.line(at, text, pieces);
      if (old) old.node.replaceWith(node);
      else this.sheet.append(node);
      this.lines[at] = { text, key, node };
    }
  }

  // Large texts: the lines in view, moved to where the text box shows them.
  drawWindow() {
    const style = getComputedStyle(this.area);
    const height = parseFloat(style.lineHeight);
    const top = parseFloat(style.paddingTop);
    const first = Math.max(0, Math.floor((this.area.scrollTop - top) / height));
    const last = Math.min(this.starts.length, first + Math.ceil(this.area.clientHeight / height) + 2);
    const nodes = [];
    for (let at = first; at < last; at++) {
      nodes.push(this.line(at, this.textOf(at), this.pieces.get(at)));
    }
    this.sheet.replaceChildren(...nodes);
    const down = first * height - this.area.scrollTop;
    this.sheet.style.setProperty("--down", `${down}px`);
    this.sheet.style.setProperty("--left", `${-this.area.scrollLeft}px`);
  }

  line(number, text, pieces) {
    const letters = element("span", { class: "letters" });
    if (text.length > LONG_LINE && this.large) {
      // Numbered only.
    } else if (pieces) {
      let done = 0;
      for (const { from, to, mark } of stretches(pieces)) {
        letters.append(text.slice(done, from));
        letters.append(this.underline(text.slice(from, to), mark));
        done = to;
      }
      letters.append(text.slice(done));
    } else {
      letters.append(text);
    }
    // A line without letters keeps its height.
    if (text === "") letters.append("\u200b");
    return element("div", { class: "line", "data-line": number + 1 }, letters);
  }

  underline(text, mark) {
    const shown = text === "" ? " " : text;
    return element("mark", { class: `m-${mark.severity}`, "data-index": mark.index }, shown);
  }
}
