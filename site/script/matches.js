// Which pages answer a query, best first, and why. Names and keys may be misspelled a little; a
// few words must all stand in the page, or others that mean the same; of a long text, such as an
// error message, the rare words count, and most where a page quotes it as a symptom.

import { card, find } from "./index.js";
import { MEANINGS, isMessage, saysNothing } from "./jargon.js";
import { nameScore } from "./names.js";
import { quotation, sequence } from "./quotes.js";
import { named, namesVersion } from "./releases.js";
import { essence, isPaired, tokens } from "./tokens.js";

// From how many words on a query is a message.
const MESSAGE = 6;
const MOST_WORDS = 80;
const MOST_RESULTS = 20;
// Pages whose symptoms are compared word by word.
const COMPARED = 10;
// Of what share of a query's words a page must have; of a message that nothing quotes.
const ENOUGH = 0.45;
const ENOUGH_OF_MESSAGE = 0.3;
// Beside a quotation, only what comes near it is shown.
const NEAR = 0.12;
// Pages that begin with what one sees come before those of single variables.
const KINDS = { symptom: 1.5, recipe: 1.25 };
// Weights by place: text, summary, heading, value, symptom, title.
const WEIGHTS = [0, 1, 4, 5, 5, 6, 8];
const [TEXT, SYMPTOM, TITLE] = [1, 5, 6];
// Bytes of shards for words that nobody wrote and that mean the same.
const FOR_OTHERS = 24_000;
// What a word counts where only its beginning was written, and up to which length no beginning is marked.
const BEGINNING = 0.6;
const SHORT = 3;
// What a symptom whose words are asked for stands before names that have them, by this much; a
// quotation; a name or key inside a message.
const [SEEN, QUOTED, NAMED] = [300, 220, 150];

// A setting as one writes it; whoever asks for it may want to have it checked.
const ASSIGNMENT = /^\s*(?:(?:export|env|set)\s+)?(\w+)=(\S.*?)\s*$/;

// Results: `{page, score, card, key, symptom, heading, check}`; what is not the reason is missing.
// `marks` are the words to mark, `{word, whole}`; `message` and `quoted` say how the query was
// taken. `releases` gives the list of releases (see `releases.js`), where it is asked for.
export async function search(index, query, releases = async () => []) {
  const text = essence(query.slice(0, 20_000));
  const all = shorten(tokens(text));
  const message = all.length >= MESSAGE;
  const results = new Map();
  const add = (result) => {
    const old = results.get(result.page.url);
    if (!old || old.score < result.score) results.set(result.page.url, { ...old, ...result });
  };
  const terms = termsOf(text, all, message);
  const { found: versions, alone } = await byRelease(text, message, releases);
  versions.forEach(add);
  if (!alone && (terms.length > 0 || (all.length === 0 && text.trim() !== ""))) {
    byName(index, text, message).forEach(add);
    byKey(index, text, message).forEach(add);
    if (terms.length > 0) (await byText(index, text, terms, message)).forEach(add);
  }
  const sorted = relevant([...results.values()].sort(better), text, message);
  const shown = sorted.slice(0, MOST_RESULTS);
  const explained = await Promise.all(shown.map((result) => explain(index, result, terms)));
  return {
    results: explained,
    all: sorted.length,
    marks: terms.flatMap(({ phrases, whole }) =>
      phrases.map((word) => ({ word, whole: whole || word.length <= SHORT })),
    ),
    message: message || isMessage(query),
    quoted: sorted.some((it) => it.quoted),
    empty: terms.length === 0 && all.length > 0 && sorted.length === 0,
  };
}

const better = (a, b) => b.score - a.score || b.page.rank - a.page.rank || a.page.title.length - b.page.title.length;

// Of a very long text the beginning and the end, where messages say what is wrong.
function shorten(words) {
  return words.length > MOST_WORDS ? [...words.slice(0, MOST_WORDS / 2), ...words.slice(-MOST_WORDS / 2)] : words;
}

