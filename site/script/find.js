// The search box: opened by `/` or Ctrl-K on any page, or standing on the search page; and the box
// for error messages. Results come while typing; arrow keys choose, Enter opens, Escape closes.

import { open } from "./index.js";
import { search } from "./matches.js";
import { listed } from "./releases.js";
import { draw } from "./results.js";
import { count, element } from "./dom.js";
import { t } from "./words.js";

const root = document.documentElement.dataset.root;
// Letters of a pasted text that are kept for who comes back.
const MOST_KEPT = 20_000;
const HAN = /[\u3400-\u9fff]/;

let index = null;
let releases = null;
let dialog = null;

// Opens the index once; it lies where the page says.
function load() {
  const base = new URL(document.getElementById("find-open").dataset.index, location.href);
  index ??= open(async (path) => {
    const answer = await fetch(new URL(path, base));
    if (!answer.ok) throw new Error(t("the index did not load ({status})", { status: answer.status }));
    return answer.json();
  });
  return index;
}

// The list of releases, which is a page; without it, a search finds the others.
function loadReleases() {
  releases ??= fetch(`${root}releases/`)
    .then((answer) => (answer.ok ? answer.text() : ""))
    .then(listed)
    .catch(() => []);
  return releases;
}

// Shows the search box over the page, with what was typed already.
export function openFinder(early = "") {
  if (document.getElementById("find-page")) {
    document.querySelector("#find-page input").focus();
    return;
  }
  if (!dialog) {
    dialog = element("dialog", { class: "finder", "aria-label": t("Search") }, finder());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("a")) dialog.close();
    });
    document.body.append(dialog);
  }
  dialog.showModal();
  const input = dialog.querySelector("input");
  input.select();
  if (early === "") return;
  input.value = early;
  input.dispatchEvent(new Event("input"));
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

// Lets a form's text box answer below itself; its results are links as any others. Who comes back
// from one finds the text again.
export function fillPaste(form) {
  const text = form.querySelector("textarea");
  const results = element("div", { class: "find-results", id: "paste-results" });
  const status = element("p", { class: "found", role: "status" });
  form.append(status, results);
  let last;
  const ask = () => (last = answer(text, results, status, false));
  text.addEventListener("input", ask);
  results.addEventListener("click", () => history.replaceState({ pasted: text.value.slice(0, MOST_KEPT) }, ""));
  text.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    await last;
    links(results)[0]?.focus();
  });
  if (!text.value) text.value = history.state?.pasted ?? "";
  if (text.value) ask();
}

function finder() {
  const results = element("div", {
    role: "listbox",
    class: "find-results",
    "aria-label": t("Results"),
    id: "find-results",
  });
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
  let last;
  input.addEventListener("input", () => {
    last = answer(input, results, status, true).then((current) => current && choose(input, results, 0));
  });
  input.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter") return move(event, input, results);
    event.preventDefault();
    // Who types fast means the results of what is typed, not of half of it.
    await last;
    chosen(results)?.click();
  });
  load().catch(() => {});
  return element("div", { class: "find-box" }, input, status, results);
}

// Answers what is typed; false where something else was typed meanwhile, whose answer follows.
async function answer(input, results, status, options) {
  const query = input.value;
  let found;
  try {
    found = await search(await load(), query, loadReleases);
  } catch (error) {
    status.textContent = t("No search: {why}", { why: error.message });
    return false;
  }
  if (query !== input.value) return false;
  status.replaceChildren(words(query, found), ...otherEdition(query));
  draw(found, results, options);
  return true;
}

function words(query, { results, all, message, quoted, empty }) {
  if (query.trim() === "") return "";
  if (empty) return t("These words stand in every message. What does it say besides?");
  if (results.length === 0) {
    return message
      ? t("Nothing specific is known about this message. A name in it, or two rare words of it, may find more.")
      : t("Nothing found. Shorter words find more; names may be misspelled a little.");
  }
  if (message && !quoted)
    return count(
      all,
      "No page quotes this message; {n} shares words with it",
      "No page quotes this message; {n} share words with it",
    );
  if (all > results.length) return t("The best {n} of {all} pages", { n: results.length, all });
  return count(all, "{n} page", "{n} pages");
}

// The Chinese edition, where one is and Chinese is typed on a page in another language.
function otherEdition(query) {
  const chinese = document.querySelector('a.language[hreflang^="zh"]');
  if (!chinese || !HAN.test(query)) return [];
  return [" ", element("a", { href: `${root}zh/search/?q=${encodeURIComponent(query)}`, lang: "zh" }, "用中文搜索")];
}

const links = (results) => [...results.querySelectorAll("a")];

function choose(input, results, number) {
  const all = links(results);
  for (const [at, each] of all.entries()) each.setAttribute("aria-selected", String(at === number));
  if (all[number]) {
    input.setAttribute("aria-activedescendant", all[number].id);
    all[number].scrollIntoView({ block: "nearest" });
  } else {
    input.removeAttribute("aria-activedescendant");
  }
}

const chosen = (results) => results.querySelector('a[aria-selected="true"]');

// Arrow keys choose the result before or after the chosen one.
function move(event, input, results) {
  const moves = { ArrowDown: 1, ArrowUp: -1 };
  const all = links(results);
  if (!(event.key in moves) || all.length === 0) return;
  event.preventDefault();
  choose(input, results, (all.indexOf(chosen(results)) + moves[event.key] + all.length) % all.length);
}
