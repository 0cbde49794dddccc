// Building elements.

import { t } from "./words.js";

// An element with properties and children; `class`, `aria-…` and `data-…` are attributes.
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "class" || name.includes("-") || name === "role" || name === "scope") {
      made.setAttribute(name, value);
    } else if (name.startsWith("on")) {
      made.addEventListener(name.slice(2), value);
    } else {
      made[name] = value;
    }
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// A sentence in which `backticks` become code.
export function sentence(text) {
  return text
    .split("`")
    .map((piece, at) => (at % 2 === 1 ? element("code", {}, piece) : piece))
    .filter((piece) => piece !== "");
}

// "1 error", "3 errors": two texts of `words.js` with `{n}`.
export function count(number, one, many) {
  return t(number === 1 ? one : many, { n: number.toLocaleString("en") });
}

// A name that breaks behind its underscores where it must break.
export function nameCode(name) {
  const parts = name.split(/(?<=_)/);
  return element("code", {}, ...parts.flatMap((part, at) => (at > 0 ? [document.createElement("wbr"), part] : [part])));
}
