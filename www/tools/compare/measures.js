/** Measures how clips differ, in a worker that keeps them. */
import { Remote } from '../../player/loading/remote.js';

/** @typedef {import('../../types.d.ts').CommonJoints} CommonJoints */
/** @typedef {import('../../types.d.ts').Compared} Compared */
/**
 * A clip to measure, told apart from others by identity.
 * @typedef {object} Measured
 * @property {() => Promise<Uint8Array>} packets all of the clip
 * @property {import('../../types.d.ts').ComparedOptions} options
 */
/** @typedef {{ a: Measured, b: Measured, offset: number | undefined, resolve: (found: Compared | undefined | null) => void, reject: (reason: unknown) => void }} Wanted */

export class Measures {
  /** @type {Pick<Remote, 'call' | 'end'> | null} */
  #remote = null;
  /** Their numbers in the module. @type {Map<Measured, Promise<number>>} */
  #numbers = new Map();
  /** @type {Wanted | null} */
  #waiting = null;
  #running = false;

  /** @param {() => Pick<Remote, 'call' | 'end'>} [start] */
  constructor(start = () => new Remote('marey_compare')) {
    this.start = start;
  }

  /** @param {string} name @param {unknown[]} args */
  async #call(name, args) {
    const remote = (this.#remote ??= this.start());
    try {
      return await remote.call(name, args);
    } catch (error) {
      // After a failure a new module gets the clips again.
      if (remote === this.#remote) this.end(error);
      throw error;
    }
  }

  /** @param {Measured} clip */
  #number(clip) {
    const known = this.#numbers.get(clip);
    if (known) return known;
    const number = clip.packets().then((packets) => this.#call('addClip', [packets, clip.options]));
    this.#numbers.set(clip, number);
    number.catch(() => this.#numbers.delete(clip));
    return number;
  }

  /** @param {string} name @param {Measured} a @param {Measured} b @param {...(number | undefined)} more */
  async #pair(name, a, b, ...more) {
    return this.#call(name, [...(await Promise.all([this.#number(a), this.#number(b)])), ...more]);
  }

  /** Forgets all other clips. @param {Measured[]} clips */
  keep(clips) {
    for (const [clip, number] of this.#numbers) {
      if (clips.includes(clip)) continue;
      this.#numbers.delete(clip);
      number.then((own) => this.#call('removeClip', [own])).catch(() => {});
    }
  }

  /** @param {Measured} a @param {Measured} b @returns {Promise<CommonJoints>} */
  common(a, b) {
    return this.#pair('commonJoints', a, b);
  }

  /** Undefined if no offset is better than others. @param {Measured} a @param {Measured} b @returns {Promise<{ offset: number, correlation: number } | undefined>} */
  best(a, b) {
    return this.#pair('bestOffset', a, b);
  }

  /** Three distances for each pair of joints, in millimetres. @param {Measured} a @param {Measured} b @param {number} time of `a` @param {number} other of `b` @returns {Promise<Float32Array>} */
  distances(a, b, time, other) {
    return this.#pair('distancesAt', a, b, time, other);
  }

  /** When each foot comes down, in seconds, and the length of the legs. @param {Measured} clip @returns {Promise<{ left: Float64Array, right: Float64Array, legs: number }>} */
  async touchDowns(clip) {
    return this.#call('touchDowns', [await this.#number(clip)]);
  }

  /**
   * Measures the difference at an offset, or without one along the best warp in time. Resolves with undefined if the clips have no joint
   * or no moment in common, and with null if another call came before it was begun.
   * @param {Measured} a @param {Measured} b @param {number} [offset] @returns {Promise<Compared | undefined | null>}
   */
  compare(a, b, offset) {
    this.#waiting?.resolve(null);
    return new Promise((resolve, reject) => {
      this.#waiting = { a, b, offset, resolve, reject };
      this.#run();
    });
  }

  async #run() {
    if (this.#running) return;
    this.#running = true;
    for (let wanted = this.#waiting; wanted; wanted = this.#waiting) {
      this.#waiting = null;
      try {
        wanted.resolve(await this.#pair('compareClips', wanted.a, wanted.b, wanted.offset));
      } catch (error) {
        wanted.reject(error);
      }
    }
    this.#running = false;
  }

  /** Ends the worker. It starts anew when it is needed. @param {unknown} [reason] */
  end(reason = new DOMException('', 'AbortError')) {
    const remote = this.#remote;
    this.#remote = null;
    this.#numbers.clear();
    remote?.end(reason);
  }
}
