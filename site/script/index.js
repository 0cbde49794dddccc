// The search index in pieces (see the generator's `search/mod.rs`): the core first, then the
// shards of the words that are asked for, then the cards of the pages that are shown.

import { tokens } from "./tokens.js";

// Bytes of shards that one query may load; Brotli makes about a third of them.
const MOST_BYTES = 120_000;
// A beginning of a word may run over several shards.
const MOST_SHARDS = 2;

// Opens the index. `get` gives the JSON of a path; every piece is asked for once.
export async function open(get) {
  const core = await get("search.json");
  const pieces = new Map();
  const piece = (name) => {
    if (!pieces.has(name)) pieces.set(name, get(`search/${name}.json?${core.stamp}`));
    return pieces.get(name);
  };
  const pages = core.pages.map((page, number) => prepare(page, number, Number(core.rank[number])));
  return { pages, keys: core.keys, common: new Set(core.common), starts: core, block: core.block, piece };
}

function prepare(page, number, rank) {
  const [url, given] = typeof page === "string" ? [page] : page;
  const name = url.split("/").at(-2);
  const kind = url.slice(0, url.indexOf("/") - 1);
  const title = given ?? name;
  const words = new Set(tokens(kind === "variable" ? name.replaceAll("_", " ") : title));
  return { number, url, kind, title, name, words, rank };
}

// Numbers of the shards of a family that may hold a word, or words that begin so.
function shardsOf(starts, word, whole) {
  let at = starts.findIndex(([first]) => first > word);
  at = (at < 0 ? starts.length : at) - 1;
  const found = [Math.max(at, 0)];
  while (!whole && found.length < MOST_SHARDS && starts[found.at(-1) + 1]?.[0].startsWith(word)) {
    found.push(found.at(-1) + 1);
  }
  return starts.length > 0 ? found : [];
}

// Where words stand: a map from each to a map of pages with place and whether the whole word
// stands there. `whole` asks for no beginnings; families are "strong" and "text". Words that come first have the
// first right to be loaded, up to `most` bytes.
export async function find(index, words, families, whole, most = MOST_BYTES) {
  const wanted = new Map();
  let bytes = 0;
  for (const family of families) {
    for (const word of words) {
      for (const number of shardsOf(index.starts[family], word, whole)) {
        const name = `${family}-${number}`;
        const size = wanted.has(name) ? 0 : index.starts[family][number][1];
        if (bytes + size > most) continue;
        bytes += size;
        wanted.set(name, index.piece(name));
      }
    }
  }
  const shards = await Promise.all(wanted.values());
  return new Map(words.map((word) => [word, pagesOf(shards, word, whole)]));
}

function pagesOf(shards, word, whole) {
  const found = new Map();
  const add = (numbers, exact) => {
    let sum = 0;
    for (const number of numbers) {
      sum += number;
      const [page, place] = [sum >> 3, sum & 7];
      const old = found.get(page);
      if (!old || old.exact < exact || (old.exact === exact && old.place < place)) found.set(page, { place, exact });
    }
  };
  for (const shard of shards) {
    if (Object.hasOwn(shard, word)) add(shard[word], true);
    if (whole) continue;
    for (const known of Object.keys(shard)) {
      if (known !== word && known.startsWith(word)) add(shard[known], false);
    }
  }
  return found;
}

// What a result shows of a page: `{summary, headings, symptoms, keys}`.
export async function card(index, page) {
  const block = await index.piece(`cards-${Math.floor(page.number / index.block)}`);
  const { s, h = [], y = [], k = [] } = block[page.number % index.block];
  return {
    summary: s,
    headings: h.map(([anchor, text]) => ({ anchor, text })),
    symptoms: y,
    keys: k.map(([key, anchor, since]) => ({ key, anchor, since })),
  };
}
