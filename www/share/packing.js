/** Packs the motion for the quality slider: at its three stops, and on demand between them. */
import { lazy } from '../player/base/parts.js';
import { receivedText } from './received-motion.js';

/**
 * A packed motion. `received`: the text that the motion was received in, whose `maxMm` is unknown (NaN).
 * @typedef {Pick<import('../types.d.ts').Packed, 'text' | 'meanMm' | 'p99Mm' | 'maxMm' | 'slide' | 'leftOut'> & { received?: boolean }} PackedMotion
 */
/** @typedef {{ packed: PackedMotion } | { error: Error }} Outcome */

const packers = lazy(() => import('./packed-link.js'));

/** Stops of the slider (0 to 100), and their usual mean errors in millimetres. */
export const STOPS = /** @type {const} */ ([
  { at: 0, name: 'tiny', mm: 5 },
  { at: 50, name: 'standard', mm: 1.5 },
  { at: 100, name: 'faithful', mm: 0.75 },
]);
/** Delay before packing, so that a moving thumb does not start it. */
const DELAY_MS = 200;
/** Smallest error, since 0 has no logarithm. */
const MIN_MM = 0.001;

/** The stop whose usual error is closest. @param {number} mm */
const nearest = (mm) => {
  const apart = (/** @type {{ mm: number }} */ stop) => Math.abs(Math.log(stop.mm / Math.max(mm, MIN_MM)));
  return [...STOPS].sort((a, b) => apart(a) - apart(b))[0];
};

export class Packing {
  /** Results by slider position; `fit` is limited by bytes. @type {Map<number | 'fit', Outcome>} */
  #results = new Map();
  #cancel = new AbortController();
  /** @type {Promise<unknown>} */
  #queue = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {[from: number, to: number]} */
  #part = [0, 0];
  #fitBytes = 0;
  /** The slider's position. */
  at = 50;

  /** @param {import('../player/session/session.js').Session} session @param {() => void} changed */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    const own = receivedText(session);
    if (own) this.at = nearest(own.meanMm).at;
  }

  /** Starts packing a range, or packs it again. @param {[from: number, to: number]} part */
  start(part) {
    this.stop();
    const [from, to] = part;
    this.#part = part;
    this.#results = new Map();
    this.#fitBytes = 0;
    this.#cancel = new AbortController();
    const received =
      !this.session.state.others.length && from === 0 && to === this.session.playback.duration ? receivedText(this.session) : null;
    if (received) this.#results.set(nearest(received.meanMm).at, { packed: received });
    // The stop nearest to the thumb comes first.
    const order = [...STOPS].sort((a, b) => Math.abs(a.at - this.at) - Math.abs(b.at - this.at));
    for (const { at, name } of order) this.#pack(at, name);
    this.move(this.at);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#cancel.abort();
  }

  /** Moves the thumb. @param {number} at */
  move(at) {
    this.at = at;
    clearTimeout(this.#timer);
    if (!this.#results.has(at) && !STOPS.some((stop) => stop.at === at)) {
      this.#timer = setTimeout(
        () =>
          this.#pack(at, {
            mean:
              this.#interpolate(
                at,
                (packed) => packed.meanMm,
                STOPS.map(({ mm }) => mm),
              ) ?? 1.5,
          }),
        DELAY_MS,
      );
    }
    this.changed();
  }

  /** The result at a slider position; undefined while it is being packed. @param {number} at */
  result(at) {
    return this.#results.get(at);
  }

  /** The range in at most `bytes`, as well as possible; undefined while it is being packed. @param {number} bytes */
  fit(bytes) {
    // Pack once; a slightly different limit is not worth another run.
    if (!this.#fitBytes) {
      this.#fitBytes = bytes;
      this.#pack('fit', { bytes });
    }
    return this.#results.get('fit');
  }

  /** Estimates length and errors at a position from its neighbours; null if they are unknown. @param {number} at */
  estimate(at) {
    const length = this.#interpolate(at, ({ text }) => text.length);
    const meanMm = this.#interpolate(at, (packed) => packed.meanMm);
    const maxMm = this.#interpolate(at, (packed) => packed.maxMm);
    return length === null || meanMm === null || maxMm === null ? null : { length, meanMm, maxMm };
  }

  /** @param {number} at @param {(packed: PackedMotion) => number} number @param {number[]} [usual] */
  #interpolate(at, number, usual) {
    const before = STOPS.filter((stop) => stop.at <= at).length - 1;
    const after = Math.min(before + 1, STOPS.length - 1);
    const [from, to] = [before, after].map((index) => {
      const made = this.#results.get(STOPS[index].at);
      return made && 'packed' in made ? Math.max(MIN_MM, number(made.packed)) : (usual?.[index] ?? null);
    });
    if (from === null || to === null) return null;
    const share = after === before ? 0 : (at - STOPS[before].at) / (STOPS[after].at - STOPS[before].at);
    return from * (to / from) ** share;
  }

  /** Queues a job, because jobs share a worker. @param {number | 'fit'} at @param {import('./packed-link.js').Quality} quality */
  #pack(at, quality) {
    const { signal } = this.#cancel;
    this.#queue = this.#queue.then(async () => {
      // Skip positions that the thumb has left.
      if (signal.aborted || this.#results.has(at) || (typeof at === 'number' && typeof quality === 'object' && this.at !== at)) return;
      try {
        const { pack } = await packers();
        const packed = await pack(this.session, { part: this.#part, quality, signal });
        if (!signal.aborted) this.#results.set(at, { packed });
      } catch (error) {
        if (!signal.aborted) this.#results.set(at, { error: /** @type {Error} */ (error) });
      }
      if (!signal.aborted) this.changed();
    });
  }
}
