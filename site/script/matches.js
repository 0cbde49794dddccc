// Which pages answer a query, best first. A variable's name may be misspelled a little; other
// words must stand in the page, each at the beginning of a word.

// Weights of the places where a word may stand.
const FIELDS = [
  ["title", 12],
  ["terms", 8],
  ["symptoms", 6],
  ["summary", 4],
  ["text", 1],
];

// Letters and digits in lower case; everything else is a gap, but CJK goes letter by letter.
function fold(text) {
  return ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

// Folded fields, made at the first query.
const prepared = new WeakMap();

function fields(entry) {
  if (!prepared.has(entry)) {
    const joined = FIELDS.map(([name, weight]) => [fold([entry[name] ?? ""].flat().join(" ")), weight]);
    prepared.set(entry, joined);
  }
  return prepared.get(entry);
}

// Entries that match, with their scores.
export function search(entries, query) {
  const words = fold(query).trim().split(" ").filter(Boolean);
  if (words.length === 0) return [];
  const name = words.join("_").toUpperCase();
  return entries
    .map((entry) => ({ entry, score: Math.max(nameScore(entry, name), textScore(entry, words)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length);
}

// How well a query is a variable's name or a rule's code.
function nameScore(entry, query) {
  if (entry.kind !== "variable" && entry.kind !== "rule") return 0;
  const name = entry.title.toUpperCase();
  if (name === query) return 1000;
  if (name.startsWith(query)) return 400;
  if (name.includes(`_${query}`)) return 200;
  if (query.length > 2 && name.includes(query)) return 100;
  if (query.length < 4) return 0;
  const most = Math.min(3, Math.floor(query.length / 4));
  const whole = distance(query, name, most);
  if (whole <= most) return 150 - 30 * whole;
  const head = distance(query, name.slice(0, query.length), most);
  return head <= most ? 90 - 20 * head : 0;
}

// Every word must stand somewhere; the best place of each counts.
function textScore(entry, words) {
  let score = 0;
  for (const word of words) {
    const best = Math.max(...fields(entry).map(([text, weight]) => placeScore(text, word) * weight));
    if (best === 0) return 0;
    score += best;
  }
  return score / words.length;
}

function placeScore(text, word) {
  if (text.includes(` ${word} `)) return 2;
  if (text.includes(` ${word}`)) return 1;
  return CJK.test(word) && text.includes(word) ? 1 : 0;
}

// Edits between two words, a swap of neighbours counting as one; more than `most` is only "more".
function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let older = [];
  let old = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(old[j] + 1, row[j - 1] + 1, old[j - 1] + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j], older[j - 2] + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    older = old;
    old = row;
  }
  return old[b.length];
}
