// The second text box, for comparing: made like the first.

import { t } from "../words.js";

// Puts a second pane after the first and gives it.
export function secondPane(first) {
  const pane = first.cloneNode(true);
  pane.id = "pane-b";
  pane.setAttribute("aria-label", t("Text B"));
  for (const each of pane.querySelectorAll("[id]")) each.id = `${each.id}-b`;
  pane.querySelector(".sheet-of-lines").replaceChildren();
  pane.querySelector(".editor").removeAttribute("style");
  const area = pane.querySelector("textarea");
  area.value = "";
  area.setAttribute("aria-label", t("Text B, to compare"));
  area.setAttribute("aria-describedby", "keys cursor-b");
  pane.querySelector(".letter").textContent = "B";
  pane.querySelector(".tip").hidden = true;
  pane.querySelector("select.kind").options[0].textContent = t("Detect the kind");
  first.after(pane);
  return pane;
}
