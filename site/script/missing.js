// The page for addresses that lead nowhere: `/variables/nccl_Debug` means the page of that name,
// in whatever case and folder it was written. The index knows which pages there are, so nothing is
// asked for that is not there.

import { open } from "./index.js";

const root = document.documentElement.dataset.root;
const at = (address) => new URL(address, location.href);
const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const parts = location.pathname.split("/").filter(Boolean).map(decoded);
const name = (parts.at(-1) ?? "").replace(/\.(html?|md)$/i, "");

// Whether the address is one of the Chinese edition, and there is one: home has a link to it.
async function isChinese() {
  if (!location.pathname.startsWith(at(`${root}zh/`).pathname)) return false;
  const home = await fetch(root);
  return (await home.text()).includes('hreflang="zh');
}

// The page with this name, first one in the folder that was written.
async function meant(index) {
  const { pages } = await open(async () => (await fetch(index)).json());
  const named = pages.filter((page) => page.name.toLowerCase() === name.toLowerCase());
  return named.find(({ url }) => parts.includes(url.split("/")[0])) ?? named[0];
}

async function goOn() {
  const words = document.getElementById("nothing");
  const field = words.querySelector("input");
  field.value = name;
  const edition = (await isChinese()) ? `${root}zh/` : root;
  const index = edition === root ? document.getElementById("find-open").dataset.index : `${edition}search.json`;
  const page = name && (await meant(index));
  if (page && at(edition + page.url).pathname !== location.pathname) {
    location.replace(edition + page.url + location.hash);
  } else if (edition !== root) {
    document.querySelector("h1").textContent = words.dataset.title;
    words.querySelector("form").action = `${edition}search/`;
    for (const link of words.querySelectorAll("[data-way]")) link.href = edition + link.dataset.way;
    for (const each of words.querySelectorAll("p")) each.hidden = each.lang === "en";
  }
}

goOn();
