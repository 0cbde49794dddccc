// Which pages answer a query, best first, and why. Names and keys may be misspelled a little; a
// few words must all stand in the page; of a long text, such as an error message, the rare words
// count, and most where a page names them as a symptom.

import { card, find } from "./index.js";
import { nameScore } from "./names.js";
import { essence, tokens } from "./tokens.js";

// From how many words on a query is a message.
const MESSAGE = 6;
const MOST_WORDS = 80;
const MOST_RESULTS = 20;
// Pages of a message whose symptoms are compared word by word.
const COMPARED = 10;
// Of what share of a query's words a page must have.
const ENOUGH = 0.45;
// What every message begins with: it counts where a page has it, and nothing where not.
const OPTIONAL = /^((runtime|value|import|modulenotfound|attribute|assertion|key|type|os)?error|(user)?warning|exception)$/;
// Pages that begin with what one sees come before those of single variables.
const KINDS = { symptom: 1.5, recipe: 1.25 };
// Weights by place: text, summary, heading, value, symptom, title.
const WEIGHTS = [0, 1, 4, 5, 5, 6, 8];
const TITLE = 6;

// Results: `{page, score, card, key, symptom, heading, words}`; what is not the reason is missing.
export async function search(index, query) {
  const text = essence(query.slice(0, 20_000));
  const words = shorten(tokens(text));
  const results = new Map();
  const add = (result) => {
    const old = results.get(result.page.number);
    if (!old || old.score < result.score) results.set(result.page.number, { ...old, ...result });
  };
  byName(index, text).forEach(add);
  byKey(index, text).forEach(add);
  const message = words.length >= MESSAGE;
  const texts = words.length > 0 ? await byText(index, words, message) : [];
  texts.forEach(add);
  const sorted = [...results.values()].sort(better).slice(0, MOST_RESULTS);
  const found = await Promise.all(sorted.map((result) => explain(index, result, words)));
  return { results: found, words, all: results.size };
}

const better = (a, b) =>
  b.score - a.score || b.page.rank - a.page.rank || a.page.title.length - b.page.title.length;

// Of a very long text the beginning and the end, where messages say what is wrong.
function shorten(words) {
  return words.length > MOST_WORDS ? [...words.slice(0, MOST_WORDS / 2), ...words.slice(-MOST_WORDS / 2)] : words;
}

// The query as one name, and each of its words that looks like a name.
function candidates(text) {
  const words = (text.match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => word.replace(/^_+|_+$/g, ""));
  const parts = words.length < MESSAGE ? [words.join("_")] : [];
  const names = words.filter((word) => word.includes("_") && word.length > 4);
  return [...new Set([...parts, ...names.slice(0, 20)].map((it) => it.toUpperCase()))].filter(Boolean);
}

function byName(index, text) {
  const asked = candidates(text);
  const whole = text.trim().toUpperCase();
  const found = [];
  for (const page of index.pages) {
    if (page.kind !== "variable" && page.kind !== "rule") continue;
    const name = page.name.toUpperCase();
    const score = Math.max(0, ...asked.map((it) => nameScore(name, it) * (it === whole ? 1 : 0.9)));
    if (score > 0) found.push({ page, score: score + page.rank * 4 });
  }
  return found;
}

// Keys are found by their own name; a beginning or a slip is enough where nothing else is asked,
// or where it looks like a key.
function byKey(index, text) {
  const asked = text.match(/[\p{L}\p{N}_.-]+/gu) ?? [];
  const alone = asked.length === 1;
  const words = asked.filter((word) => word.length > 2 && (alone || word.includes("_")));
  const upper = [...new Set(words.map((word) => word.toUpperCase()))].slice(0, 40);
  const found = [];
  for (const [key, pages] of index.keys) {
    const score = Math.max(0, ...upper.map((word) => keyScore(key, word, asked.length)));
    if (score === 0) continue;
    for (const [at, number] of pages.entries()) found.push({ page: index.pages[number], score: score - at, key });
  }
  return found;
}

function keyScore(key, word, asked) {
  const upper = key.toUpperCase();
  const telling = key.length > 7 || key.includes("_");
  if (word === upper) return telling ? 800 : asked === 1 ? 200 : 0;
  return telling && word.length > 3 ? Math.min(nameScore(upper, word), 350) * 0.6 : 0;
}

