// Taking a text and its verdict elsewhere: the link, and what "Export" offers.

import { copy } from "../copy.js";
import { count } from "../dom.js";
import { t } from "../words.js";
import { write } from "./share.js";

// Longer addresses are cut by some mail and chat programs.
const LONG_ADDRESS = 8_000;
const LONGEST_ADDRESS = 1_500_000;

const at = (id) => document.getElementById(id);

export class Outputs {
  // `state()` is what a link holds, `verdict()` the last verdict, `path()` the file's name or null,
  // `json(text, options)` the command line's JSON, `rules` the address of the site's list of rules,
  // `say(words)` tells what came of it.
  constructor(page) {
    this.page = page;
    at("share").addEventListener("click", () => this.share());
    at("export").addEventListener("click", () => this.open(at("exports").hidden));
    for (const [id, act] of Object.entries(EXPORTS)) {
      at(id).addEventListener("click", () => act(this, page.verdict()).catch(() => this.failed()));
    }
  }

  // Whether there is a verdict to take elsewhere.
  allow(there) {
    for (const id of ["share", "export"]) at(id).disabled = !there;
    if (!there) this.open(false);
  }

  open(open) {
    at("exports").hidden = !open;
    at("export").setAttribute("aria-expanded", String(open));
  }

  failed() {
    this.page.say(t("This part did not load; are you offline?"));
  }

  // The address that opens this text, or null where it is too long to share.
  address() {
    const address = location.origin + location.pathname + write(this.page.state());
    if (address.length <= LONGEST_ADDRESS) return address;
    this.page.say(t("This text is too long for a link."));
    return null;
  }

  async share() {
    const address = this.address();
    if (!address) return;
    history.replaceState(null, "", address);
    const done = await copy(address);
    this.page.say((done ? t("Link copied.") : t("The link is in the address bar.")) + ofLength(address));
  }

  async copy(text, words) {
    this.page.say((await copy(text)) ? words : t("The browser refused to copy."));
  }
}

function ofLength(address) {
  if (address.length <= LONG_ADDRESS) return "";
  return ` ${count(address.length, "It has {n} character; some programs cut such links.", "It has {n} characters; some programs cut such links.")}`;
}

// What "Export" offers, by the id of its button.
const EXPORTS = {
  "markdown-link": async (outputs, verdict) => {
    const address = outputs.address();
    const { markdownLink } = await import("./export.js");
    if (address) await outputs.copy(markdownLink(verdict, address), t("Markdown link copied.") + ofLength(address));
  },
  markdown: async (outputs, verdict) => {
    const address = outputs.address();
    const { markdown } = await import("./export.js");
    if (address) await outputs.copy(markdown(verdict, address), t("Markdown copied."));
  },
  "text-file": async ({ page }, { text }) => {
    const { download } = await import("./export.js");
    download(page.path() ?? "launch.txt", "text/plain", text);
  },
  json: async ({ page }, { text, options }) => {
    const { download } = await import("./export.js");
    download("readpoint.json", "application/json", await page.json(text, options));
  },
  sarif: async ({ page }, { text, options }) => {
    const [{ download }, { sarif }] = await Promise.all([import("./export.js"), import("./sarif.js")]);
    const [json, rules] = await Promise.all([page.json(text, options), load(page.rules)]);
    download("readpoint.sarif", "application/sarif+json", sarif(text, json, rules, page.state().tool));
  },
};

// The rules of the site's API.
async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).rules;
}
