// Asks the site's search the queries that come on standard input, one JSON text a line, each in a
// new session; prints for each its words, what it found and what it loaded, as one JSON object a
// line.
//
//     node run.mjs SCRIPTS SITE < queries

import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const [, , scripts, site] = process.argv;
const script = (name) => import(pathToFileURL(`${scripts}/${name}`));
const { open } = await script("index.js");
const { search } = await script("matches.js");
const { listed } = await script("releases.js");
const { tokens } = await script("tokens.js");

const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 } };
const sizes = new Map();

// Bytes of a file as a browser downloads it.
function size(path) {
  if (!sizes.has(path)) sizes.set(path, brotliCompressSync(readFileSync(`${site}/${path}`), BEST).length);
  return sizes.get(path);
}

for await (const line of createInterface({ input: process.stdin })) {
  const loaded = new Set();
  const get = async (address) => {
    const path = address.split("?")[0];
    if (!existsSync(`${site}/${path}`)) throw new Error(`there is no ${path}`);
    loaded.add(path);
    return JSON.parse(readFileSync(`${site}/${path}`, "utf8"));
  };
  const releases = async () => {
    loaded.add("releases/index.html");
    return listed(readFileSync(`${site}/releases/index.html`, "utf8"));
  };
  const query = JSON.parse(line);
  const { results, marks } = await search(await open(get), query, releases);
  const found = results.map(({ page, at, heading, score }) => ({
    url: page.url + (at?.anchor || heading?.anchor ? `#${at?.anchor || heading.anchor}` : ""),
    score: Math.round(score ?? 0),
  }));
  const core = size("search.json");
  const bytes = [...loaded].reduce((sum, path) => sum + size(path), 0);
  console.log(JSON.stringify({ words: tokens(query), marks: marks.map(({ word }) => word), found, bytes, core }));
}
