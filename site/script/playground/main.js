// The playground: wires text boxes, validator, findings and environment together. What only some
// readers ask for (examples, the change before a fix, comparing, exports) is loaded when they do.

import { element } from "../dom.js";
import { t } from "../words.js";
import { Checker } from "./checker.js";
import { drop, keep, kept } from "./draft.js";
import { Environment } from "./environment.js";
import { fill, summary } from "./findings.js";
import { joined, together } from "./fix.js";
import { isMessage, showWays } from "./message.js";
import { Outputs } from "./outputs.js";
import { Pane, choose } from "./pane.js";
import { read } from "./share.js";

const DEBOUNCE_MS = 120;
const DRAFT_MS = 600;
// A verdict that takes longer than this is announced.
const SLOW_MS = 300;

const root = document.documentElement.dataset.root;
const at = (id) => document.getElementById(id);
const absolute = (address) => new URL(address, document.baseURI).href;
const places = at("playground").dataset;

// What the engine knows, the link that was opened, timers, and the comparison while there is one.
const state = { about: null, linked: null, slow: 0, draft: 0, comparison: null };

const on = {
  changed: (pane, pasted) => changed(pane, pasted),
  asked: (pane) => check(pane),
  fix: (pane, indices) => propose(pane, indices),
  speak: (words) => speak(words),
  here: (pane, indices) => showHere(pane, indices),
};
const a = new Pane(at("pane-a"), on);
let b = null;
const panes = () => [a, b].filter(Boolean);

const environment = new Environment(at("environment"), {
  root,
  defaults: absolute(places.defaults),
  on: { go: ({ start, end }) => a.editor.select(start, end), say: (words) => say(words) },
});

const checker = new Checker(
  { engine: absolute(places.engine), wasm: absolute(places.wasm), catalog: absolute(places.catalog) },
  { ready, result: (pane, verdict) => show(pane, verdict), failure },
);

const outputs = new Outputs({
  state: () => ({ ...stateNow(), tool: state.about?.tool, catalog: state.about?.catalog }),
  verdict: () => a.verdict,
  path: () => a.path,
  json: (text, options) => checker.json(text, options),
  rules: absolute(places.rules),
  say,
});

function ready(about) {
  state.about = about;
  at("retry").hidden = true;
  tellOrigin();
  for (const pane of panes()) check(pane);
}

function failure(words, pane) {
  for (const each of pane ? [pane] : panes()) each.show(null);
  at("retry").hidden = pane !== null;
  setActions();
  headline(t("No verdict: {why}", { why: words }));
}

function changed(pane, pasted) {
  forgetLink();
  say("");
  at("spoken").textContent = "";
  clearTimeout(pane.timer);
  if (pasted) check(pane);
  else pane.timer = setTimeout(() => check(pane), DEBOUNCE_MS);
  clearTimeout(state.draft);
  state.draft = setTimeout(keepDraft, DRAFT_MS);
}

