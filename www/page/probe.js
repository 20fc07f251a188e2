/** Reads waiting files in the background for duration or error; rests as long as each took, and stops while a chosen clip loads. */
import { faultOf } from '../player/words/errors.js';
import { parse } from '../player/loading/parse-client.js';

/** @typedef {import('./entry.js').Entry} Entry */
/** @typedef {import('../types.d.ts').Source} Source */

/** Total size per run; files beyond it are read only when chosen. */
const MAX_BYTES = 200e6;
/** Assumed size of a file with an address. */
const ASSUMED_BYTES = 1e6;
/** Interval between updates of the list. */
const DRAW_MS = 150;
const MAX_REST_MS = 500;

/** Most files skipped for their size, because even looking up a size takes time. */
const MAX_SKIPPED = 20;

/** @param {Source} source */
const sizeOf = (source) => source.blob?.size ?? ASSUMED_BYTES;

export class Probe {
  /** @type {AbortController | null} */
  #job = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * `version` changes with the known files.
   * @param {{ next: (passed: WeakSet<Entry>) => Entry | undefined, source: (entry: Entry) => Source, version: () => number, read: (entry: Entry) => void, done: () => void }} on
   */
  constructor(on) {
    this.on = on;
  }

  /** Stops in favour of a chosen clip. */
  stop() {
    this.#job?.abort();
    this.#job = null;
  }

  async go() {
    if (this.#job) return;
    const job = new AbortController();
    this.#job = job;
    let left = MAX_BYTES;
    let skipped = 0;
    /** @type {WeakSet<Entry>} */
    const passed = new WeakSet();
    for (let entry = this.on.next(passed); entry && skipped < MAX_SKIPPED; entry = this.on.next(passed)) {
      const begun = performance.now();
      const size = sizeOf(entry.source);
      if (size > left) {
        passed.add(entry);
        skipped += 1;
        continue;
      }
      left -= size;
      await this.#read(entry, job.signal);
      if (job.signal.aborted) return;
      this.on.read(entry);
      this.#timer ??= setTimeout(() => this.#draw(), DRAW_MS);
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(performance.now() - begun, MAX_REST_MS));
      });
      if (job.signal.aborted) return;
    }
    this.#job = null;
  }

  /** @param {Entry} entry @param {AbortSignal} signal */
  async #read(entry, signal) {
    const version = this.on.version();
    try {
      entry.info = await parse(this.on.source(entry), { signal });
    } catch (error) {
      if (signal.aborted) return;
      entry.fault = faultOf(error);
      // The missing file may have arrived meanwhile.
      if (entry.waiting && version !== this.on.version()) entry.fault = null;
    }
  }

  #draw() {
    this.#timer = undefined;
    this.on.done();
  }
}
