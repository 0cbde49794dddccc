// The reader's torch release: what it does not have is greyed, and a page says so.

import { t } from "./words.js";

const STORE = "torch";

// "2.9.1" as numbers to compare; missing ones are zero.
function numbers(version) {
  const parts = version.split(".").map(Number);
  return [0, 1, 2].map((at) => parts[at] ?? 0);
}

function compare(a, b) {
  const [left, right] = [numbers(a), numbers(b)];
  const at = left.findIndex((number, place) => number !== right[place]);
  return at < 0 ? 0 : left[at] - right[at];
}

// What an option stands for: versions by project, torch among them.
function versions(option) {
  const found = { torch: option.value };
  for (const pair of option.dataset.with.split(";").filter(Boolean)) {
    const [project, version] = pair.split(" ");
    found[project] = version;
  }
  return found;
}

// -1, 0, 1: our version of the release's project against the release; undefined where not known.
function against(release, ours) {
  const [project, version] = release.split(" ");
  return ours[project] && Math.sign(compare(ours[project], version));
}

const CONDITIONS = [
  [/^(\w+) ([\d.]+) and newer/, (ours, from) => compare(ours, from) >= 0],
  [/^(\w+) ([\d.]+) to ([\d.]+)/, (ours, from, to) => compare(ours, from) >= 0 && within(ours, to)],
  [/^older than (\w+) ([\d.]+)/, (ours, end) => compare(ours, end) < 0],
  [/^(\w+) ([\d.]+) and older/, (ours, end) => within(ours, end)],
];

// "up to 2.10" holds for 2.10.1 too.
function within(ours, end) {
  const places = end.split(".").length;
  return compare(ours.split(".").slice(0, places).join("."), end) <= 0;
}

// Whether a condition in words holds; undefined where the words say something else.
function holds(words, ours) {
  for (const [pattern, test] of CONDITIONS) {
    const [, project, ...bounds] = words.match(pattern) ?? [];
    if (project && ours[project]) return test(ours[project], ...bounds);
  }
  return undefined;
}

// Why a release does not have what has `since` and `removed`; empty where it has.
function absence({ since, removed }, ours) {
  if (since && against(since, ours) < 0) return t("it came with {release}", { release: since });
  if (removed && against(removed, ours) >= 0) return t("{release} no longer reads it", { release: removed });
  return "";
}

function show(option) {
  const ours = option.value ? versions(option) : {};
  for (const each of document.querySelectorAll("[data-since], [data-removed]")) {
    each.classList.toggle("absent", absence(each.dataset, ours) !== "");
  }
  for (const each of document.querySelectorAll(".facts [data-release]")) {
    each.classList.toggle("absent", against(each.dataset.release, ours) < 0);
  }
  for (const each of document.querySelectorAll("[data-when]")) {
    each.classList.toggle("absent", holds(each.dataset.when, ours) === false);
  }
  tell(ours);
}

// The sentence above the facts of a variable page.
function tell(ours) {
  document.getElementById("absence")?.remove();
  const facts = document.querySelector(".facts");
  const why = facts && ours.torch ? absence(facts.dataset, ours) : "";
  if (!why) return;
  const notice = document.createElement("p");
  notice.id = "absence";
  notice.className = "notice";
  notice.setAttribute("role", "status");
  const with_ = Object.entries(ours).find(([project]) => why.includes(`${project} `) && project !== "torch");
  const inside = with_ ? t(" (with {release})", { release: with_.join(" ") }) : "";
  notice.textContent = t("torch {version}{inside} does not read this name: {why}.", { version: ours.torch, inside, why });
  facts.before(notice);
}

const picker = document.getElementById("release");

// Whether the chosen release reads what has `since` and `removed`.
export function has(dates) {
  const option = picker.selectedOptions[0];
  return !option.value || absence(dates, versions(option)) === "";
}

// Greys what the chosen release does not have, on a page that has changed.
export function refresh() {
  show(picker.selectedOptions[0]);
}

if (picker) {
  try {
    const kept = localStorage.getItem(STORE);
    if (kept && [...picker.options].some((option) => option.value === kept)) picker.value = kept;
  } catch {
    // Not remembered.
  }
  picker.addEventListener("change", () => {
    try {
      localStorage.setItem(STORE, picker.value);
    } catch {
      // Not remembered, but shown.
    }
    refresh();
  });
  refresh();
}
