// Rows of the table as entries of a list, a screenful at a time.

import { element, nameCode, sentence } from "./dom.js";
import { t } from "./words.js";

const AT_ONCE = 60;
const TAGS = {
  status: { deprecated: "tag risk", removed: "tag bad", "not-read": "tag bad" },
  audience: { debug: "tag", internal: "tag" },
};

const root = document.documentElement.dataset.root;
const sentences = new Map();

// The sentences of a component, loaded once.
function sentencesOf(component) {
  if (!sentences.has(component)) {
    const loading = fetch(`${root}variables/${component}/summaries.json`);
    sentences.set(
      component,
      loading.then((answer) => (answer.ok ? answer.json() : [])).catch(() => []),
    );
  }
  return sentences.get(component);
}

function entry(row, text, label) {
  const tags = Object.entries(TAGS)
    .filter(([facet, classes]) => classes[row[facet]])
    .map(([facet, classes]) => element("span", { class: classes[row[facet]] }, label(facet, row[facet])));
  const href = `${root}variables/${row.component}/${row.name}/`;
  const standard = row.default && element("span", { class: "aside" }, t("default "), element("code", {}, row.default));
  const [component, when, wrong] = ["component", "read_when", "on_invalid"].map((facet) => label(facet, row[facet]));
  return element(
    "li",
    { "data-since": row.since || null, "data-removed": row.removed || null },
    element("div", { class: "term" }, element("a", { href }, nameCode(row.name)), ...tags, standard || null),
    element("p", {}, ...sentence(text)),
    element(
      "p",
      { class: "facts-line" },
      t("{component} · read when {when} · if wrong: {wrong}", { component, when, wrong }),
    ),
  );
}

// Fills a list; more follows when its end comes into view. `label` gives the words for a facet's
// value, `drawn` is called whenever entries were added.
export function fill(list, rows, label, drawn) {
  list.watcher?.disconnect();
  const watcher = new IntersectionObserver((seen) => seen.some((it) => it.isIntersecting) && more(), {
    rootMargin: "600px",
  });
  list.watcher = watcher;
  let shown = 0;
  const more = async () => {
    watcher.disconnect();
    const next = rows.slice(shown, shown + AT_ONCE);
    const texts = await Promise.all(next.map((row) => sentencesOf(row.component)));
    if (list.watcher !== watcher) return;
    const entries = next.map((row, at) => entry(row, texts[at][row.place] ?? "", label));
    if (shown === 0) list.replaceChildren(...entries);
    else list.append(...entries);
    shown += next.length;
    drawn();
    if (shown < rows.length) watcher.observe(list.lastElementChild);
  };
  more();
}
