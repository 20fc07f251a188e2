/**
 * Reads the files that wait in the list, one after the other, to know how long they are or why they cannot be read. It rests as
 * long as it works, and stops while something that was chosen is on its way.
 */
import { faultOf } from '../player/errors.js';
import { parse } from '../player/parse-client.js';

/** @typedef {import('./entry.js').Entry} Entry */
/** @typedef {import('../types.d.ts').Source} Source */

/** Files beyond this much are only read when they are chosen. */
const MOST_BYTES = 200e6;
/** Of an address nobody knows. */
const SOME_BYTES = 1e6;
/** The list is drawn after so long, not after every file. */
const DRAW_MS = 150;
const MOST_REST_MS = 500;

/** To ask how large a file is takes the browser a moment, too: after so many that are too large it is enough. */
const MOST_PASSED = 20;

/** @param {Source} source */
const sizeOf = (source) => source.blob?.size ?? SOME_BYTES;

export class Probe {
  /** @type {AbortController | null} */
  #job = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {{ next: (passed: WeakSet<Entry>) => Entry | undefined, dressed: (entry: Entry) => Source, version: () => number, read: (entry: Entry) => void, done: () => void }} on version: of the files that are known */
  constructor(on) { this.on = on; }

  /** Something else is more important. */
  stop() {
    this.#job?.abort();
    this.#job = null;
  }

  async go() {
    if (this.#job) return;
    const job = new AbortController();
    this.#job = job;
    let left = MOST_BYTES;
    let passes = 0;
    /** @type {WeakSet<Entry>} */
    const passed = new WeakSet();
    for (let entry = this.on.next(passed); entry && passes < MOST_PASSED; entry = this.on.next(passed)) {
      const begun = performance.now();
      const size = sizeOf(entry.source);
      if (size > left) {
        passed.add(entry);
        passes += 1;
        continue;
      }
      left -= size;
      await this.#read(entry, job.signal);
      if (job.signal.aborted) return;
      this.on.read(entry);
      this.#timer ??= setTimeout(() => this.#draw(), DRAW_MS);
      await new Promise((resolve) => { setTimeout(resolve, Math.min(performance.now() - begun, MOST_REST_MS)); });
      if (job.signal.aborted) return;
    }
    this.#job = null;
  }

  /** @param {Entry} entry @param {AbortSignal} signal */
  async #read(entry, signal) {
    const version = this.on.version();
    try {
      entry.info = await parse(this.on.dressed(entry), { signal });
    } catch (error) {
      if (signal.aborted) return;
      entry.fault = faultOf(error);
      // What it lacked may have come meanwhile.
      if (entry.waits && version !== this.on.version()) entry.fault = null;
    }
  }

  #draw() {
    this.#timer = undefined;
    this.on.done();
  }
}
