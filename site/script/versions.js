// Releases compared: `torch 2.9.1` with the versions that a reader has, by project.

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

// -1, 0, 1: our version of the release's project against the release; undefined where not known.
export function against(release, ours) {
  const [project, version] = release.split(" ");
  return ours[project] && Math.sign(compare(ours[project], version));
}

const CONDITIONS = [
  [/^(\w+) ([\d.]+) and newer/, (ours, from) => compare(ours, from) >= 0],
  [/^(\w+) ([\d.]+) to ([\d.]+)/, (ours, from, to) => compare(ours, from) >= 0 && within(ours, to)],
  [/^older than (\w+) ([\d.]+)/, (ours, end) => compare(ours, end) < 0],
  [/^(\w+) ([\d.]+) and older/, (ours, end) => within(ours, end)],
  [/^(\w+) ([\d.]+)$/, (ours, one) => compare(ours, one) >= 0 && within(ours, one)],
];

// "up to 2.10" holds for 2.10.1 too.
function within(ours, end) {
  const places = end.split(".").length;
  return compare(ours.split(".").slice(0, places).join("."), end) <= 0;
}

// Whether a condition in words holds; undefined where the words say something else.
export function holds(words, ours) {
  for (const [pattern, test] of CONDITIONS) {
    const [, project, ...bounds] = words.match(pattern) ?? [];
    if (project && ours[project]) return test(ours[project], ...bounds);
  }
  return undefined;
}
