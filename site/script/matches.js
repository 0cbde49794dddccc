// Which pages answer a query, best first. A variable's name may be misspelled a little; other
// words must stand in the page, each at the beginning of a word.

// Weights of the places where a word may stand.
const WEIGHTS = { title: 12, symptoms: 6, headings: 5, summary: 4, text: 1 };

// Letters and digits in lower case between blanks.
function fold(text) {
  return ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

// Makes the site's index (`pages` and `words`, see the generator) ready for queries.
export function prepare({ pages, words }) {
  const prepared = pages.map(({ u, t = u.split("/").at(-2), s, y = [], h = [] }) => ({
    url: u,
    title: t,
    kind: u.slice(0, u.indexOf("/") - 1),
    summary: s,
    headings: h.map(([anchor, text]) => ({ anchor, text, folded: fold(text) })),
    fields: [
      [fold(t), WEIGHTS.title],
      [fold(y.join(" ")), WEIGHTS.symptoms],
      [fold(h.map(([, text]) => text).join(" ")), WEIGHTS.headings],
      [fold(s), WEIGHTS.summary],
    ],
  }));
  return { pages: prepared, words: Object.entries(words) };
}

// Pages that match, best first: `{page, score, heading}`; `heading` is the part that has all words.
export function search(index, query) {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (words.length === 0) return [];
  const name = words.join("_").toUpperCase();
  const inText = words.map((word) => pagesWith(index.words, word));
  const folded = words.map((word) => fold(word).trimEnd());
  return index.pages
    .map((page, number) => {
      const byText = textScore(page, folded, inText.map((pages) => pages.has(number)));
      return { page, score: Math.max(nameScore(page, name), byText), heading: part(page, folded) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.page.title.length - b.page.title.length);
}

// Numbers of the pages whose text has a word that begins like this one.
function pagesWith(words, word) {
  const found = words.filter(([known]) => known.startsWith(word) || (CJK.test(word) && known.includes(word)));
  return new Set(found.flatMap(([, numbers]) => numbers));
}

// The heading that has every word, unless the title has them too.
function part(page, words) {
  const has = (text) => words.every((word) => text.includes(word));
  return has(page.fields[0][0]) ? undefined : page.headings.find(({ folded }) => has(folded));
}

// How well a query is a variable's name or a rule's code.
function nameScore(page, query) {
  if (page.kind !== "variable" && page.kind !== "rule") return 0;
  const name = page.title.toUpperCase();
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

// Every word must stand somewhere; the best place of each counts, and more where they stand in a row.
function textScore(page, words, inText) {
  let score = 0;
  for (const [at, word] of words.entries()) {
    const places = page.fields.map(([text, weight]) => placeScore(text, word) * weight);
    const best = Math.max(...places, inText[at] ? WEIGHTS.text : 0);
    if (best === 0) return 0;
    score += best;
  }
  const phrase = words.join("");
  const whole = page.fields.find(([text]) => words.length > 1 && text.includes(phrase));
  return score / words.length + (whole ? whole[1] : 0);
}

// `word` begins with a blank: it must begin a word of the text, and may end one.
function placeScore(text, word) {
  if (text.includes(`${word} `)) return 2;
  if (text.includes(word)) return 1;
  return CJK.test(word) && text.includes(word.trim()) ? 1 : 0;
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
