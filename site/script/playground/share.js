// A text in the part of an address that browsers keep to themselves: `#` and base64url of JSON,
// `{"v":1,"text":…,"as":…,"torch":…,"tool":…,"catalog":…,"other":{"text":…,"as":…}}`. Only `text`
// is needed; fields that a reader does not know are no error. `other` is the text compared with.

function toBase64Url(text) {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(encoded) {
  const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}

// The fragment for a state, with its `#`.
export function write({ text, as, torch, tool, catalog, other }) {
  const second = other && { text: other.text, as: other.as || undefined };
  const state = { v: 1, text, as: as || undefined, torch: torch || undefined, tool, catalog, other: second };
  return `#${toBase64Url(JSON.stringify(state))}`;
}

const word = (it) => (typeof it === "string" ? it : "");

// What is kept of a state, or null where it holds no text.
export function state(found) {
  if (typeof found?.text !== "string") return null;
  const [as, torch, tool, catalog] = [found.as, found.torch, found.tool, found.catalog].map(word);
  return { text: found.text, as, torch, tool, catalog, other: state(found.other) };
}

// The state of a fragment, or null where it holds none.
export function read(fragment) {
  if (fragment.length < 5) return null;
  try {
    return state(JSON.parse(fromBase64Url(fragment.slice(1))));
  } catch {
    return null;
  }
}
