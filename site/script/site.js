// What every page can do: switch the theme, copy, open search, show the current section.

import { arm, copyButton } from "./copy.js";
import { t } from "./words.js";

const root = document.documentElement;

function themeButton() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = document.getElementById("theme");
  const current = () => root.dataset.theme ?? (system.matches ? "dark" : "light");
  const label = () => {
    const words = current() === "dark" ? t("Switch to light") : t("Switch to dark");
    button.setAttribute("aria-label", words);
    button.title = words;
  };
  button.addEventListener("click", () => {
    const next = current() === "dark" ? "light" : "dark";
    root.dataset.theme = next;
    try {
      localStorage.setItem("theme", next);
    } catch {
      // Not remembered, but switched.
    }
    label();
  });
  system.addEventListener("change", label);
  label();
}

function copyButtons() {
  for (const block of document.querySelectorAll(".code")) {
    const text = () => block.querySelector("pre").textContent.trimEnd();
    block.append(copyButton(t("Copy"), text));
  }
  for (const button of document.querySelectorAll("button[data-copy]")) {
    arm(button, () => button.dataset.copy);
  }
}

// What is typed before the box is there goes into it.
async function openSearch() {
  let early = "";
  const keep = (event) => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    early += event.key;
  };
  document.addEventListener("keydown", keep);
  try {
    const { openFinder } = await import("./find.js");
    openFinder(early);
  } finally {
    document.removeEventListener("keydown", keep);
  }
}

function searchKeys() {
  const page = document.getElementById("find-page");
  if (page) {
    import("./find.js").then(({ fillPage }) => fillPage(page));
  }
  const paste = document.getElementById("paste");
  if (paste) {
    const fill = () => import("./find.js").then(({ fillPaste }) => fillPaste(paste));
    if (history.state?.pasted) fill();
    else paste.addEventListener("focusin", fill, { once: true });
  }
  document.getElementById("find-open").addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openSearch();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
    const chord = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!slash && !chord) return;
    event.preventDefault();
    openSearch();
  });
}

function currentSection() {
  const links = new Map();
  for (const link of document.querySelectorAll('.contents a[href^="#"]')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  if (links.size === 0) return;
  const show = (heading) => {
    for (const [each, link] of links) {
      if (each === heading) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const seen = entries.find((entry) => entry.isIntersecting);
      if (seen) show(seen.target);
    },
    { rootMargin: "0px 0px -70% 0px" },
  );
  for (const heading of links.keys()) observer.observe(heading);
}

function releases() {
  if (document.getElementById("release")) import("./release.js");
  if (document.getElementById("range")) import("./range.js");
  if (document.getElementById("filters")) import("./filter.js");
}

// The same place in the other language: section, filters, text of the playground.
function languages() {
  for (const link of document.querySelectorAll("a.language")) {
    link.addEventListener("click", () => {
      const target = new URL(link.href);
      target.search = location.search;
      target.hash = location.hash;
      link.href = target.href;
    });
  }
}

themeButton();
languages();
releases();
copyButtons();
searchKeys();
currentSection();
