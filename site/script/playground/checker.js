// The page's side of the worker: one check at a time, the newest text next, and a way out of a
// check that takes too long.

const PATIENCE_MS = 15_000;

export class Checker {
  // `urls`: addresses of engine, wasm and catalogue. `on`: `ready`, `result`, `failure`.
  constructor(urls, on) {
    this.urls = urls;
    this.on = on;
    this.id = 0;
    this.start();
  }

  start() {
    this.ready = false;
    this.running = null;
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.answer(data));
    this.worker.addEventListener("error", () => {
      this.on.failure("the validator did not load; is the page complete?");
    });
    this.worker.postMessage({ start: this.urls });
  }

  // Asks for a check; a text still waiting is replaced.
  check(text, options) {
    this.waiting = { id: ++this.id, text, options };
    this.next();
  }

  next() {
    if (!this.ready || this.running || !this.waiting) return;
    this.running = this.waiting;
    this.waiting = null;
    this.worker.postMessage(this.running);
    this.alarm = setTimeout(() => this.giveUp(), PATIENCE_MS);
  }

  answer(data) {
    if (data.about) {
      this.ready = true;
      this.on.ready(data.about);
      return this.next();
    }
    clearTimeout(this.alarm);
    const asked = this.running;
    this.running = null;
    if (data.failure) this.on.failure(data.failure);
    else if (!this.waiting) this.on.result({ ...data, text: asked.text });
    this.next();
  }

  giveUp() {
    this.worker.terminate();
    this.on.failure("this text takes too long to check; try a part of it");
    this.start();
  }
}
