// What each program will see: a tab for each launch, for what a later command inherits, and one
// with all of them side by side; three views of each.

import { copy } from "../copy.js";
import { count, element, nameCode } from "../dom.js";
import { t } from "../words.js";
import { head, shown, tabName } from "./cells.js";

const MOST_ROWS = 200;
const VIEWS = {
  set: t("Set here"),
  unknown: t("Not set or not known"),
  defaults: t("Left at the default"),
};
const COPIES = [
  ["shell", t("shell")],
  ["envfile", ".env"],
  ["docker", "docker -e"],
  ["kubernetes", "Kubernetes"],
];

export class Environment {
  // `on`: `go(span)`, `say(words)`; `root` is the site's, `defaults` the address of its defaults.
  constructor(place, { root, defaults, on }) {
    Object.assign(this, { place, root, address: defaults, on });
    this.view = "set";
    this.tab = 0;
  }

  // Another text: its first program is shown, and not the one with the number of the last.
  reset() {
    this.tab = 0;
  }

  clear() {
    this.place.replaceChildren();
  }

  // Shows a verdict; tab and view stay where they were.
  show(verdict) {
    this.verdict = verdict;
    this.programs = verdict.programs;
    const sides = this.programs.length > 1 ? 1 : 0;
    this.tab = Math.min(this.tab, Math.max(0, this.programs.length + sides - 1));
    this.draw();
  }

  draw() {
    if (this.programs.length === 0) {
      // A value that is cut short has its rest for a command, whatever stands behind it.
      const cut = this.verdict.diagnostics.some((it) => it.code === "RP304");
      const words = cut
        ? t("No program that is known: the shell runs what is left of the value as a command.")
        : t("This text starts no program and exports nothing.");
      return this.place.replaceChildren(element("p", { class: "empty" }, words));
    }
    const panel = element("div", { class: "program" });
    const tabs = this.programs.length > 1 ? this.tabs(panel) : null;
    this.place.replaceChildren(...[tabs, panel].filter(Boolean));
    this.fill(panel);
  }

