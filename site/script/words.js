// Words of the interface, in the language of the page. The English text is the key, so a script
// reads as what it says; a text without a translation shows in English.

const chinese = document.documentElement.lang.startsWith("zh");
const WORDS = chinese ? (await import("./words-zh.js")).WORDS : {};

// The words for `text`, with `{name}` replaced by the value of that name.
export function t(text, values = {}) {
  return (WORDS[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
