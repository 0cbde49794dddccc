// Edits: which can be made together, and how they are made so that undo takes them back.

// The edits of these findings that do not touch each other, by position. A finding's edits are
// taken together or not at all.
export function together(findings) {
  const taken = [];
  for (const { edits } of findings) {
    const clash = edits.some((edit) =>
      taken.some((other) => edit.start <= other.end && other.start <= edit.end),
    );
    if (!clash) taken.push(...edits);
  }
  return taken.sort((a, b) => a.start - b.start);
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

// Browsers insert long texts slowly; above this many characters each edit is made by itself.
const LONG_STRETCH = 4_000;

// Makes the edits with the text box's own undo: as one step, or as one each where they lie far
// apart.
export function apply(area, edits) {
  if (edits.length === 0) return;
  const far = edits.at(-1).end - edits[0].start > LONG_STRETCH;
  if (far) for (const edit of edits.toReversed()) replace(area, [edit]);
  else replace(area, edits);
}

function replace(area, edits) {
  const from = edits[0].start;
  const to = edits.at(-1).end;
  const shifted = edits.map((it) => ({ ...it, start: it.start - from, end: it.end - from }));
  const insert = applied(area.value.slice(from, to), shifted);
  area.focus();
  area.setSelectionRange(from, to);
  const command = insert === "" ? "delete" : "insertText";
  // Deprecated without a successor: nothing else keeps the undo history of a text box.
  const done = document.execCommand(command, false, insert);
  if (!done) {
    area.setRangeText(insert, from, to, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
