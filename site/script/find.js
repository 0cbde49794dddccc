// The search box: opened by `/` or Ctrl-K on any page, or standing on the search page. Results
// come while typing; arrow keys choose, Enter opens.

import { prepare, search } from "./matches.js";
import { count, element } from "./dom.js";
import { t } from "./words.js";

const MOST_RESULTS = 24;
const GROUPS = {
  variable: t("Variables"),
  recipe: t("Recipes"),
  rule: t("Rules"),
  guide: t("Guides"),
  reader: t("How values are read"),
};

const root = document.documentElement.dataset.root;
let index = null;
let dialog = null;

// Loads the index once; it lies where the page says.
function load() {
  index ??= fetch(document.getElementById("find-open").dataset.index).then(async (answer) => {
    if (!answer.ok) throw new Error(t("the index did not load ({status})", { status: answer.status }));
    return prepare(await answer.json());
  });
  return index;
}

// Shows the search box over the page.
export function openFinder() {
  if (document.getElementById("find-page")) {
    document.querySelector("#find-page input").focus();
    return;
  }
  if (!dialog) {
    dialog = element("dialog", { class: "finder", "aria-label": t("Search") }, finder());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
  }
  dialog.showModal();
  dialog.querySelector("input").select();
}

// Puts the search box into the search page; what is asked for stays in the address.
export function fillPage(place) {
  const box = finder();
  place.append(box);
  const input = box.querySelector("input");
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  input.addEventListener("input", () => {
    const asked = input.value ? `?q=${encodeURIComponent(input.value)}` : "";
    history.replaceState(null, "", location.pathname + asked);
  });
  input.dispatchEvent(new Event("input"));
  input.focus();
}

function finder() {
  const results = element("div", { role: "listbox", "aria-label": t("Results"), id: "find-results" });
  const status = element("p", { class: "found", role: "status" });
  const input = element("input", {
    type: "search",
    role: "combobox",
    placeholder: t("A name, a setting, an error message"),
    autocomplete: "off",
    spellcheck: false,
    "aria-label": t("Search"),
    "aria-controls": "find-results",
    "aria-expanded": "true",
    "aria-autocomplete": "list",
  });
  input.addEventListener("input", () => answer(input, results, status));
  input.addEventListener("keydown", (event) => keys(event, input, results));
  load().catch(() => {});
  return element("div", { class: "find-box" }, input, status, results);
}

async function answer(input, results, status) {
  const query = input.value;
  let loaded;
  try {
    loaded = await load();
  } catch (error) {
    status.textContent = t("No search: {why}", { why: error.message });
    return;
  }
  // The index took its time and something else was typed; that answer follows.
  if (query !== input.value) return;
  const found = search(loaded, query);
  status.textContent = words(query, found.length);
  show(found.slice(0, MOST_RESULTS), results);
  choose(input, results, 0);
}

function words(query, number) {
  if (query.trim() === "") return "";
  if (number === 0) return t("Nothing found. Shorter words find more; names may be misspelled a little.");
  return count(number, "{n} page", "{n} pages");
}

// Results by kind, kinds in the order of their best result.
function show(found, results) {
  const groups = Map.groupBy(found, ({ page }) => page.kind);
  const nodes = [...groups].map(([kind, members], number) =>
    element(
      "div",
      { role: "group", "aria-labelledby": `find-group-${number}` },
      element("div", { class: "label", id: `find-group-${number}` }, GROUPS[kind] ?? kind),
      ...members.map(option),
    ),
  );
  results.replaceChildren(...nodes);
  for (const [number, each] of options(results).entries()) each.id = `find-${number}`;
}

function option({ page, heading }) {
  const name = page.kind === "variable" ? element("code", {}, page.title) : page.title;
  return element(
    "a",
    {
      href: root + page.url + (heading ? `#${heading.anchor}` : ""),
      role: "option",
      tabIndex: -1,
      "aria-selected": "false",
      onclick: () => dialog?.close(),
    },
    element("span", { class: "title-line" }, name, heading ? ` › ${heading.text}` : ""),
    element("span", { class: "summary-line" }, page.summary),
  );
}

const options = (results) => [...results.querySelectorAll('[role="option"]')];

function choose(input, results, number) {
  const all = options(results);
  for (const [at, each] of all.entries()) each.setAttribute("aria-selected", String(at === number));
  if (all[number]) {
    input.setAttribute("aria-activedescendant", all[number].id);
    all[number].scrollIntoView({ block: "nearest" });
  } else {
    input.removeAttribute("aria-activedescendant");
  }
}

function keys(event, input, results) {
  const all = options(results);
  const chosen = all.findIndex((each) => each.getAttribute("aria-selected") === "true");
  const moves = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in moves && all.length > 0) {
    event.preventDefault();
    choose(input, results, (chosen + moves[event.key] + all.length) % all.length);
  } else if (event.key === "Enter" && all[chosen]) {
    event.preventDefault();
    all[chosen].click();
  }
}
