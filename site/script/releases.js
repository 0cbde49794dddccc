// Which release a query names. Pages of releases are not in the index: the list of releases is
// read when a query has a version in it.

const VERSION = /(?<![\w.])v?(\d+\.\d+(?:\.\d+)?)(?![\w.]|\s*(?:[KMGT]i?B|ms|s|%)\b)/gi;
// What one asks of a release.
const ASKED =
  /\b(what('s| is| has)?|changed?|changes|new|news|in|of|since|after|release[ds]?|notes?|version|changelog|upgrad(e|ing)|to|from)\b|更新|变化|改动|新增|升级|版本|发布|说明|了|什么|的/gi;
const ENTRY = /<a href="[^"]*(releases\/([\w-]+)\/([\d.]+)\/)">([^<]+)<\/a><\/div><p>([^<]*)<\/p>/g;
// Whoever names none means this one first.
const FIRST = "torch";

export const namesVersion = (text) => text.search(VERSION) >= 0;

// The entries of the page with all releases: `{url, project, version, title, summary}`.
export function listed(html) {
  return [...html.matchAll(ENTRY)].map(([, url, project, version, title, summary]) => ({
    url,
    project,
    version,
    title,
    summary,
  }));
}

// The releases that a query names, best first, and whether it asks for nothing else.
export function named(text, releases) {
  const versions = [...text.matchAll(VERSION)].map(([, version]) => version);
  const rest = text.replace(VERSION, " ");
  const said = new Map(releases.map((it) => [it.project, saidOf(it)]));
  const meant = [...said].filter(([, pattern]) => rest.search(pattern) >= 0).map(([project]) => project);
  const left = meant.reduce((words, project) => words.replace(said.get(project), " "), rest).replace(ASKED, " ");
  const alone = !/[\p{L}\p{N}]/u.test(left);
  if (!alone && meant.length === 0) return { found: [], alone };
  const fits = ({ project, version }) =>
    (meant.length === 0 || meant.includes(project)) && versions.some((it) => `${version}.`.startsWith(`${it}.`));
  const found = releases.filter(fits).sort((a, b) => (b.project === FIRST) - (a.project === FIRST) || older(a, b));
  return { found, alone };
}

// A project by its name in addresses or in titles: `torch`, `PyTorch`.
function saidOf({ project, title, version }) {
  const names = [title.replace(version, "").trim(), project].map((name) => name.replace(/[\s-]+/g, "[\\s-]+"));
  return new RegExp(`(?<![\\w-])(${names.join("|")})(?![\\w-])`, "gi");
}

const older = (a, b) => a.version.localeCompare(b.version, "en", { numeric: true });
