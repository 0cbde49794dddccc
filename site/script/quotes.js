// How much of a symptom a message quotes: words in the same order, and the longest run of them.

import { saysNothing } from "./jargon.js";

// Of a longer text the beginning and the end are compared.
const MOST_WORDS = 600;
// A quotation has a run of so many words, or the whole symptom.
const LONG_RUN = 3;
// And this share of the symptom's words in their order.
const MOST_OF_IT = 0.6;

// All words of a text in order, numbers left out.
export function sequence(text) {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => !/^\d/.test(word));
  const half = MOST_WORDS / 2;
  return words.length > MOST_WORDS ? [...words.slice(0, half), ...words.slice(-half)] : words;
}

// `share` of the symptom's words that the message has in their order, and whether it is `quoted`.
export function quotation(message, symptom) {
  const words = sequence(symptom);
  let [common, runs] = [new Array(words.length + 1).fill(0), new Array(words.length + 1).fill(0)];
  let longest = { length: 0, end: 0 };
  for (const word of message) {
    const [nextCommon, nextRuns] = [[0], [0]];
    for (const [at, own] of words.entries()) {
      const same = own === word;
      nextCommon.push(same ? common[at] + 1 : Math.max(common[at + 1], nextCommon[at]));
      nextRuns.push(same ? runs[at] + 1 : 0);
      if (nextRuns[at + 1] > longest.length) longest = { length: nextRuns[at + 1], end: at + 1 };
    }
    [common, runs] = [nextCommon, nextRuns];
  }
  const share = words.length > 0 ? common.at(-1) / words.length : 0;
  const run = words.slice(longest.end - longest.length, longest.end);
  const telling = run.filter((word) => !saysNothing(word)).length;
  const enough = run.length >= LONG_RUN ? share >= MOST_OF_IT : run.length === words.length;
  return { share, quoted: telling > 1 && enough };
}