const term = (word, whole) => ({ phrases: [word], ways: [[word]], whole });

// What is asked for, one term for each word that says something: `phrases` that stand for it, the
// one that was written first, and each as tokens in `ways`. A message is taken at its word.
function termsOf(text, all, message) {
  if (message) return all.filter((word) => !saysNothing(word)).map((word) => term(word, true));
  let rest = text.toLowerCase();
  const terms = [];
  for (const row of MEANINGS) {
    const said = [...row].sort((a, b) => b.length - a.length).find((phrase) => pattern(phrase).test(rest));
    if (!said) continue;
    rest = rest.replace(pattern(said), " ");
    const phrases = [said, ...row.filter((phrase) => phrase !== said)];
    terms.push({ phrases, ways: phrases.map(tokens), whole: true });
  }
  for (const word of tokens(rest)) {
    if (saysNothing(word)) continue;
    terms.push(term(word, false));
  }
  return terms;
}

function pattern(phrase) {
  const bounded = isPaired(phrase) ? phrase : `(?<![\\p{L}\\p{N}_])${phrase}(?![\\p{L}\\p{N}_])`;
  return new RegExp(bounded, "u");
}

async function byRelease(text, message, releases) {
  if (message || !namesVersion(text)) return { found: [], alone: false };
  const { found, alone } = named(text, await releases());
  const results = found.map(({ url, title, summary }, at) => ({
    page: { url, title, kind: "release", rank: 3 },
    card: { summary, keys: [], symptoms: [], headings: [] },
    score: (alone ? 2000 : 250) - at,
  }));
  return { found: results, alone: alone && results.length > 0 };
}

// The query as one name, and each of its words that looks like a name; `slips` are forgiven.
function candidates(text, message) {
  const words = (text.match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => word.replace(/^_+|_+$/g, ""));
  const names = words.filter((word) => word.includes("_") && word.length > 4).slice(0, 20);
  const found = new Map();
  if (!message) found.set(words.join("_").toUpperCase(), words.length > 1 ? 1 : undefined);
  for (const name of names) found.set(name.toUpperCase(), undefined);
  found.delete("");
  return [...found];
}

function byName(index, text, message) {
  const asked = candidates(text, message);
  const whole = text.trim().toUpperCase();
  const found = [];
  for (const page of index.pages) {
    if (page.kind !== "variable" && page.kind !== "rule") continue;
    const name = page.name.toUpperCase();
    if (message) {
      if (asked.some(([it]) => it === name)) found.push({ page, score: NAMED + page.rank * 4, named: true });
      continue;
    }
    const score = Math.max(0, ...asked.map(([it, slips]) => nameScore(name, it, slips) * (it === whole ? 1 : 0.9)));
    if (score > 0) found.push({ page, score: score + page.rank * 4, named: score >= 900 });
  }
  return found;
}

