// The text of this tab, kept over a reload: in the browser's session storage, which ends with the
// tab. Full or switched off storage costs the draft and nothing else.

import { state } from "./share.js";

const STORE = "playground";
// Longer texts would fill the storage of the whole site.
const MOST_LETTERS = 400_000;

export function keep(draft) {
  const letters = draft.text.length + (draft.other?.text.length ?? 0);
  if (letters > MOST_LETTERS) return drop();
  try {
    sessionStorage.setItem(STORE, JSON.stringify(draft));
  } catch {
    // Not kept.
  }
}

export function drop() {
  try {
    sessionStorage.removeItem(STORE);
  } catch {
    // Nothing was kept either.
  }
}

export function kept() {
  try {
    return state(JSON.parse(sessionStorage.getItem(STORE)));
  } catch {
    return null;
  }
}
