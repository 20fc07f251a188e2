/** Measures the walk of a player's clip with the module that studies motions, in a worker of its own, which keeps the clip for the next question. */
import { batched } from '../../player/base/batched.js';
import { Remote } from '../../player/loading/remote.js';
import { optionsOf, packetsOf } from '../../player/session/packets-of.js';

/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {import('../../types.d.ts').GaitReport} GaitReport */
/** @typedef {import('./words.js').Zero} Zero */

export class GaitFinder {
  /** The last report; null until there is one. @type {GaitReport | null} */
  report = null;
  state = /** @type {'waiting' | 'measuring' | 'found' | 'failed'} */ ('waiting');
  /** The clip and the reading that the module has. @type {Session['shown']} */
  #shown = null;
  #reading = '';
  #zero = '';
  /** @type {{ remote: Remote, kept: Promise<void> } | null} */
  #module = null;

  /** @param {Session} session @param {() => Zero | null} zero null: nobody looks @param {() => void} changed the report or the state has changed */
  constructor(session, zero, changed) {
    this.session = session;
    this.zero = zero;
    this.changed = changed;
    for (const signal of /** @type {const} */ (['clip', 'setting'])) session.on(signal, this.later);
  }

  later = batched(() => this.#update());

  /** Measures anew if the clip, its reading or the zero have changed. */
  async #update() {
    const {
      complete,
      settings: { values },
      shown,
    } = this.session;
    const wanted = this.zero();
    if (!wanted || !shown) {
      this.#end();
      return;
    }
    const options = optionsOf(values);
    const reading = JSON.stringify(options);
    const zero = JSON.stringify(wanted);
    const isOther = shown !== this.#shown || reading !== this.#reading;
    if (isOther) {
      // Another clip or another reading has a module of its own, and nothing of the one before is shown beside it.
      this.#end();
      if (!complete) return;
    } else if (zero === this.#zero) return;
    [this.#shown, this.#reading, this.#zero] = [shown, reading, zero];
    const module = (this.#module ??= this.#load(shown, options));
    const isCurrent = () => module === this.#module && zero === this.#zero;
    this.#tell('measuring');
    try {
      await module.kept;
      const report = await module.remote.call('measureGait', [wanted.kind, wanted.frame]);
      if (!isCurrent()) return;
      this.report = report;
      this.#tell('found');
    } catch (error) {
      if (!isCurrent()) return;
      console.warn('Marey:', error);
      this.report = null;
      this.#tell('failed');
    }
  }

  /** A file of the gait. @param {string} what @param {string} name of the motion @param {boolean} folded with the angles that are folded away @returns {Promise<string | undefined>} */
  async file(what, name, folded) {
    const { kind, frame } = JSON.parse(this.#zero);
    return this.#module?.remote.call('gaitFile', [kind, frame, what, name, folded]);
  }

  /** @param {NonNullable<Session['shown']>} shown @param {ReturnType<typeof optionsOf>} options */
  #load(shown, options) {
    const remote = new Remote('marey_study');
    return {
      remote,
      kept: packetsOf({ shown }, new AbortController().signal).then((packets) => remote.call('studyClip', [packets, options])),
    };
  }

  /** @param {GaitFinder['state']} state */
  #tell(state) {
    this.state = state;
    this.changed();
  }

  /** Gives the module back. */
  #end() {
    this.#module?.remote.end(new DOMException('', 'AbortError'));
    this.#module = null;
    [this.#shown, this.#reading, this.#zero] = [null, '', ''];
    if (!this.report && this.state === 'waiting') return;
    this.report = null;
    this.#tell('waiting');
  }
}
