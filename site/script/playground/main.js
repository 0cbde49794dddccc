// The playground: wires text box, validator, findings and environment together.

import { copy } from "../copy.js";
import { Checker } from "./checker.js";
import { element, count, sentence } from "../dom.js";
import { Editor } from "./editor.js";
import { tables } from "./environment.js";
import { EXAMPLES } from "./examples.js";
import { download, markdown } from "./export.js";
import { list, summary } from "./findings.js";
import { apply, together } from "./fix.js";
import { read, write } from "./share.js";

const DEBOUNCE_MS = 120;
// A verdict that takes longer than this is announced.
const SLOW_MS = 300;
// What a dropped file may have.
const MOST_BYTES = 4 * 1024 * 1024;
// Longer addresses are cut by some mail and chat programs.
const LONG_ADDRESS = 8_000;
const LONGEST_ADDRESS = 1_500_000;

const root = document.documentElement.dataset.root;
const at = (id) => document.getElementById(id);
const absolute = (address) => new URL(address, document.baseURI).href;

// What is shown now: the last verdict, the file's name, what the engine knows.
const state = { verdict: null, path: null, about: null, timer: 0, slow: 0 };

const editor = new Editor(at("editor"), {
  input: (pasted) => changed(pasted),
  cursor: () => showCursor(),
  hover: (index, rectangle) => showTip(index, rectangle),
});

const { engine, wasm, catalog } = at("playground").dataset;
const checker = new Checker(
  { engine: absolute(engine), wasm: absolute(wasm), catalog: absolute(catalog) },
  {
    ready: (about) => {
      state.about = about;
      check();
    },
    result: (verdict) => show(verdict),
    failure: (words) => {
      state.verdict = null;
      setActions();
      headline(`No verdict: ${words}`);
    },
  },
);

function changed(pasted) {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  clearTimeout(state.timer);
  if (pasted) check();
  else state.timer = setTimeout(check, DEBOUNCE_MS);
}

function check() {
  clearTimeout(state.timer);
  if (editor.text.trim() === "") return showNothing();
  const options = { path: state.path, as: at("kind").value || undefined, torch: at("torch").value || undefined };
  checker.check(editor.text, options);
  clearTimeout(state.slow);
  state.slow = setTimeout(() => headline(state.about ? "Checking" : "Loading the validator"), SLOW_MS);
}

// The verdict in a few words; `worst` colours it.
function headline(words, worst) {
  clearTimeout(state.slow);
  at("verdict").textContent = words;
  if (worst) at("verdict").dataset.worst = worst;
  else delete at("verdict").dataset.worst;
}

function showNothing() {
  checker.waiting = null;
  state.verdict = null;
  editor.mark([]);
  at("findings").replaceChildren();
  at("environment").replaceChildren();
  headline(
    state.about ? "Paste a launch line, a script, a Dockerfile, a pod spec" : "Loading the validator",
  );
  label(at("kind"), "Detect the kind");
  setActions();
}

function show(verdict) {
  // A newer text is on its way; its verdict follows.
  if (verdict.text !== editor.text) return;
  state.verdict = verdict;
  const { input, torch } = verdict;
  const page = (name) => verdict.pages[name];
  const going = { page, root };
  const findings = input.diagnostics;
  editor.mark(findings);
  headline(summary(findings), worst(findings));
  at("findings").replaceChildren(...list(findings, { ...going, go: goTo, fix: (index) => fix([index]) }));
  at("environment").replaceChildren(...tables(input, { ...going, go: ({ start, end }) => editor.select(start, end) }));
  label(at("kind"), `Detected: ${input.kind}`, at("kind").value === "");
  label(at("torch"), `torch ${torch}`, at("torch").value === "");
  setActions();
  showCursor();
}

function worst(findings) {
  const order = ["error", "warning", "info"];
  return order.find((severity) => findings.some((it) => it.severity === severity)) ?? "none";
}

// Names the first choice of a selector, where it is the one that counts.
function label(select, words, counts = true) {
  if (counts) select.options[0].textContent = words;
}

function setActions() {
  const findings = state.verdict?.input.diagnostics ?? [];
  const fixable = findings.filter((it) => it.edits.length > 0);
  at("fix-all").disabled = fixable.length === 0;
  at("fix-all").textContent = fixable.length > 1 ? `Fix all ${fixable.length}` : "Fix all";
  for (const id of ["share", "markdown", "json"]) at(id).disabled = !state.verdict;
}

function goTo(index) {
  const { start, end } = state.verdict.input.diagnostics[index].span;
  editor.select(start, end);
}

// Makes the edits of the findings with these indices and checks again.
function fix(indices) {
  const findings = state.verdict?.input.diagnostics;
  if (!findings || state.verdict.text !== editor.text) return;
  apply(editor.area, together(indices.map((index) => findings[index])));
  check();
}

function fixAll() {
  fix(state.verdict.input.diagnostics.map((_, index) => index));
}

