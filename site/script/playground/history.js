// What was typed, pasted, fixed and replaced, so that all of it can be taken back. A browser
// forgets its own history when a script changes a text, and takes seconds to insert a long one.

// Letters kept at most; the oldest changes go first.
const MOST_LETTERS = 20_000_000;
// Typing after a pause is a change of its own.
const PAUSE_MS = 1_500;
// Kinds of input that join into one change.
const TYPING = ["insertText", "insertCompositionText"];
const DELETING = ["deleteContentBackward", "deleteContentForward"];

export class History {
  constructor() {
    this.done = [];
    this.undone = [];
    this.letters = 0;
  }

  // Notes a change: `{at, removed, inserted, kind, selection, choices}`; the selection is the one
  // before, `choices` what else goes back and forth with the text: `[before, after]`.
  note(change) {
    const made = { ...change, time: performance.now() };
    this.undone = [];
    const last = this.done.at(-1);
    if (last && made.time - last.time < PAUSE_MS && joined(last, made)) {
      last.time = made.time;
      return;
    }
    this.done.push(made);
    this.letters += size(made);
    while (this.letters > MOST_LETTERS && this.done.length > 1) this.letters -= size(this.done.shift());
  }

  // The last change turned round, or null: `{start, end, text, selection, choice}`.
  undo() {
    const change = this.done.pop();
    if (!change) return null;
    this.undone.push(change);
    this.letters -= size(change);
    const { at, removed, inserted, selection, choices } = change;
    return { start: at, end: at + inserted.length, text: removed, selection, choice: choices?.[0] };
  }

  // The last change taken back, made again, or null.
  redo() {
    const change = this.undone.pop();
    if (!change) return null;
    this.done.push({ ...change, time: 0 });
    this.letters += size(change);
    const { at, removed, inserted, choices } = change;
    const end = at + inserted.length;
    return { start: at, end: at + removed.length, text: inserted, selection: [end, end], choice: choices?.[1] };
  }
}

function size({ removed, inserted }) {
  return removed.length + inserted.length;
}

// Makes `next` a part of `last` where both are one stretch of typing or deleting.
function joined(last, next) {
  if (last.kind !== next.kind) return false;
  if (TYPING.includes(next.kind)) {
    const from = next.at - last.at;
    const to = from + next.removed.length;
    if (from < 0 || to > last.inserted.length) return false;
    if (/\s$/.test(last.inserted) && /^\S/.test(next.inserted)) return false;
    last.inserted = last.inserted.slice(0, from) + next.inserted + last.inserted.slice(to);
    return true;
  }
  if (!DELETING.includes(next.kind) || next.inserted !== "" || last.inserted !== "") return false;
  if (next.at + next.removed.length === last.at) {
    last.removed = next.removed + last.removed;
    last.at = next.at;
    return true;
  }
  if (next.at !== last.at) return false;
  last.removed += next.removed;
  return true;
}
