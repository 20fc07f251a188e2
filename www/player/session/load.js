/** One clip on its way from a source to the stage, with its intent. */
import { Packets } from '../recovery/packets.js';
import { readSource } from './read-source.js';

/** @typedef {import('../../types.d.ts').Source} Source */
/** @typedef {{ seconds: number } | { frame: number }} Moment */
/** @typedef {{ time: number, camera: string }} Place in seconds, and as text for the stage */

/**
 * How a clip should begin, from attributes and from the link that names it. Each load has its own.
 * @typedef {object} Intent
 * @property {Moment | null} [moment] where playback begins
 * @property {[Moment | null, Moment | null]} [range] of playback, from and to
 * @property {string} [camera]
 * @property {string} [behaviour] its name
 * @property {number} [frameTime]
 * @property {number} [unit]
 * @property {string} [up]
 * @property {'auto' | 'replace' | 'add'} [positions]
 * @property {'auto' | 'zero'} [ground]
 * @property {boolean} [autoplay]
 * @property {Record<string, string | null>} [attributes] set as long as the clip is shown
 * @property {{ sources: Source[], values: import('../../link-parameters.d.ts').LinkValues }} [clips] beside it, with the link's values for them
 * @property {() => URL} [onto] the address of the figure that the motion is played on; throws a fault if the page may not open it
 * @property {string} [compare] how `clips` are compared, as links have it
 * @property {boolean} [eager] read now, even if the player is not visible
 */

/**
 * `exchange`: the shown clip again, beside other companions; it replaces the present one only when it is complete.
 * `restore`: the shown clip again, for a stage that lost it.
 * @typedef {'new' | 'exchange' | 'restore'} Purpose
 */

/**
 * @typedef {object} Listener
 * @property {() => void} progress more of the file has come
 * @property {() => void} packet
 * @property {() => void} restart all packets so far are void
 * @property {() => void} stalled the server has sent nothing for a while
 */

/** As browsers, which report a stalled download after this time. */
const STALL_MS = 3000;

export class Load {
  packets = new Packets();
  job = new AbortController();
  /** Bytes, for the progress line. */
  loaded = 0;
  total = 0;
  /** The load waits until its clip is wanted. */
  deferred = false;
  /** The whole file has been read. */
  done = false;
  /** The stage has taken packets of it. */
  begun = false;
  /** The stage shows this clip. */
  adopted = false;
  /** The clip was adopted before it was complete. */
  partial = false;
  /** The stage lost this clip while it was still being read. */
  unfinished = false;
  /** Gets the file's packets in place of the stage. @type {((bytes: Uint8Array) => void) | null} */
  divert = null;
  /** Gives the stage a packet. @type {(bytes: Uint8Array) => void} */
  give = () => {};
  /** Declares all packets so far void. */
  restart = () => {};

  /**
   * @param {Source} source @param {Intent} intent @param {Purpose} [purpose]
   * @param {Place | null} [place] where to return to, for all but a new clip
   */
  constructor(source, intent, purpose = 'new', place = null) {
    this.source = source;
    this.intent = intent;
    this.purpose = purpose;
    this.place = place;
  }

  /** It replaced another clip, which comes back if this one cannot be read to its end. */
  get replaced() {
    return this.unfinished || (this.adopted && this.purpose !== 'restore');
  }

  /** Reads the source into packets. Rejects with the fault. @param {Listener} on */
  async read(on) {
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let stall;
    const restartStallTimer = () => {
      clearInterval(stall);
      if (this.source.url) stall = setInterval(on.stalled, STALL_MS);
    };
    restartStallTimer();
    this.give = (bytes) => {
      this.packets.add(bytes);
      on.packet();
    };
    this.restart = () => {
      this.divert = null;
      on.restart();
      this.packets = new Packets();
      this.begun = false;
    };
    try {
      await readSource(this.source, {
        signal: this.job.signal,
        progress: (loaded, total) => {
          restartStallTimer();
          this.loaded = loaded;
          this.total = total;
          on.progress();
        },
        packet: (bytes) => (this.divert ?? this.give)(bytes),
        restart: () => this.restart(),
      });
      this.done = true;
    } finally {
      clearInterval(stall);
    }
  }
}
