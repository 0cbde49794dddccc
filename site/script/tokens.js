// Words of a query, split as the generator splits texts (`search/tokens.rs`).

const PAIRED = "\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff";
const RUNS = new RegExp(`[${PAIRED}]+|[^${PAIRED}]+`, "gu");
const HAN = new RegExp(`^[${PAIRED}]`, "u");

// What an error message has around its words: places in files, addresses, numbers, marks of ranks.
const NOISE = [
  /^\s*File "[^"]*", line \d+.*$/gm,
  /\b\w+:\/\/\S+/g,
  /(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}(?::\d+)?/g,
  /\b0x[0-9a-f]+\b/gi,
  /\b[\w.-]+:\d+:\d+(?: \[\d+\])?/g,
];

// The lower-case words of a text: three to forty signs, not beginning with a digit; pairs of
// neighbours where a script has no blanks.
export function tokens(text) {
  const found = [];
  for (const run of text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []) {
    for (const part of run.match(RUNS)) found.push(...(HAN.test(part) ? pairs(part) : word(part)));
  }
  return [...new Set(found)];
}

function word(part) {
  const bare = part.replace(/^_+|_+$/g, "");
  return bare.length >= 3 && bare.length <= 40 && !/^\d/.test(bare) ? [bare] : [];
}

function pairs(part) {
  const signs = [...part];
  return signs.length === 1 ? signs : signs.slice(1).map((sign, at) => signs[at] + sign);
}

// Whether a token is of a script without blanks.
export const isPaired = (token) => HAN.test(token);

// The text without what says nothing of the fault; as it is where nothing else is left.
export function essence(text) {
  const bare = NOISE.reduce((left, pattern) => left.replace(pattern, " "), text);
  return /\p{L}{3}/u.test(bare) ? bare : text;
}
