// Results of a search as links, grouped by kind, with the words that were asked for marked.

import { element, sentence } from "./dom.js";
import { write } from "./playground/share.js";
import { isPaired } from "./tokens.js";
import { t } from "./words.js";

const GROUPS = {
  key: t("Settings and values"),
  variable: t("Variables"),
  symptom: t("Symptoms"),
  recipe: t("Recipes"),
  rule: t("Rules"),
  guide: t("Guides"),
  reader: t("How values are read"),
  release: t("Releases"),
  check: t("Playground"),
};

const root = document.documentElement.dataset.root;

// Fills `place`; with `options` the links are options of a list box.
export function draw({ results, marks: words }, place, options) {
  const groups = Map.groupBy(results, ({ key, page }) => (key ? "key" : page.kind));
  const marks = pattern(words);
  const nodes = [...groups].map(([kind, members], number) =>
    element(
      "div",
      { role: "group", "aria-labelledby": `${place.id}-group-${number}` },
      element("div", { class: "label", id: `${place.id}-group-${number}` }, GROUPS[kind] ?? kind),
      ...members.map((result) => link(result, marks, options)),
    ),
  );
  place.replaceChildren(...nodes);
  for (const [number, each] of [...place.querySelectorAll("a")].entries()) each.id = `${place.id}-${number}`;
}

function link(result, marks, options) {
  const { page, at, heading, check } = result;
  const anchor = at?.anchor || heading?.anchor;
  const role = options ? { role: "option", tabIndex: -1, "aria-selected": "false" } : {};
  return element(
    "a",
    {
      href: root + page.url + (check ? write({ text: line(check) }) : anchor ? `#${anchor}` : ""),
      class: "result",
      ...role,
    },
    element("span", { class: "title-line" }, ...title(result, marks)),
    ...(result.symptom ? [element("span", { class: "symptom-line" }, ...marked(result.symptom, marks))] : []),
    element("span", { class: "summary-line" }, ...marked(result.card.summary, marks)),
  );
}

// A setting as a launch line that can be checked.
function line({ name, value }) {
  const plain = /^[\w.,:/+%@-]+$/.test(value) || /^(["']).*\1$/.test(value);
  return `${name}=${plain ? value : `'${value.replaceAll("'", "'\\''")}'`} python train.py`;
}

function title({ page, key, at, heading, check }, marks) {
  if (check) return sentence(t("Check `{setting}`", { setting: `${check.name}=${check.value}` }));
  const name = page.kind === "variable" ? element("code", {}, ...marked(page.title, marks)) : marked(page.title, marks);
  if (key) {
    const since = at?.since ? t(", since torch {release}", { release: at.since }) : "";
    return [element("code", {}, ...marked(key, marks)), t(" in "), name, since].flat();
  }
  return [name, ...(heading ? [" › ", ...marked(heading.text, marks)] : [])].flat();
}

// What to mark: the words where one begins, short ones only as a whole, and signs of a script
// without blanks wherever they are.
function pattern(words) {
  const escaped = words.map(({ word, whole }) => {
    const plain = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    if (isPaired(word)) return plain;
    return `(?<![\\p{L}\\p{N}])${plain}${whole ? "(?![\\p{L}\\p{N}])" : ""}`;
  });
  return escaped.length > 0 ? new RegExp(`(${escaped.join("|")})`, "giu") : null;
}

// A text with what was asked for marked.
function marked(text, marks) {
  if (!marks) return [text];
  return text
    .split(marks)
    .map((piece, at) => (at % 2 === 1 ? element("mark", {}, piece) : piece))
    .filter((piece) => piece !== "");
}
