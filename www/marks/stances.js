/** When feet stand on the ground, found by the module that compares clips in a worker of its own. */
import { optionsOf, packetsOf } from '../player/session/packets-of.js';
import { Remote } from '../player/loading/remote.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').Stances} Stances */

export class StanceFinder {
  /** What was searched last. @type {unknown} */
  #shown = null;
  #key = '';
  #reading = '';
  /** @type {{ remote: Remote, clip: Promise<number> } | null} */
  #module = null;
  /** @type {Stances | null} */
  found = null;

  /** @param {Session} session @param {() => void} changed */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /** Searches anew if the clip, its reading or the thresholds have changed. @param {import('./words.js').Thresholds} thresholds */
  async update({ speed, height }) {
    const { complete, settings: { values }, shown } = this.session;
    if (!complete || !shown) return;
    const options = optionsOf(values);
    const reading = JSON.stringify(options);
    const key = `${reading} ${speed} ${height}`;
    if (shown === this.#shown && key === this.#key) return;
    if (shown !== this.#shown || reading !== this.#reading) {
      this.end();
      this.found = null;
    }
    [this.#shown, this.#key, this.#reading] = [shown, key, reading];
    try {
      this.#module ??= this.#load(shown, options);
      const { clip, remote } = this.#module;
      const found = await remote.call('stances', [await clip, speed, height]);
      if (key !== this.#key || shown !== this.#shown) return;
      this.found = found;
      this.changed();
    } catch (error) {
      if (key === this.#key) console.warn('Marey:', error);
    }
  }

  /** @param {NonNullable<Session['shown']>} shown @param {ReturnType<typeof optionsOf>} options */
  #load(shown, options) {
    const remote = new Remote('marey_compare');
    return { remote, clip: packetsOf({ shown }, new AbortController().signal).then((packets) => remote.call('addClip', [packets, options])) };
  }

  /** Gives the module back. */
  end() {
    this.#module?.remote.end(new DOMException('', 'AbortError'));
    this.#module = null;
    this.#shown = null;
    this.#key = '';
  }
}
