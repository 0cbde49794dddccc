// The examples as cards, in a dialog.

import { element } from "../dom.js";
import { t } from "../words.js";
import { EXAMPLES } from "./examples.js";

// Shows the examples; gives the one that was chosen, or undefined.
export function gallery() {
  const cards = EXAMPLES.map(({ kind, title, wrong, clean }, number) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "submit", value: String(number), class: "card", "data-kind": kind },
        element("span", { class: "label" }, kind),
        element("span", { class: "name" }, title),
        element("span", { class: clean ? "wrong clean" : "wrong" }, wrong),
      ),
    ),
  );
  const close = element("button", { type: "submit", value: "", class: "quiet" }, t("Close"));
  const form = element(
    "form",
    { method: "dialog" },
    element("div", { class: "bar" }, element("h2", { id: "gallery-title" }, t("Examples")), close),
    element(
      "p",
      { class: "empty" },
      t("One for each kind of text, with what is wrong in it. Undo brings your text back."),
    ),
    element("ul", { class: "cards" }, ...cards),
  );
  const dialog = element("dialog", { class: "gallery", "aria-labelledby": "gallery-title" }, form);
  document.body.append(dialog);
  return new Promise((answer) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "" ? undefined : EXAMPLES[Number(dialog.returnValue)]);
    });
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close(""));
    dialog.showModal();
  });
}
