// A text as lines, and marks cut to them.

// Offsets at which lines start.
export function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

// Offsets at which the parts of a long text start: each has at most so many lines and letters, and
// starts with a line, unless a single line is longer than a part.
export function partStarts(starts, length, { lines, letters }) {
  const cuts = [];
  let line = 0;
  while (line < starts.length) {
    const from = starts[line];
    const fitting = Math.max(line + 1, lineAt(starts, from + letters));
    line = Math.min(line + lines, fitting, starts.length);
    const end = starts[line] ?? length;
    for (let at = from; at < end; at += letters) cuts.push(at);
  }
  return cuts.length > 0 ? cuts : [0];
}

// Where two texts differ: `old` from `at` to `end` became `inserted`.
export function difference(old, text) {
  const shorter = Math.min(old.length, text.length);
  let at = 0;
  while (at < shorter && old.charCodeAt(at) === text.charCodeAt(at)) at++;
  let after = 0;
  while (after < shorter - at && old.charCodeAt(old.length - 1 - after) === text.charCodeAt(text.length - 1 - after)) {
    after++;
  }
  return { at, end: old.length - after, inserted: text.slice(at, text.length - after) };
}

// Index of the line that holds an offset.
export function lineAt(starts, offset) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

// For each line that marks touch, its pieces: `{from, to, mark}` in offsets of the line. Where
// marks overlap, the more severe one shows; an empty mark covers one character.
export function marksByLine(starts, length, marks) {
  const lines = new Map();
  for (const mark of marks) {
    const end = Math.max(mark.end, Math.min(mark.start + 1, length));
    for (let line = lineAt(starts, mark.start); line < starts.length; line++) {
      const from = starts[line];
      const to = line + 1 < starts.length ? starts[line + 1] - 1 : length;
      if (from >= end && from > mark.start) break;
      if (!lines.has(line)) lines.set(line, []);
      lines.get(line).push({
        from: Math.max(mark.start, from) - from,
        to: Math.max(Math.min(end, to), Math.max(mark.start, from)) - from,
        mark,
      });
    }
  }
  return lines;
}

const RANK = { error: 3, warning: 2, info: 1 };

// Cuts overlapping pieces of one line into stretches that have one mark each.
export function stretches(pieces) {
  const cuts = [...new Set(pieces.flatMap((it) => [it.from, it.to]))].sort((a, b) => a - b);
  const result = [];
  for (let at = 0; at + 1 < cuts.length; at++) {
    const covering = pieces.filter((it) => it.from <= cuts[at] && cuts[at + 1] <= it.to);
    if (covering.length === 0) continue;
    const worst = covering.reduce((a, b) => (RANK[b.mark.severity] > RANK[a.mark.severity] ? b : a));
    result.push({ from: cuts[at], to: cuts[at + 1], mark: worst.mark });
  }
  const empty = pieces.filter((it) => it.from === it.to);
  return [...result, ...empty].sort((a, b) => a.from - b.from || a.to - b.to);
}