// What the cursor stands on, in words, with its fix.
function showCursor() {
  const { line, column } = editor.place();
  const findings = state.verdict?.input.diagnostics ?? [];
  const here = editor.at(editor.cursor).filter((index) => findings[index]);
  const words = here.slice(0, 1).flatMap((index) => {
    const { code, message, edits } = findings[index];
    const button = element("button", { type: "button", onclick: () => fix([index]) }, "Fix");
    return [element("code", {}, code), " ", ...sentence(message), " ", edits.length > 0 ? button : ""];
  });
  at("cursor").replaceChildren(element("span", { class: "place" }, `${line}:${column}`), " ", ...words);
  for (const row of at("findings").children) {
    row.classList.toggle("here", here.includes(Number(row.dataset.index)));
  }
}

function showTip(index, rectangle) {
  const finding = index === null ? null : state.verdict?.input.diagnostics[index];
  const tip = at("tip");
  tip.hidden = !finding;
  if (!finding) return;
  tip.replaceChildren(element("code", {}, finding.code), " ", ...sentence(finding.message));
  const frame = at("editor").parentElement.getBoundingClientRect();
  const left = Math.max(0, Math.min(rectangle.left - frame.left, frame.width - tip.offsetWidth));
  tip.style.setProperty("left", `${left}px`);
  tip.style.setProperty("top", `${rectangle.bottom - frame.top + 6}px`);
}

// To the next finding after the cursor, or the one before it; around the ends.
function step(backwards) {
  const findings = state.verdict?.input.diagnostics ?? [];
  if (findings.length === 0) return;
  const starts = findings.map((it) => it.span.start);
  const cursor = editor.cursor;
  const index = backwards
    ? starts.findLastIndex((start) => start < cursor)
    : starts.findIndex((start) => start > cursor);
  goTo(index === -1 ? (backwards ? findings.length - 1 : 0) : index);
}

function fixHere() {
  const findings = state.verdict?.input.diagnostics ?? [];
  const index = editor.at(editor.cursor).find((each) => findings[each]?.edits.length > 0);
  if (index !== undefined) fix([index]);
}

function shareAddress() {
  const fragment = write({
    text: editor.text,
    as: at("kind").value,
    torch: at("torch").value,
    tool: state.about?.tool,
  });
  return location.origin + location.pathname + fragment;
}

async function share() {
  const address = shareAddress();
  if (address.length > LONGEST_ADDRESS) return say("This text is too long for a link.");
  history.replaceState(null, "", address);
  const done = await copy(address);
  const size = address.length > LONG_ADDRESS ? ` ${count(address.length, "It has {n} character; some programs cut such links.", "It has {n} characters; some programs cut such links.")}` : "";
  say((done ? "Link copied." : "The link is in the address bar.") + size);
}

async function copyMarkdown() {
  const { text, input, torch } = state.verdict;
  const done = await copy(markdown(text, input, torch, shareAddress()));
  say(done ? "Markdown copied." : "The browser refused to copy.");
}

function say(words) {
  at("said").textContent = words;
}

async function openFile(file) {
  if (!file) return;
  if (file.size > MOST_BYTES) return say(`${file.name} is too large for this page; the command line takes it.`);
  load(await file.text(), "", "", file.name);
}

// Puts a text into the box with its choices, and checks it.
function load(text, as, torch, path = null) {
  state.path = path;
  editor.text = text;
  choose(at("kind"), as);
  choose(at("torch"), torch);
  say("");
  check();
}

// Selects a value; one that the selector does not have means "detect".
function choose(select, value) {
  select.value = value;
  if (select.selectedIndex < 0) select.value = "";
}

function openLink() {
  const linked = read(location.hash);
  if (linked) load(linked.text, linked.as, linked.torch);
  return linked !== null;
}

function listen() {
  at("kind").addEventListener("change", check);
  at("torch").addEventListener("change", check);
  at("fix-all").addEventListener("click", fixAll);
  at("share").addEventListener("click", share);
  at("markdown").addEventListener("click", copyMarkdown);
  at("json").addEventListener("click", () => download("readpoint.json", "application/json", state.verdict.json));
  at("file").addEventListener("change", (event) => openFile(event.target.files[0]));
  addEventListener("hashchange", openLink);
  at("example").addEventListener("change", ({ target }) => {
    const example = EXAMPLES[target.value];
    target.value = "";
    if (!example) return;
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    load(example.text, example.as ?? "", "");
  });
  for (const [number, { title }] of EXAMPLES.entries()) at("example").append(new Option(title, number));
  listenToKeys();
  listenToDrops();
}

function listenToKeys() {
  at("playground").addEventListener("keydown", (event) => {
    if (event.key === "F8") step(event.shiftKey);
    else if (event.key === "." && (event.ctrlKey || event.metaKey)) fixHere();
    else return;
    event.preventDefault();
  });
}

function listenToDrops() {
  const frame = at("editor");
  frame.addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    frame.classList.add("dropping");
  });
  frame.addEventListener("dragleave", () => frame.classList.remove("dropping"));
  frame.addEventListener("drop", (event) => {
    frame.classList.remove("dropping");
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    openFile(event.dataTransfer.files[0]);
  });
}

listen();
if (!openLink()) check();
