// Shows the releases between two, with the choice in the address, what came and went between them,
// and what else a torch of that range brings along.

import { count, element } from "./dom.js";
import { against } from "./versions.js";
import { t } from "./words.js";

const form = document.getElementById("range");
if (form) {
  const { from, to } = form.elements;
  const sections = [...document.querySelectorAll("section[data-release]")];
  // Newest first.
  const order = sections.map((section) => section.dataset.release);

  // The release of this page that an address means: it, or the newest one before it.
  const meant = (wanted) => order.find((release) => wanted && against(`it ${release}`, { it: wanted }) >= 0);

  const show = () => {
    // After the older up to the newer one, in whichever order they were chosen.
    const start = from.value ? order.indexOf(from.value) : order.length;
    const end = order.indexOf(to.value);
    const [newest, oldest] = [Math.min(start, end), Math.max(start, end)];
    sections.forEach((section, at) => {
      section.hidden = at < newest || at >= oldest;
    });
    const shown = sections.slice(newest, oldest);
    const changes = tellPassing(shown) + shown.flatMap((section) => entries(section)).filter((it) => !it.hidden).length;
    form.querySelector("output").textContent = count(changes, "{n} change", "{n} changes");
    const swapped = start < end;
    form.querySelector(".swapped").textContent = swapped
      ? t("The first is the newer one: shown is what changed after {old} up to {new}.", { old: to.value, new: from.value })
      : "";
    tellBrought(order[oldest], order[newest]);
  };

  const entries = (section) => [...section.querySelectorAll(".entries > li")];

  // Names that are new and gone again in the releases shown: one line each instead of two. Gives
  // their number.
  const tellPassing = (shown) => {
    const added = new Map();
    const passing = [];
    for (const section of shown.toReversed()) {
      for (const entry of entries(section)) {
        entry.hidden = false;
        const name = entry.querySelector("a").getAttribute("href");
        const { classList } = entry.parentElement.previousElementSibling;
        if (classList.contains("added")) added.set(name, [entry, section]);
        else if (classList.contains("removed") && added.has(name)) passing.push([...added.get(name), entry, section]);
      }
    }
    const lines = passing.map(([first, since, last, until]) => {
      first.hidden = last.hidden = true;
      const [old, gone] = [since.dataset.release, until.dataset.release];
      return element("li", {}, first.querySelector("a").cloneNode(true), " ", t("new in {old}, gone in {gone}", { old, gone }));
    });
    for (const list of shown.flatMap((section) => [...section.querySelectorAll(".entries")])) {
      list.previousElementSibling.hidden = [...list.children].every((entry) => entry.hidden);
    }
    const place = document.getElementById("passing");
    place.replaceChildren(...lines);
    place.parentElement.hidden = lines.length === 0;
    return lines.length;
  };

  // "cuDNN 9.26.0;NCCL 2.30.7" of a release, by project.
  const brought = (release) => {
    const option = [...to.options].find((it) => it.value === release);
    const pairs = (option?.dataset.with ?? "").split(";").filter(Boolean);
    return new Map(pairs.map((pair) => pair.split(" ")));
  };

  // Lines for what other projects moved with the torch releases of the range.
  const tellBrought = (oldest, newest) => {
    const list = document.getElementById("brought");
    const [before, after] = [brought(oldest), brought(newest)];
    const moved = [...after].filter(([project, version]) => before.has(project) && before.get(project) !== version);
    list?.replaceChildren(
      ...moved.map(([project, version]) => {
        const old = before.get(project);
        const words = t("{project} {old} to {version}", { project, old, version });
        const page = list.dataset[project.toLowerCase()];
        const link = page && element("a", { href: `${page}?from=${old}&to=${version}` }, words);
        return element("li", {}, link || words);
      }),
    );
    if (list) list.parentElement.hidden = moved.length === 0;
  };

  const wanted = new URLSearchParams(location.search);
  from.value = meant(wanted.get("from")) ?? "";
  to.value = meant(wanted.get("to")) ?? order[0];
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    const query = new URLSearchParams();
    if (from.value) query.set("from", from.value);
    if (to.value !== order[0]) query.set("to", to.value);
    const text = query.toString();
    history.replaceState(null, "", text ? `?${text}` : location.pathname);
    show();
  });
  show();
}
