/** What is measured of the clips: how far two are apart, when feet come down, how long legs are. An answer to an older question is dropped. */
import { optionsOf, packetsOf } from '../../player/session/packets-of.js';
import { Measures } from './measures.js';

/** @typedef {import('../../actors/clip-element.js').MareyClip} MareyClip */
/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {import('./measures.js').Measured} Measured */
/** @typedef {import('./state.js').Difference} Difference */
/** @typedef {{ left: Float64Array, right: Float64Array }} Feet when each comes down, seconds */

export class Measuring {
  #measures = new Measures();
  /** What is measured for each clip, by its element; the player itself stands for its own clip. @type {Map<Element, { key: string, load: object, measured: Measured }>} */
  #sources = new Map();
  /** Lengths of legs by what was read, metres; 0 for figures without legs. @type {WeakMap<object, number>} */
  #legs = new WeakMap();
  /** @type {WeakMap<Measured, Feet>} */
  #feet = new WeakMap();
  /** Until they are found. @type {WeakMap<Measured, Promise<void>>} */
  #finding = new WeakMap();
  /** The last question about the difference. */
  #asked = /** @type {{ a?: Measured, b?: Measured, offset?: number }} */ ({});

  /** @param {Session} session @param {() => void} changed something has been measured */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
  }

  /** What to measure for each clip; undefined for one that has not been read to its end. @param {MareyClip[]} others @returns {(Measured | undefined)[]} */
  sources(others) {
    const { session } = this;
    const { behaviour, frameTime, positions, unit, up } = session.settings.values;
    const own = this.#source(
      session.element,
      session.complete ? session.shown : null,
      optionsOf({ behaviour, frameTime, positions, unit, up }),
    );
    return [
      own,
      ...others.map((element) => {
        const { clip, speed } = element;
        if (!clip?.complete) return undefined;
        const { reading } = clip;
        // A clip that plays faster is measured as one with a higher rate.
        const time = (reading.frameTime || (speed === 1 ? 0 : (element.info?.frameTime ?? 0))) / Math.abs(speed);
        return this.#source(element, clip.load, optionsOf({ ...reading, unit: clip.unit, behaviour: clip.behaviour, frameTime: time }));
      }),
    ];
  }

  /** @param {Element} element @param {{ packets: import('../../player/recovery/packets.js').Packets, source: import('../../types.d.ts').Source } | null} load @param {Measured['options']} options */
  #source(element, load, options) {
    if (!load) return undefined;
    const key = JSON.stringify(options);
    let found = this.#sources.get(element);
    if (found?.key !== key || found.load !== load) {
      found = { key, load, measured: { packets: () => packetsOf({ shown: load }, new AbortController().signal), options } };
      this.#sources.set(element, found);
      this.#finding.set(found.measured, this.#findFeet(found.measured, load));
    }
    return found.measured;
  }

  /** @param {Measured} measured @param {object} load what was read */
  async #findFeet(measured, load) {
    const feet = await this.#measures.touchDowns(measured).catch(() => null);
    if (!feet) return;
    this.#feet.set(measured, feet);
    this.#legs.set(load, feet.legs);
    this.changed();
  }

  /** @param {Measured | undefined} measured @returns {Partial<Feet>} nothing before they have been found */
  feetOf(measured) {
    return (measured && this.#feet.get(measured)) ?? {};
  }

  /** The same once they have been looked for. @param {Measured | undefined} measured @returns {Promise<Partial<Feet>>} */
  async steps(measured) {
    await (measured && this.#finding.get(measured));
    return this.feetOf(measured);
  }

  /** The length of the legs, metres; 0 without legs, undefined before they have been measured. @param {object | null | undefined} load what was read */
  legsOf(load) {
    return load ? this.#legs.get(load) : undefined;
  }

  /**
   * Measures the difference of the first clip and another one, unless nothing has changed since the last time.
   * @param {Difference} difference takes the answer @param {(Measured | undefined)[]} sources @param {number | undefined} offset of the other clip; undefined along the best warp in time
   */
  async compare(difference, sources, offset) {
    const [a, b] = [sources[0], sources[difference.other]];
    const before = this.#asked;
    if (!a || !b || (before.a === a && before.b === b && before.offset === offset)) return;
    this.#asked = { a, b, offset };
    this.#measures.keep(/** @type {Measured[]} */ (sources.filter(Boolean)));
    const isNew = before.a !== a || before.b !== b;
    if (isNew) Object.assign(difference, { state: 'measuring', compared: null, pairs: [] });
    const isOld = () => this.#asked.a !== a || this.#asked.b !== b;
    try {
      const [compared, common] = await Promise.all([this.#measures.compare(a, b, offset), isNew ? this.#measures.common(a, b) : null]);
      if (isOld()) return;
      if (common) difference.joints = common.a;
      if (common) difference.pairs = Array.from(common.a, (joint, pair) => this.session.info?.joints[joint]?.label || common.namesA[pair]);
      // Another request has come meanwhile, and will show its result.
      if (compared === null) return;
      difference.compared = compared ?? null;
      difference.state = compared ? 'measured' : difference.pairs.length ? 'no-moments' : 'no-joints';
    } catch (error) {
      if (isOld()) return;
      console.warn('Marey:', error);
      Object.assign(difference, { state: 'failed', compared: null });
    }
    this.changed();
  }

  /** Three distances for each pair of joints, millimetres. @param {number} time of the first clip @param {number} other @returns {Promise<ArrayLike<number>>} */
  async distances(time, other) {
    const { a, b } = this.#asked;
    return a && b ? this.#measures.distances(a, b, time, other) : [];
  }

  /** The offset that fits best; undefined if none is better than others. @param {Measured} a @param {Measured} b */
  best(a, b) {
    return this.#measures.best(a, b).catch(() => undefined);
  }
  /** The joints that both clips have; null if that cannot be told. @param {Measured} a @param {Measured} b */
  common(a, b) {
    return this.#measures.common(a, b).catch(() => null);
  }

  end() {
    this.#measures.end();
  }
}
