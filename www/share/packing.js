/** Packs the motion as the slider wants it: tiny, standard, faithful, and any error between them, each once. */
import { lazy } from '../player/parts.js';
import { ownText } from './packed-before.js';

/**
 * What is told of a packed motion. `own`: it is the text that the motion came in, of which nobody knows `maxMm`, which is NaN.
 * @typedef {Pick<import('../types.d.ts').Packed, 'text' | 'meanMm' | 'p99Mm' | 'maxMm' | 'slide' | 'leftOut'> & { own?: boolean }} Inside
 */
/** Of a place on the slider: what became of it. @typedef {{ packed: Inside } | { error: Error }} Outcome */

const packers = lazy(() => import('./packed-link.js'));

/** The slider's places, of 100, and the mean errors in millimetres that they usually have. */
export const STOPS = /** @type {const} */ ([
  { at: 0, name: 'tiny', mm: 5 },
  { at: 50, name: 'standard', mm: 1.5 },
  { at: 100, name: 'faithful', mm: 0.75 },
]);
/** A thumb that is on its way is not packed for. */
const REST_MS = 200;
/** Below this errors are none, and have no logarithm. */
const LEAST_MM = 0.001;

/** The stop whose usual error is nearest. @param {number} mm */
const nearest = (mm) => {
  const apart = (/** @type {{ mm: number }} */ stop) => Math.abs(Math.log(stop.mm / Math.max(mm, LEAST_MM)));
  return [...STOPS].sort((a, b) => apart(a) - apart(b))[0];
};

export class Packing {
  /** By the place on the slider; `fit` is what fits into so many bytes. @type {Map<number | 'fit', Outcome>} */
  #made = new Map();
  #cancel = new AbortController();
  /** @type {Promise<unknown>} */
  #queue = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {[from: number, to: number]} */
  #part = [0, 0];
  #fits = 0;
  /** The place of the thumb. */
  at = 50;

  /**
   * @param {import('../player/session.js').Session} session
   * @param {() => void} changed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    const own = ownText(session);
    if (own) this.at = nearest(own.meanMm).at;
  }

  /** Another part, or the same once more. @param {[from: number, to: number]} part */
  start(part) {
    this.stop();
    const [from, to] = part;
    this.#part = part;
    this.#made = new Map();
    this.#fits = 0;
    this.#cancel = new AbortController();
    const own = from === 0 && to === this.session.playback.duration ? ownText(this.session) : null;
    if (own) this.#made.set(nearest(own.meanMm).at, { packed: own });
    // What the thumb stands on comes first.
    const order = [...STOPS].sort((a, b) => Math.abs(a.at - this.at) - Math.abs(b.at - this.at));
    for (const { at, name } of order) this.#pack(at, name);
    this.move(this.at);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#cancel.abort();
  }

  /** The thumb is moved. @param {number} at */
  move(at) {
    this.at = at;
    clearTimeout(this.#timer);
    if (!this.#made.has(at) && !STOPS.some((stop) => stop.at === at)) {
      this.#timer = setTimeout(() => this.#pack(at, { mean: this.#between(at, (packed) => packed.meanMm, STOPS.map(({ mm }) => mm)) ?? 1.5 }), REST_MS);
    }
    this.changed();
  }

  /** What is known of a place; undefined while it is packed. @param {number} at */
  of(at) { return this.#made.get(at); }

  /**
   * The same part in so many bytes at most, as well as that goes; undefined while it is packed.
   * @param {number} bytes
   */
  fit(bytes) {
    // A little more or less is no reason to pack once more.
    if (!this.#fits) {
      this.#fits = bytes;
      this.#pack('fit', { bytes });
    }
    return this.#made.get('fit');
  }

  /** About how many characters and which errors a place will have, where its neighbours are known. @param {number} at */
  about(at) {
    const length = this.#between(at, ({ text }) => text.length);
    const meanMm = this.#between(at, (packed) => packed.meanMm);
    const maxMm = this.#between(at, (packed) => packed.maxMm);
    return length === null || meanMm === null || maxMm === null ? null : { length, meanMm, maxMm };
  }

  /** @param {number} at @param {(packed: Inside) => number} number @param {number[]} [usual] */
  #between(at, number, usual) {
    const before = STOPS.filter((stop) => stop.at <= at).length - 1;
    const after = Math.min(before + 1, STOPS.length - 1);
    const [from, to] = [before, after].map((index) => {
      const made = this.#made.get(STOPS[index].at);
      return made && 'packed' in made ? Math.max(LEAST_MM, number(made.packed)) : usual?.[index] ?? null;
    });
    if (from === null || to === null) return null;
    const share = after === before ? 0 : (at - STOPS[before].at) / (STOPS[after].at - STOPS[before].at);
    return from * (to / from) ** share;
  }

  /** One after the other: they share a worker. @param {number | 'fit'} at @param {import('./packed-link.js').Quality} quality */
  #pack(at, quality) {
    const { signal } = this.#cancel;
    this.#queue = this.#queue.then(async () => {
      // Places that the thumb has left meanwhile are passed over.
      if (signal.aborted || this.#made.has(at) || (typeof at === 'number' && typeof quality === 'object' && this.at !== at)) return;
      try {
        const { pack } = await packers();
        const packed = await pack(this.session, { part: this.#part, quality, signal });
        if (!signal.aborted) this.#made.set(at, { packed });
      } catch (error) {
        if (!signal.aborted) this.#made.set(at, { error: /** @type {Error} */ (error) });
      }
      if (!signal.aborted) this.changed();
    });
  }
}
