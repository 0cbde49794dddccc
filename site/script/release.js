// The reader's torch release: what it does not have is greyed, and a page says so.

import { against, holds } from "./versions.js";
import { t } from "./words.js";

const STORE = "torch";

// What an option stands for: versions by project, torch among them.
function versions(option) {
  const found = { torch: option.value };
  for (const pair of option.dataset.with.split(";").filter(Boolean)) {
    const [project, version] = pair.split(" ");
    found[project] = version;
  }
  return found;
}

// Why a release does not have what has `since` and `removed`; empty where it has.
function absence({ since, removed }, ours) {
  if (since && against(since, ours) < 0) return t("it came with {release}", { release: since });
  if (removed && against(removed, ours) >= 0) return t("{release} no longer reads it", { release: removed });
  return "";
}

// Whether what is said under a condition holds for the release; undefined where that is not known.
function fits({ when, since, removed }, ours) {
  if (when) return holds(when, ours);
  const known = [since, removed].filter(Boolean).every((release) => against(release, ours) !== undefined);
  return known ? absence({ since, removed }, ours) === "" : undefined;
}

function show(option) {
  const ours = option.value ? versions(option) : {};
  for (const each of document.querySelectorAll("[data-since], [data-removed]")) {
    each.classList.toggle("absent", absence(each.dataset, ours) !== "");
  }
  for (const each of document.querySelectorAll(".facts [data-release]")) {
    each.classList.toggle("absent", against(each.dataset.release, ours) < 0);
  }
  for (const fact of document.querySelectorAll(".facts dd:has(.general)")) {
    const special = [...fact.querySelectorAll("[data-when], [data-since], [data-removed]")];
    for (const each of special) each.classList.toggle("absent", fits(each.dataset, ours) === false);
    // Where a condition names the release, what it says holds and what is said in general does not.
    const named = special.some((each) => fits(each.dataset, ours) === true);
    fact.querySelector(".general").classList.toggle("absent", named);
  }
  tell(ours);
  carry(ours.torch);
}

// Examples open in the playground with the release, unless they are about another one.
async function carry(torch) {
  const links = [...document.querySelectorAll("a.try")];
  if (links.length === 0 || (!torch && !links[0].dataset.made)) return;
  const { read, write } = await import("./playground/share.js");
  for (const link of links) {
    link.dataset.made ??= link.hash;
    const state = read(link.dataset.made);
    link.hash = torch && state && !state.torch ? write({ ...state, torch }) : link.dataset.made;
  }
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
  notice.textContent = t("torch {version}{inside} does not read this name: {why}.", {
    version: ours.torch,
    inside,
    why,
  });
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