  tabs(panel) {
    panel.id = "program";
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `program-${this.tab}`);
    const names = [...this.programs.map(tabName), t("Side by side")];
    const tabs = names.map((name, number) => {
      const chosen = number === this.tab;
      return element(
        "button",
        {
          type: "button",
          role: "tab",
          id: `program-${number}`,
          "aria-selected": String(chosen),
          "aria-controls": "program",
          tabIndex: chosen ? 0 : -1,
          onclick: () => this.choose(number),
        },
        name,
      );
    });
    const row = element("div", { class: "tabs", role: "tablist", "aria-label": t("Programs") }, ...tabs);
    row.addEventListener("keydown", (event) => {
      const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -this.tab, End: tabs.length - 1 - this.tab };
      if (!(event.key in steps)) return;
      event.preventDefault();
      this.choose((this.tab + steps[event.key] + tabs.length) % tabs.length);
    });
    return row;
  }

  choose(number) {
    this.tab = number;
    this.draw();
    this.place.querySelector('[role="tab"][aria-selected="true"]').focus();
  }

  fill(panel) {
    const program = this.programs[this.tab];
    if (!program)
      return this.fillLater(
        panel,
        () => import("./sides.js"),
        ({ sides }) => sides(this.programs, this.linked),
      );
    const title = element("h3", {}, ...heading(program, this.on.go));
    panel.replaceChildren(title, this.views(panel), this.body(panel, program), this.copies(program));
  }

  views(panel) {
    const numbers = { set: this.known().length, unknown: this.absent().length };
    const buttons = Object.entries(VIEWS).map(([view, words]) => {
      const number = view in numbers ? ` ${numbers[view]}` : "";
      const click = () => {
        this.view = view;
        this.fill(panel);
        panel.querySelector('.views [aria-pressed="true"]').focus();
      };
      const pressed = String(view === this.view);
      return element("button", { type: "button", "aria-pressed": pressed, onclick: click }, words, number);
    });
    return element("div", { class: "views", role: "group", "aria-label": t("View") }, ...buttons);
  }

  // Names with the value that this program will see.
  known() {
    return Object.entries(this.programs[this.tab].environment).filter(([, value]) => value !== null);
  }

  // Names whose value is not known (null), or that the text sets for another program.
  absent() {
    const { environment } = this.programs[this.tab];
    const elsewhere = this.programs.flatMap((it) => Object.keys(it.environment));
    const named = this.verdict.diagnostics.map((it) => it.variable).filter((name) => name && this.verdict.pages[name]);
    const unset = new Set([...elsewhere, ...named].filter((name) => !(name in environment)));
    const unknown = Object.keys(environment).filter((name) => environment[name] === null);
    return [...unknown.map((name) => [name, null]), ...[...unset].sort().map((name) => [name, undefined])];
  }

  body(panel, program) {
    const place = element("div", { class: "rows" });
    if (this.view === "set") {
      place.append(this.table(this.known(), t("Nothing that this text sets and that is known before it runs.")));
    } else if (this.view === "unknown") {
      this.fillLater(
        place,
        () => import("./why.js"),
        ({ absences }) => absences(this.absent(), program, this.verdict, this.linked, this.on.go),
      );
    } else {
      this.fillLater(
        place,
        () => import("./defaults.js"),
        ({ defaults }) => {
          const { torch } = this.verdict;
          return defaults(program.environment, { torch, address: this.address, linked: this.linked, root: this.root });
        },
      );
    }
    return place;
  }

  // Fills a place with what a module that is loaded for it makes.
  async fillLater(place, module, make) {
    try {
      place.replaceChildren(await make(await module()));
    } catch {
      place.replaceChildren(element("p", { class: "empty" }, t("This part did not load; are you offline?")));
    }
  }

  table(entries, otherwise) {
    if (entries.length === 0) return element("p", { class: "empty" }, otherwise);
    const rows = entries
      .slice(0, MOST_ROWS)
      .map(([name, value]) => element("tr", {}, element("th", { scope: "row" }, this.linked(name)), shown(value)));
    if (entries.length > MOST_ROWS) {
      const more = count(entries.length - MOST_ROWS, "{n} more variable, not shown", "{n} more variables, not shown");
      rows.push(element("tr", {}, element("td", { colSpan: 2, class: "empty" }, more)));
    }
    return element("table", {}, head(t("Variable"), t("Value")), element("tbody", {}, ...rows));
  }

  // A variable's name with a link to its page, where it has one.
  linked = (name) => {
    const code = nameCode(name);
    const address = this.verdict.pages[name];
    return address ? element("a", { href: this.root + address, target: "_blank" }, code) : code;
  };

  copies(program) {
    const buttons = COPIES.map(([format, words]) => {
      const click = () => this.copy(program.environment, format, words);
      return element("button", { type: "button", "data-format": format, onclick: click }, words);
    });
    const label = element("span", { class: "label", id: "copy-as" }, t("Copy as"));
    return element("div", { class: "copies", role: "group", "aria-labelledby": "copy-as" }, label, ...buttons);
  }

  async copy(environment, format, words) {
    const { FORMATS } = await import("./formats.js");
    const { text, left } = FORMATS[format](environment);
    if (text === "") return this.on.say(t("There is no value to copy."));
    if (!(await copy(text))) return this.on.say(t("The browser refused to copy."));
    const rest =
      left > 0
        ? ` ${count(left, "{n} value is not known and left out.", "{n} values are not known and left out.")}`
        : "";
    this.on.say(t("Copied as {format}.", { format: words }) + rest);
  }
}

function heading({ command, span, times, more }, go) {
  if (command === null) return [t("Commands after this text")];
  const place = element(
    "button",
    { type: "button", class: "go", onclick: () => go(span) },
    t("line {line}", { line: span.line }),
  );
  const words = [element("code", {}, command), times > 1 ? ` × ${times}` : "", " ", place];
  if (more) words.push(" ", count(more, "{n} more launch, not shown", "{n} more launches, not shown"));
  return words;
}
