// The page's side of the worker: one check at a time, the newest text of each pane next, and a way
// out of a check that takes too long.

import { t } from "../words.js";

const PATIENCE_MS = 15_000;

export class Checker {
  // `urls`: addresses of engine, wasm and catalogue. `on`: `ready(about)`, `result(pane, verdict)`,
  // `failure(words, pane)`, where a failure without a pane is one of the engine itself.
  constructor(urls, on) {
    this.urls = urls;
    this.on = on;
    this.waiting = new Map();
    this.start();
  }

  start() {
    this.ready = false;
    this.running = null;
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.answer(data));
    this.worker.addEventListener("error", () => this.broken());
    this.worker.postMessage({ start: this.urls });
  }

  // Loads the engine once more after it did not load.
  retry() {
    this.worker.terminate();
    this.start();
  }

  broken(why) {
    const failure = t("the validator did not load; are you offline, or is the page incomplete?");
    this.on.failure(why ? `${failure} (${why})` : failure, null);
  }

  // Asks for a check; a text of the same pane that still waits is replaced.
  check(pane, text, options) {
    this.waiting.set(pane, { text, options });
    this.next();
  }

  // The JSON of the command line for a text.
  json(text, options) {
    return new Promise((resolve, reject) => {
      this.waiting.set({ resolve, reject }, { text, options, full: true });
      this.next();
    });
  }

  // Nothing of this pane is wanted any more.
  forget(pane) {
    this.waiting.delete(pane);
  }

  next() {
    if (!this.ready || this.running || this.waiting.size === 0) return;
    const [pane, asked] = this.waiting.entries().next().value;
    this.waiting.delete(pane);
    this.running = { pane, ...asked };
    this.worker.postMessage(asked);
    this.alarm = setTimeout(() => this.giveUp(), PATIENCE_MS);
  }

  answer(data) {
    if (data.about) {
      this.ready = true;
      this.on.ready(data.about);
      return this.next();
    }
    if (data.starting) return this.broken(data.failure);
    clearTimeout(this.alarm);
    const { pane, text, options } = this.running;
    this.running = null;
    if (pane.resolve) settle(pane, data);
    else if (data.failure) this.on.failure(data.failure, pane);
    else if (!this.waiting.has(pane)) this.on.result(pane, { ...data, text, options });
    this.next();
  }

  giveUp() {
    const { pane } = this.running;
    this.worker.terminate();
    const failure = t("this text takes too long to check; try a part of it");
    if (pane.resolve) settle(pane, { failure });
    else this.on.failure(failure, pane);
    this.start();
  }
}

// Answers who asked for the JSON of a text.
function settle({ resolve, reject }, { json, failure }) {
  if (failure) reject(new Error(failure));
  else resolve(json);
}
