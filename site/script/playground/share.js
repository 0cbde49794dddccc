// A text in the part of an address that browsers keep to themselves: `#` and base64url of JSON,
// `{"v":1,"text":…,"as":…,"torch":…,"tool":…}`. Fields a reader does not know are no error.

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
  return new TextDecoder("utf-8", { fatal: true }).decode(
    Uint8Array.from(binary, (letter) => letter.charCodeAt(0)),
  );
}

// The fragment for a state, with its `#`.
export function write({ text, as, torch, tool }) {
  const state = { v: 1, text, as: as || undefined, torch: torch || undefined, tool };
  return `#${toBase64Url(JSON.stringify(state))}`;
}

// The state of a fragment, or null where it holds none.
export function read(fragment) {
  if (fragment.length < 5) return null;
  try {
    const state = JSON.parse(fromBase64Url(fragment.slice(1)));
    if (typeof state?.text !== "string") return null;
    const word = (it) => (typeof it === "string" ? it : "");
    return { text: state.text, as: word(state.as), torch: word(state.torch) };
  } catch {
    return null;
  }
}
