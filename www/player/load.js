/** One clip on its way from a source to the stage, and what it should begin with. */
import { Packets } from './packets.js';
import { parse } from './parse-client.js';

/** @typedef {import('../types.d.ts').Source} Source */

/**
 * What a load should begin with, by its attributes and by the link that asked for it. It belongs to the load, and goes with it.
 * @typedef {object} Intent
 * @property {import('./playback.js').Moment | null} [moment] where it begins
 * @property {[import('./playback.js').Moment | null, import('./playback.js').Moment | null]} [range] what of it is played
 * @property {string} [camera]
 * @property {string} [behaviour] its name
 * @property {number} [frameTime]
 * @property {number} [unit]
 * @property {string} [up]
 * @property {'auto' | 'replace' | 'add'} [positions]
 * @property {'auto' | 'zero'} [ground]
 * @property {boolean} [autoplay]
 * @property {Record<string, string | null>} [attributes] as long as the clip is shown
 * @property {boolean} [eager] it is wanted now, whether somebody can see it or not
 */

/** @typedef {import('./place.js').Place} Place */
/** @typedef {{ shown: import('./session.js').Shown, place: Place, values: import('./settings.js').Values, plays: boolean }} Before */

/**
 * `exchange`: what is shown, once more beside other companions; until all of it is there, what is shown stays.
 * `return`: what is shown, once more for a stage that lost it.
 * @typedef {'new' | 'exchange' | 'return'} Purpose
 */

/**
 * @typedef {object} Listener
 * @property {() => void} progress more of the file has come
 * @property {() => void} packet
 * @property {() => void} restart what has come so far is void
 * @property {() => void} stalled nothing has come for a while
 */

/** The browser tells of a download that stalls after so long; so do we. */
const STALL_MS = 3000;

export class Load {
  packets = new Packets();
  job = new AbortController();
  /** For the progress line. */
  loaded = 0;
  total = 0;
  /** It waits until somebody wants to see it. */
  deferred = false;
  /** All of it has been read. */
  done = false;
  /** Some of it went to the stage. */
  begun = false;
  /** It is what the stage shows. */
  adopted = false;
  /** It was adopted before all of it was there. */
  partial = false;
  /** It comes back to a stage that lost it while it was still being read. */
  unfinished = false;
  /** What was shown before it, and how. @type {Before | null} */
  before = null;

  /**
   * @param {Source} source
   * @param {Intent} intent
   * @param {Purpose} [purpose]
   * @param {Place | null} [place] where to return to, for all but a new clip
   */
  constructor(source, intent, purpose = 'new', place = null) {
    this.source = source;
    this.intent = intent;
    this.purpose = purpose;
    this.place = place;
  }

  /** It took the place of what was shown before, which comes back where this cannot be read to its end. */
  get replaced() { return this.unfinished || (this.adopted && this.purpose !== 'return'); }

  /** Reads the source into packets. Rejects with what is wrong with it. @param {Listener} on */
  async read(on) {
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let stall;
    const heard = () => {
      clearInterval(stall);
      if (this.source.url) stall = setInterval(on.stalled, STALL_MS);
    };
    heard();
    try {
      await parse(this.source, {
        signal: this.job.signal,
        progress: (loaded, total) => {
          heard();
          this.loaded = loaded;
          this.total = total;
          on.progress();
        },
        packet: (bytes) => {
          this.packets.add(bytes);
          on.packet();
        },
        restart: () => {
          on.restart();
          this.packets = new Packets();
          this.begun = false;
        },
      });
      this.done = true;
    } finally {
      clearInterval(stall);
    }
  }
}