function forgetLink() {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

function keepDraft() {
  if (panes().every((it) => it.editor.text === "")) drop();
  else keep(stateNow());
}

// What a link and a draft hold.
function stateNow() {
  const other = b && { text: b.editor.text, as: b.kind.value };
  return { text: a.editor.text, as: a.kind.value, torch: at("torch").value, other };
}

function check(pane) {
  clearTimeout(pane.timer);
  if (pane.editor.text.trim() === "") return showNothing(pane);
  const options = { path: pane.path, as: pane.kind.value || undefined, torch: at("torch").value || undefined };
  checker.check(pane, pane.editor.text, options);
  clearTimeout(state.slow);
  state.slow = setTimeout(() => headline(state.about ? t("Checking") : t("Loading the validator")), SLOW_MS);
}

// The verdict in a few words; `severity` colours it.
function headline(words, severity) {
  clearTimeout(state.slow);
  if (at("verdict").textContent !== words) at("verdict").textContent = words;
  if (severity) at("verdict").dataset.worst = severity;
  else delete at("verdict").dataset.worst;
}

function showNothing(pane) {
  checker.forget(pane);
  pane.show(null);
  if (b) return showComparison();
  at("findings").replaceChildren();
  environment.clear();
  headline(state.about ? t("Paste a launch line, a script, a Dockerfile, a pod spec") : t("Loading the validator"));
  setActions();
}

// An error message is no launch text; where one was pasted, the page says what to do with it.
function showMessage(pane) {
  pane.show(null);
  environment.clear();
  showWays(at("findings"), pane.editor.text, root);
  headline(t("This looks like an error message"), "info");
  setActions();
}

function show(pane, verdict) {
  // A newer text is on its way; its verdict follows.
  if (verdict.text !== pane.editor.text) return;
  if (!b && pane.kind.value === "" && !pane.path && isMessage(verdict.text, verdict)) return showMessage(pane);
  pane.show(verdict);
  if (at("torch").value === "") at("torch").options[0].textContent = `torch ${verdict.torch}`;
  if (b) return showComparison();
  const { counts } = verdict;
  headline(summary(counts), worst(counts));
  const page = (name) => verdict.pages[name];
  const going = { page, root, go: (index) => pane.goTo(index), fix: (index) => propose(pane, [index]) };
  fill(at("findings"), pane.findings, counts.error + counts.warning + counts.info, going);
  environment.show(verdict);
  setActions();
  pane.showCursor();
}

function showComparison() {
  const words = [a, b].map((it) => (it.verdict ? summary(it.verdict.counts) : t("no text")));
  headline(`A: ${words[0]}. B: ${words[1]}`, worst(...[a, b].map((it) => it.verdict?.counts ?? {})));
  state.comparison?.show(a.verdict, b.verdict);
  setActions();
}

function worst(...counts) {
  const order = ["error", "warning", "info"];
  return order.find((severity) => counts.some((it) => it[severity] > 0)) ?? "none";
}

function setActions() {
  const fixable = a.findings.filter((it) => it.edits.length > 0).length;
  at("fix-all").disabled = fixable === 0;
  at("fix-all").textContent = fixable > 1 ? t("Fix all {n}", { n: fixable }) : t("Fix all");
  outputs.allow(a.verdict !== null);
}

// Marks the findings that the cursor stands on.
function showHere(pane, indices) {
  if (pane !== a || b) return;
  for (const row of at("findings").children) {
    row.classList.toggle("here", indices.includes(Number(row.dataset.index)));
  }
}

// Shows what the fixes of these findings change, and makes the change if that is wanted.
async function propose(pane, indices) {
  const { verdict } = pane;
  if (!verdict || verdict.text !== pane.editor.text) return;
  const findings = indices.map((index) => pane.findings[index]);
  const edits = together(findings);
  if (edits.length === 0) return;
  const { confirm } = await later(() => import("./diff.js"));
  const title = findings.length === 1 ? t("Fix {code}", { code: findings[0].code }) : t("Fix all");
  if (!(await confirm(verdict.text, edits, title)) || verdict.text !== pane.editor.text) return;
  pane.editor.put(joined(verdict.text, edits));
  say(t("Fixed. {key} takes it back.", { key: "Ctrl Z" }));
}

// A module that is loaded on demand; says so where it does not load.
async function later(module) {
  try {
    return await module();
  } catch (error) {
    say(t("This part did not load; are you offline?"));
    throw error;
  }
}

// Words for everybody, with a button where there is something to take back.
function say(words, button) {
  at("said").replaceChildren(...[words, button && " ", button].filter(Boolean));
}

// Words for those who hear the page; equal ones are said again.
function speak(words) {
  at("spoken").textContent = at("spoken").textContent === words ? `${words}\u00a0` : words;
}

async function openFile(pane, file) {
  if (!file) return;
  const { readText } = await later(() => import("./file.js"));
  const { text, note, failure: why } = await readText(file);
  if (why) return say(why);
  environment.reset();
  pane.fill(text, "", file.name);
  say(note);
}

function clear(pane) {
  if (pane.editor.text === "") return;
  pane.fill("", "");
  clearTimeout(state.draft);
  keepDraft();
  const back = () => {
    pane.editor.undo();
    pane.editor.area.focus();
  };
  const words = b ? t("Cleared.") : t("Cleared, and the draft with it.");
  say(words, element("button", { type: "button", id: "undo-clear", onclick: back }, t("Undo")));
  pane.editor.area.focus();
}

async function showExamples() {
  const { gallery } = await later(() => import("./gallery.js"));
  const example = await gallery();
  if (!example) return;
  forgetLink();
  environment.reset();
  a.fill(example.text, example.as ?? "");
}

async function compare(other = null) {
  if (b) return endComparison();
  const [{ secondPane }, { Comparison }] = await later(() =>
    Promise.all([import("./second.js"), import("./compare.js")]),
  );
  b = new Pane(secondPane(at("pane-a")), on);
  listenToPane(b);
  at("playground").classList.add("comparing");
  at("compare").setAttribute("aria-pressed", "true");
  at("alone").hidden = true;
  at("comparison").hidden = false;
  state.comparison = new Comparison(at("comparison"), {
    root,
    go: (side, index) => (side === "a" ? a : b).goTo(index),
  });
  choose(b.kind, other?.as ?? a.kind.value);
  b.editor.text = other?.text ?? a.editor.text;
  check(b);
}

function endComparison() {
  checker.forget(b);
  b.root.remove();
  b = null;
  state.comparison = null;
  at("playground").classList.remove("comparing");
  at("compare").setAttribute("aria-pressed", "false");
  at("alone").hidden = false;
  at("comparison").hidden = true;
  at("comparison").replaceChildren();
  check(a);
  keepDraft();
}

// Opens a state, from a link or a draft.
async function open({ text, as, torch, other }) {
  if (b) endComparison();
  environment.reset();
  a.path = null;
  choose(a.kind, as);
  choose(at("torch"), torch);
  a.editor.text = text;
  check(a);
  if (other) await compare(other);
}

function openLink() {
  state.linked = read(location.hash);
  if (!state.linked) {
    if (location.hash.length > 1) say(t("This link is damaged: no text can be read from it."));
    return false;
  }
  say("");
  open(state.linked);
  if (state.about) tellOrigin();
  return true;
}

// Says quietly what a link asks for that this page does otherwise.
function tellOrigin() {
  const { tool, catalog, torch } = state.linked ?? {};
  const words = [];
  if (torch && at("torch").value !== torch)
    words.push(t("The link asks for torch {torch}, which this page does not know.", { torch }));
  if (tool && tool !== state.about.tool) {
    words.push(
      t("The link was made by Readpoint {theirs}, this is {ours}: findings may differ.", {
        theirs: tool,
        ours: state.about.tool,
      }),
    );
  } else if (catalog && catalog !== state.about.catalog) {
    words.push(t("The link was made with another catalogue: findings may differ."));
  }
  if (words.length > 0) say(words.join(" "));
}

function listen() {
  at("torch").addEventListener("change", () => panes().forEach(check));
  at("fix-all").addEventListener("click", () =>
    propose(
      a,
      a.findings.map((_, index) => index),
    ),
  );
  at("examples").addEventListener("click", showExamples);
  at("compare").addEventListener("click", () => compare());
  at("retry").addEventListener("click", () => {
    headline(t("Loading the validator"));
    checker.retry();
  });
  addEventListener("hashchange", openLink);
  // From the list of findings too, which is no part of a pane.
  at("playground").addEventListener("keydown", (event) => {
    if (event.key !== "F8" || event.defaultPrevented) return;
    event.preventDefault();
    a.step(event.shiftKey);
  });
  listenToPane(a);
  listenToDrops();
}

function listenToPane(pane) {
  pane.root.querySelector(".clear").addEventListener("click", () => clear(pane));
  const input = pane.root.querySelector('input[type="file"]');
  input.addEventListener("change", () => {
    openFile(pane, input.files[0]);
    // The same file may be chosen again after it was changed.
    input.value = "";
  });
}

// A file may be dropped anywhere: elsewhere the browser would leave the page for it.
function listenToDrops() {
  const under = ({ target }) => panes().find((pane) => pane.root.contains(target)) ?? a;
  const mark = (pane) => panes().forEach((it) => it.root.classList.toggle("dropping", it === pane));
  addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    mark(under(event));
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && mark(null));
  addEventListener("drop", (event) => {
    mark(null);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    openFile(under(event), event.dataTransfer.files[0]);
  });
}

function start() {
  listen();
  if (openLink()) return;
  const draft = kept();
  if (!draft) return check(a);
  open(draft);
  say(t("The draft of this tab is back."));
}

start();