// Keys are found by their own name; a beginning or a slip is enough where nothing else is asked,
// or where it looks like a key.
function byKey(index, text, message) {
  const asked = text.match(/[\p{L}\p{N}_.-]+/gu) ?? [];
  const alone = asked.length === 1;
  const words = asked.filter((word) => word.length > 2 && (alone || word.includes("_")));
  const upper = [...new Set(words.map((word) => word.toUpperCase()))].slice(0, 40);
  const found = [];
  for (const [key, pages] of index.keys) {
    let score = Math.max(0, ...upper.map((word) => keyScore(key, word, asked.length)));
    if (message) score = score === 800 ? NAMED + 10 : 0;
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

async function byText(index, text, terms, message) {
  const stood = await stand(index, terms, message);
  const found = new Map(terms.map((term) => [term, meant(term, stood)]));
  const needed = needs(index, terms, found);
  const scored = score(index, found, rarity(index, found), needed);
  if (message) {
    const several = scored.filter((it) => it.hits > 1);
    return quoting(index, several.sort(better), text, stood);
  }
  // What has most of the words, too: they may be the writer's and not the page's. Those of a message
  // are the program's, and only a symptom or a title says something of it.
  const weakest = isMessage(text) ? SYMPTOM : TEXT;
  const most = ({ share, place }) => share >= ENOUGH && place >= weakest;
  const fitting = scored.flatMap((it) => {
    const at = needed.map((term) => found.get(term).get(it.page.number));
    if (!at.every(Boolean)) return most(it) ? [{ ...it, score: it.score * it.share * 0.8 }] : [];
    return [{ ...it, score: it.score + bonus(it.page, at, text) }];
  });
  return terms.length > 2 ? quoting(index, fitting.sort(better), text, stood) : fitting;
}

// Where the words of terms stand: those that were written, and in strong places those that mean the
// same.
async function stand(index, terms, message) {
  const written = [...new Set(terms.flatMap(({ ways: [way] }) => way))];
  const others = [...new Set(terms.flatMap(({ ways: [, ...others] }) => others.flat()))];
  // The longer a word, the rarer.
  const sorted = message ? written.sort((a, b) => b.length - a.length) : written;
  const found = await find(index, sorted, message ? ["strong"] : ["strong", "text"], message);
  const more = others.filter((word) => !found.has(word));
  for (const [word, pages] of await find(index, more, ["strong"], true, FOR_OTHERS)) found.set(word, pages);
  addTitles(index, found, message);
  return found;
}

// More for a page that has all words in its title, as a reader would have remembered it, and for a
// symptom that one sees.
function bonus(page, at, text) {
  if (!at.every(({ exact }) => exact)) return 0;
  const title = at.every(({ place, written }) => place === TITLE && (written || page.kind in KINDS)) ? 220 : 0;
  const seen = page.kind === "symptom" && !text.includes("_") && at.every(({ place }) => place >= SYMPTOM);
  return Math.max(title, seen ? SEEN : 0);
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

// The pages that have one of a term's ways; beginnings count where the term allows them.
function meant({ ways, whole }, stood) {
  const found = new Map();
  for (const [number, way] of ways.entries()) {
    const [first, ...others] = way.map((word) => stood.get(word));
    for (const [page, at] of first) {
      const all = [at, ...others.map((pages) => pages.get(page))];
      if (!all.every((it) => it && (it.exact || !whole))) continue;
      const place = Math.min(...all.map((it) => it.place));
      const exact = all.every((it) => it.exact);
      const old = found.get(page);
      if (old && (old.exact > exact || (old.exact === exact && old.place >= place))) continue;
      found.set(page, { place, exact, written: number === 0 });
    }
  }
  return found;
}

// The terms that a page must have, for they say something; all of them where none does. Two signs
// of a script without blanks that never stand together belong to two words.
function needs(index, terms, found) {
  const joins = ({ ways: [[word]] }) => isPaired(word);
  const known = terms.some((term) => joins(term) && found.get(term).size > 0);
  const words = terms.filter((term) => !(known && joins(term) && found.get(term).size === 0));
  const some = words.filter(({ ways: [way] }) => !way.every((word) => index.common.has(word)));
  return some.length > 0 ? some : words;
}

function rarity(index, found) {
  const all = index.pages.length;
  return new Map([...found].map(([word, pages]) => [word, Math.log(1 + all / (pages.size || 1))]));
}

// Every page that has a term: `score` up to about 60, `share` of the terms' weight, `hits`.
function score(index, found, weights, needed) {
  const sums = new Map();
  let total = 0;
  for (const [term, pages] of found) {
    const weight = weights.get(term);
    const counts = needed.includes(term);
    if (counts) total += weight;
    for (const [number, { place, exact }] of pages) {
      const sum = sums.get(number) ?? { points: 0, share: 0, hits: 0, place: 0 };
      sum.points += weight * WEIGHTS[place] * (exact ? 1 : BEGINNING);
      if (counts) sum.share += weight * (exact ? 1 : BEGINNING);
      sum.hits += 1;
      sum.place = Math.max(sum.place, place);
      sums.set(number, sum);
    }
  }
  return [...sums].map(([number, sum]) => {
    const page = index.pages[number];
    const points = (60 * sum.points) / (total * WEIGHTS[TITLE]);
    // What nothing reads, and what nobody sets, comes last.
    const rank = page.rank === 0 ? 0.5 : 1 + page.rank * 0.06;
    return {
      page,
      score: points * rank * (KINDS[page.kind] ?? 1),
      share: sum.share / total,
      hits: sum.hits,
      place: sum.place,
    };
  });
}

// The first pages again, by the symptom that is most like the text: whether it is quoted, how rare
// its words are, and how much of it the text has.
async function quoting(index, sorted, text, stood) {
  const first = sorted.slice(0, COMPARED);
  const message = sequence(text);
  const all = index.pages.length;
  const weight = (word) => Math.log(1 + all / (stood.get(word)?.size || all));
  const cards = await Promise.all(first.map(({ page }) => card(index, page)));
  const compared = first.map((result, at) => {
    let best = { points: 0, quoted: false };
    const titles = result.page.kind in KINDS ? [result.page.title] : [];
    for (const symptom of [...cards[at].symptoms, ...titles]) {
      const { share, quoted } = quotation(message, symptom);
      const has = tokens(symptom).filter((word) => stood.has(word));
      const points = has.length > 1 ? share * share * has.reduce((sum, word) => sum + weight(word), 0) : 0;
      if (points > 0 && (quoted > best.quoted || (quoted === best.quoted && points > best.points))) {
        best = { points, quoted, symptom };
      }
    }
    const likeness = (8 * best.points + (best.quoted ? QUOTED : 0)) * (KINDS[result.page.kind] ?? 1);
    const score = result.score + likeness * (result.page.rank === 0 ? 0.2 : 1);
    const symptom = titles.includes(best.symptom) ? undefined : best.symptom;
    return { ...result, score, symptom, quoted: best.quoted };
  });
  return [...compared, ...sorted.slice(COMPARED)];
}

// What is worth showing of all that was found.
function relevant(sorted, text, message) {
  const first = sorted[0];
  if (message) {
    const enough = sorted.some((it) => it.quoted)
      ? (it) => it.quoted || it.key || it.named || it.score >= first.score * NEAR
      : (it) => it.key || it.named || it.share >= ENOUGH_OF_MESSAGE;
    return sorted.filter(enough);
  }
  // Whoever writes a name means that page; a variable that only mentions it says little of it.
  if (!first?.named || !text.includes("_")) return sorted;
  const [, name, value] = text.match(ASSIGNMENT) ?? [];
  if (name !== first.page.name) return sorted.filter(({ page, place }) => page.kind !== "variable" || place !== TEXT);
  const check = { page: { url: "playground/", title: "", kind: "check", rank: 0 }, check: { name, value } };
  return [first, check, ...sorted.slice(1).filter(({ page }) => page.kind !== "variable")];
}

// Adds what a result shows: its card, and the part of the page that is meant.
async function explain(index, result, terms) {
  if (result.check) return { ...result, card: { summary: "" } };
  const shown = { ...result, card: result.card ?? (await card(index, result.page)) };
  if (result.key) {
    shown.at = shown.card.keys.find(({ key }) => key === result.key);
    return shown;
  }
  const has = (text) => {
    const lower = text.toLowerCase();
    const stands = (way) => way.every((word) => lower.includes(word));
    return terms.length > 0 && terms.every(({ ways }) => ways.some(stands));
  };
  if (has(result.page.title) || has(shown.card.summary)) return shown;
  shown.symptom ??= shown.card.symptoms.find(has);
  if (!shown.symptom) shown.heading = shown.card.headings.find(({ text }) => has(text));
  return shown;
}
