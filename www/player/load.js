/** One clip on its way from a source to the stage, and what it should begin with. */
import { Packets } from './packets.js';

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
 * @property {boolean} [autoplay]
 * @property {Record<string, string | null>} [attributes] as long as the clip is shown
 * @property {boolean} [eager] it is wanted now, whether somebody can see it or not
 */

/** @typedef {{ time: number, camera: string }} Place where a player returns to */

/**
 * `exchange`: what is shown, once more beside other companions; until all of it is there, what is shown stays.
 * `return`: what is shown, once more for a stage that lost it.
 * @typedef {'new' | 'exchange' | 'return'} Purpose
 */

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
  /** What was shown before it. @type {import('./session.js').Shown | null} */
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
}
