// What variables come to that a program does not find set: those that have to do with the ones it
// does, and on demand every variable that the chosen release reads.

import { count, element, nameCode, sentence } from "../dom.js";
import { against, holds } from "../versions.js";
import { t } from "../words.js";

const MOST_ROWS = 60;

let loading = null;

// Loads the defaults once.
function load(address) {
  loading ??= fetch(address).then((answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  });
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

// A list of what is not set in `environment`, with a box to look for others.
export async function defaults(environment, { torch, address, root }) {
  const all = await load(address);
  const ours = { torch, ...all.bundles[torch] };
  const unset = Object.entries(all.variables)
    .filter(([name, it]) => !(name in environment) && reads(it, ours))
    .sort(byAudience);
  const near = beside(environment, all.variables);
  const rows = element("tbody");
  const said = element("p", { class: "empty", role: "status" });
  const input = element("input", {
    type: "search",
    placeholder: "NCCL_",
    autocomplete: "off",
    spellcheck: false,
    oninput: () => draw(),
  });
  const draw = () => {
    const wanted = input.value.trim().toUpperCase();
    const found =
      wanted === "" ? unset.filter(([name]) => near.has(name)) : unset.filter(([name]) => name.includes(wanted));
    rows.replaceChildren(...found.slice(0, MOST_ROWS).map(([name, it]) => row(name, it, ours, all, root)));
    said.textContent = words(found.length, wanted, torch);
  };
  draw();
  const label = element("label", { class: "look" }, element("span", { class: "label" }, t("Name contains")), input);
  const heads = [t("Variable"), t("Default")].map((name) => element("th", { scope: "col" }, name));
  const head = element("thead", { class: "hidden" }, element("tr", {}, ...heads));
  return element("div", { class: "defaults" }, label, said, element("table", {}, head, rows));
}

function words(number, wanted, torch) {
  if (number > MOST_ROWS)
    return t("{n} variables, the first {most} shown; a longer part of the name finds fewer.", {
      n: number,
      most: MOST_ROWS,
    });
  if (wanted !== "") return count(number, "{n} variable is not set here.", "{n} variables are not set here.");
  if (number === 0) return t("None has to do with what is set. Look for others by name.");
  return t("Not set, and next to what is: read by torch {torch} or a library that comes with it.", { torch });
}

// Whether something of this release reads a variable.
function reads({ since, removed }, ours) {
  return !(since && against(since, ours) < 0) && !(removed && against(removed, ours) >= 0);
}

// Names that the variables of an environment have to do with.
function beside(environment, variables) {
  const set = new Set(Object.keys(environment));
  const near = new Set();
  for (const [name, it] of Object.entries(variables)) {
    for (const other of it.beside ?? []) {
      if (set.has(name)) near.add(other);
      if (set.has(other)) near.add(name);
    }
  }
  return near;
}

function row(name, it, ours, { components }, root) {
  const link = element("a", { href: `${root}variables/${it.component}/${name}/`, target: "_blank" }, nameCode(name));
  const { value, others } = valueFor(it, ours);
  const none = value === undefined || value === "unset";
  const notes = [none ? null : it.note, ...others]
    .filter(Boolean)
    .map((note) => element("span", { class: "note" }, ...sentence(note)));
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, link, element("span", { class: "note" }, components[it.component] ?? it.component)),
    element("td", {}, ...(none ? noValue(it) : said(value)), ...notes),
  );
}

function said(value) {
  return [value === "" ? element("span", { class: "empty" }, t("empty")) : element("code", {}, value)];
}

// What happens where no value does the same as not setting it.
function noValue({ note }) {
  if (note) return [element("span", {}, ...sentence(note))];
  return [element("span", { class: "empty" }, t("no value does the same"))];
}

// Variables that are meant to be set come before those for finding faults.
const AUDIENCES = ["user", "debug", "internal"];
const byAudience = ([one, a], [other, b]) =>
  AUDIENCES.indexOf(a.audience) - AUDIENCES.indexOf(b.audience) || (one < other ? -1 : 1);

// The default of a release, and those that hold under other conditions, in words.
function valueFor({ default: plain, defaults = [] }, ours) {
  let older = true;
  const others = [];
  for (const { when, value } of defaults) {
    const fits = when === "older" ? older : holds(when, ours);
    if (fits) return { value, others: [] };
    if (fits === undefined) others.push(`${when}: ${value === "" ? "empty" : `\`${value}\``}`);
    else older = older && !fits;
  }
  return { value: plain, others };
}
