// Copying to the clipboard, with an answer in place.

import { t } from "./words.js";

// Copies `text`; false where the browser refuses.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// A button that copies what `text()` gives and says so.
export function copyButton(label, text) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = label;
  arm(button, text);
  return button;
}

// Makes a button copy what `text()` gives; its words are the answer for a moment.
export function arm(button, text) {
  const label = button.textContent;
  button.addEventListener("click", async () => {
    const done = await copy(text());
    button.textContent = done ? t("Copied") : t("Select and copy by hand");
    setTimeout(() => {
      button.textContent = label;
    }, 1600);
  });
}
