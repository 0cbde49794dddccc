// Lighthouse over five kinds of page, light and dark, and the first paint of a cold variable page on 3G.
//
//   readpoint serve --no-reload --port 4700 &
//   npm install lighthouse playwright-core        (in any folder; run this file from there)
//   node lighthouse.mjs http://127.0.0.1:4700/
//
// Chromium is Debian's, or the one that CHROMIUM names.

import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const packages = createRequire(join(process.cwd(), "package.json"));
const load = (name) => import(pathToFileURL(packages.resolve(name)));
const { default: lighthouse } = await load("lighthouse");
const { chromium } = packages("playwright-core");

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const base = process.argv[2];
const variable = "variables/torch-memory/PYTORCH_CUDA_ALLOC_CONF/";
const pages = { home: "", variable, list: "variables/", recipe: "recipes/oom-with-memory-free/", playground: "playground/" };
const categories = ["performance", "accessibility", "best-practices", "seo"];

async function scores(theme, port) {
  const dark = theme === "dark" ? ["--blink-settings=preferredColorScheme=0"] : [];
  const profile = mkdtempSync(join(tmpdir(), "lighthouse-"));
  const options = ["--headless=new", "--no-sandbox", `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, ...dark];
  const browser = spawn(CHROMIUM, [...options, "about:blank"], { stdio: "ignore" });
  await new Promise((done) => setTimeout(done, 3000));
  for (const [name, path] of Object.entries(pages)) {
    const { lhr } = await lighthouse(base + path, { port, onlyCategories: categories, logLevel: "error" });
    const found = Object.values(lhr.categories).map((it) => Math.round(it.score * 100));
    console.log(theme, name, found.join("/"), lhr.audits["first-contentful-paint"].displayValue);
  }
  browser.kill();
}

// 3G as WebPageTest has it: 300 ms, 1.6 Mbit/s down, 0.768 up.
async function firstPaint(path) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const speed = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 96_000 };
  await session.send("Network.emulateNetworkConditions", speed);
  await page.goto(base + path, { waitUntil: "load" });
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  await browser.close();
  return Math.round(painted);
}

await scores("light", 9333);
await scores("dark", 9334);
for (const path of [variable, "variables/nccl/NCCL_DEBUG/", "variables/cuda/CUDA_VISIBLE_DEVICES/"]) {
  const found = [];
  for (let round = 0; round < 5; round += 1) found.push(await firstPaint(path));
  console.log("3G", path, found.sort((a, b) => a - b)[2], "ms, the median of", found.join(" "));
}
