// The filters of the list of variables. What is chosen stands in the address, so that it can be
// shared and the back button takes a step back; the plain lists show while nothing is chosen.

import { counts, load, select } from "./table.js";
import { has, refresh } from "./release.js";
import { fill } from "./rows.js";
import { t } from "./words.js";

const form = document.getElementById("filters");
const list = document.getElementById("rows");
const lists = document.getElementById("lists");
const said = document.getElementById("filter-count");
const clear = document.getElementById("filter-clear");
const facets = [...form.querySelectorAll(".facet")];
const { q, only, sort } = form.elements;
const picker = document.getElementById("release");
const unfiltered = said.textContent;
const all = unfiltered.match(/\d+/)[0];

let table = null;
let turn = 0;
// What the address asks for that no filter has: an old link, or one with a slip.
let strange = [];

const boxes = (facet) => [...facet.querySelectorAll("input")];
const chosen = (facet) => boxes(facet).filter((box) => box.checked);
const words = (box) => box.nextElementSibling.textContent;

// The choice as an address's query.
function written() {
  const query = new URLSearchParams();
  if (q.value.trim()) query.set("q", q.value.trim());
  for (const facet of facets) {
    const values = chosen(facet).map((box) => box.value);
    if (values.length > 0) query.set(facet.dataset.facet, values.join(","));
  }
  if (only.checked && picker.value) query.set("torch", picker.value);
  if (sort.value) query.set("sort", sort.value);
  return query.toString().replaceAll("%2C", ",");
}

// Sets the controls to what the address says.
function read() {
  const query = new URLSearchParams(location.search);
  strange = [];
  q.value = query.get("q") ?? "";
  for (const facet of facets) {
    const name = facet.dataset.facet;
    const values = (query.get(name) ?? "").split(",").filter(Boolean);
    const known = boxes(facet).map((box) => box.value);
    strange.push(...values.filter((value) => !known.includes(value)).map((value) => `${name}=${value}`));
    for (const box of boxes(facet)) box.checked = values.includes(box.value);
  }
  const torch = query.get("torch");
  only.checked = [...picker.options].some((option) => option.value === torch);
  if (only.checked) picker.value = torch;
  else if (torch) strange.push(`torch=${torch}`);
  sort.value = [...sort.options].some(({ value }) => value === query.get("sort")) ? query.get("sort") : "";
  refresh();
}

// The choice as the table takes it.
function wanted() {
  return {
    parts: q.value.toUpperCase().split(/[^A-Z0-9_]+/).filter(Boolean),
    facets: Object.fromEntries(facets.map((facet) => [facet.dataset.facet, chosen(facet).map((box) => box.value)])),
    reads: only.checked && picker.value ? has : null,
    sort: sort.value,
  };
}

// The words for a facet's value, as its box has them.
function label(facet, value) {
  const box = form.querySelector(`[data-facet="${facet}"] input[value="${value}"]`);
  return box ? words(box) : value;
}

// What is chosen, beside each facet's title.
function summarize() {
  for (const facet of facets) {
    const boxes = chosen(facet);
    const text = boxes.length === 1 ? words(boxes[0]) : boxes.length;
    facet.querySelector(".chosen").textContent = boxes.length ? `: ${text}` : "";
  }
  only.disabled = !picker.value;
}

function number(found) {
  for (const facet of facets) {
    for (const box of boxes(facet)) {
      const left = found.get(`${facet.dataset.facet} ${box.value}`) ?? 0;
      box.parentElement.querySelector("data").textContent = left.toLocaleString("en");
      box.parentElement.classList.toggle("none", left === 0);
    }
  }
}

// Shows the rows that are wanted, or the plain lists.
async function show() {
  const mine = ++turn;
  summarize();
  const active = written() !== "";
  clear.hidden = !active;
  form.dataset.ready = "";
  if (active || table) {
    try {
      table ??= await load(form.dataset.table);
    } catch (error) {
      said.textContent = t("No filter: {why}", { why: error.message });
      document.documentElement.classList.remove("asked");
      return;
    }
    if (mine !== turn) return;
    number(counts(table, wanted()));
  }
  list.hidden = !active;
  lists.hidden = active;
  const rows = active ? select(table, wanted()) : [];
  document.documentElement.classList.remove("asked");
  fill(list, rows, label, refresh);
  said.textContent = active ? t("{n} of {all} variables", { n: rows.length, all }) : unfiltered;
  if (strange.length > 0) said.append(" ", t("Not known: {what}", { what: strange.join(", ") }));
}

function go(keep) {
  strange = [];
  const query = written();
  const address = query ? `?${query}` : location.pathname;
  if (keep) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  show();
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", (event) => {
  if (event.target === q) return;
  if (event.target === picker && !only.checked) show();
  else go(false);
});
q.addEventListener("input", () => go(true));
clear.addEventListener("click", () => {
  form.reset();
  refresh();
  go(false);
  q.focus();
});
addEventListener("popstate", () => {
  read();
  show();
});
for (const facet of facets) {
  // The numbers beside the choices need the table.
  facet.addEventListener("toggle", async () => {
    if (!facet.open || table) return;
    table = await load(form.dataset.table).catch(() => null);
    if (table) number(counts(table, wanted()));
  });
}
document.addEventListener("click", (event) => {
  for (const facet of facets) if (!facet.contains(event.target)) facet.open = false;
});
form.addEventListener("keydown", (event) => {
  const open = facets.find((facet) => facet.open);
  if (event.key !== "Escape" || !open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
read();
show();
