// An error message in the place of a launch text: it is recognised, and the search shown that knows
// messages.

import { element } from "../dom.js";
import { t } from "../words.js";

// How lines of messages begin, of Python, of torch's and NCCL's logs, and of the system.
const LINE =
  /^\s*(\[?\w*rank\d+\]?:\s*)?(\[[A-Z]\d* |[\w.]*(Error|Exception|Warning)\b( in)?:|Traceback \(most recent|terminate called|libgomp: |CUDA (error|out of memory)|Watchdog caught|Aborted\b|Segmentation fault\b|\S* ?(\[\d+\] )?(\S+ )?NCCL (INFO|WARN|ERROR)\b)/;
// What an address can hold; the beginning and the end say what is wrong.
const MOST_LETTERS = 1_600;

// Whether a text is a message, by its verdict: nothing that starts a program or sets a variable.
export function isMessage(text, { programs }) {
  if (programs.some(({ environment }) => Object.keys(environment).length > 0)) return false;
  const lines = text.split("\n", 400).filter((line) => line.trim() !== "");
  return programs.length === 0 ? lines.some((line) => LINE.test(line)) : LINE.test(lines[0] ?? "");
}

// Shows where to go with a message instead of a launch text.
export function showWays(place, text, root) {
  const half = MOST_LETTERS / 2;
  const asked = text.length > MOST_LETTERS ? `${text.slice(0, half)}\n${text.slice(-half)}` : text;
  const search = `${root}search/?q=${encodeURIComponent(asked.trim())}`;
  place.replaceChildren(
    element(
      "li",
      { class: "message-pasted" },
      element(
        "p",
        { class: "message" },
        t("Nothing here starts a program or sets a variable, so there is nothing to check."),
      ),
      element(
        "p",
        {},
        element("a", { class: "button", href: search }, t("Search for this message")),
        " ",
        element("a", { href: `${root}symptoms/` }, t("All symptoms")),
      ),
    ),
  );
}
