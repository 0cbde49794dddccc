// Edits: which can be made together, and what they make of a text.

// The edits of these findings that do not touch each other, by position. A finding's edits are
// taken together or not at all, and of two findings that clash the first is taken.
export function together(findings) {
  const taken = [];
  for (const { edits } of findings) {
    const places = edits.map((edit) => place(taken, edit));
    if (places.includes(-1)) continue;
    for (const edit of edits) taken.splice(place(taken, edit), 0, edit);
  }
  return taken;
}

// Where an edit belongs in a sorted list, or -1 where it touches one that is there.
function place(sorted, { start, end }) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle].end < start) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && sorted[low].start <= end ? -1 : low;
}

// The text after non-overlapping edits sorted by position.
export function applied(text, edits) {
  let result = "";
  let done = 0;
  for (const { start, end, text: insert } of edits) {
    result += text.slice(done, start) + insert;
    done = end;
  }
  return result + text.slice(done);
}

// All edits as one replacement, so that one undo takes them back.
export function joined(text, edits) {
  const [start, end] = [edits[0].start, edits.at(-1).end];
  const moved = edits.map((it) => ({ ...it, start: it.start - start, end: it.end - start }));
  return { start, end, text: applied(text.slice(start, end), moved) };
}