async function byText(index, words, message) {
  // The longer a word, the rarer.
  const sorted = message ? [...words].sort((a, b) => b.length - a.length) : words;
  const families = message ? ["strong"] : ["strong", "text"];
  const found = await find(index, sorted, families, message);
  addTitles(index, found, message);
  const weights = rarity(index, found);
  const needed = needs(index, words);
  const scored = score(index, found, weights, needed);
  if (message) return compare(index, scored.filter((it) => it.hits > 1).sort(better), found, weights);
  // What has most of the words, too: they may be the writer's and not the page's.
  return scored.flatMap((it) => {
    const full = needed.every((word) => found.get(word).has(it.page.number));
    if (full) return [inTitle(it.page, words, found) ? { ...it, score: it.score + 220 } : it];
    return it.share >= ENOUGH ? [{ ...it, score: it.score * it.share * 0.8 }] : [];
  });
}

// Words of titles stand in the core, not in shards.
function addTitles(index, found, whole) {
  for (const [word, pages] of found) {
    for (const page of index.pages) {
      const exact = page.words.has(word);
      const begins = exact || (!whole && [...page.words].some((known) => known.startsWith(word)));
      if (begins) pages.set(page.number, { place: TITLE, exact });
    }
  }
}

// Whether the title has every word, as a reader would have remembered it.
function inTitle(page, words, found) {
  return words.every((word) => {
    const at = found.get(word).get(page.number);
    return at?.place === TITLE && at.exact;
  });
}

// The words that a page must have, for they say something; all of them where none does.
function needs(index, words) {
  const some = words.filter((word) => !index.common.has(word) && !OPTIONAL.test(word));
  return some.length > 0 ? some : words;
}

function rarity(index, found) {
  const all = index.pages.length;
  return new Map([...found].map(([word, pages]) => [word, Math.log(1 + all / (pages.size || all))]));
}

// Every page that has a word: `score` up to about 60, `share` of the words' weight, `hits`.
function score(index, found, weights, needed) {
  const sums = new Map();
  let total = 0;
  for (const [word, pages] of found) {
    const weight = weights.get(word);
    const counts = needed.includes(word);
    if (counts) total += weight;
    for (const [number, { place, exact }] of pages) {
      const sum = sums.get(number) ?? { points: 0, share: 0, hits: 0 };
      sum.points += weight * WEIGHTS[place] * (exact ? 1 : 0.6);
      if (counts) sum.share += weight;
      sum.hits += 1;
      sums.set(number, sum);
    }
  }
  return [...sums].map(([number, sum]) => {
    const page = index.pages[number];
    const points = (60 * sum.points) / (total * WEIGHTS[TITLE]);
    return { page, score: points * (1 + page.rank * 0.06) * (KINDS[page.kind] ?? 1), share: sum.share / total, hits: sum.hits };
  });
}

// The first pages again, by the symptom that is most like the message: how rare its words are, and
// how much of it the message has.
async function compare(index, sorted, found, weights) {
  const first = sorted.slice(0, COMPARED);
  const cards = await Promise.all(first.map(({ page }) => card(index, page)));
  return first.map((result, at) => {
    let best = { points: 0 };
    for (const symptom of cards[at].symptoms) {
      const points = likeness(symptom, found, weights);
      if (points > best.points) best = { points, symptom };
    }
    return { ...result, score: result.score + 8 * best.points * (KINDS[result.page.kind] ?? 1), symptom: best.symptom };
  });
}

function likeness(symptom, found, weights) {
  const words = tokens(symptom);
  const has = words.filter((word) => found.has(word));
  const weight = has.reduce((sum, word) => sum + weights.get(word), 0);
  const share = words.length > 0 ? has.length / words.length : 0;
  return has.length > 1 ? weight * share * share : 0;
}

// Adds what a result shows: its card, and the part of the page that is meant.
async function explain(index, result, words) {
  const shown = { ...result, card: await card(index, result.page) };
  if (result.key) {
    shown.at = shown.card.keys.find(({ key }) => key === result.key);
    return shown;
  }
  const has = (text) => {
    const lower = text.toLowerCase();
    return words.length > 0 && words.every((word) => lower.includes(word));
  };
  if (has(result.page.title) || has(shown.card.summary)) return shown;
  shown.symptom ??= shown.card.symptoms.find(has);
  if (!shown.symptom) shown.heading = shown.card.headings.find(({ text }) => has(text));
  return shown;
}
