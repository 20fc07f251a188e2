/** Measures of the whole body: the centre of mass and the steps, with the formulas of `crates/study/src/measure`. */
import { speeds } from '../../actors/series.js';

/** @typedef {import('../../actors/body-finder.js').Body} Body */
/** @typedef {(joint: number, moments: Float64Array) => ArrayLike<number>} Path x, y, z of a joint at these seconds, metres */
/** @typedef {import('../../actors/steps.js').Step} Step */

/** Moments that differ less are one, seconds. */
const SAME = 1e-4;
/** Steps that are drawn at once: the last ones. */
const DRAWN = 4;

/** The numbers of each kind: their names in tables, and their units. */
export const PARTS = /** @type {const} */ ({
  mass: [
    ['centre of mass height', 'm'],
    ['centre of mass speed', 'm/s'],
  ],
  steps: [
    ['step length', 'm'],
    ['step width', 'm'],
    ['cadence', 'steps/min'],
  ],
});
/** The same of a step. */
const NUMBERS = /** @type {const} */ (['length', 'width', 'cadence']);

/** The way of the centre of mass: x, y, z at each moment; empty if it is unknown. @param {Body['masses']} masses @param {Path} path @param {Float64Array} moments @returns {Float32Array} */
export function centre(masses, path, moments) {
  const sum = new Float64Array(3 * moments.length);
  for (const [joint, weight] of masses) {
    const own = path(joint, moments);
    if (own.length !== sum.length) return new Float32Array();
    for (let at = 0; at < sum.length; at += 1) sum[at] += weight * own[at];
  }
  return masses.length ? Float32Array.from(sum) : new Float32Array();
}

/** The steps until a moment. @param {Step[]} steps @param {number} seconds */
const until = (steps, seconds) => steps.filter(({ time }) => time <= seconds + SAME);
/** The last steps until a moment. @param {Step[]} steps @param {number} seconds */
export const lastSteps = (steps, seconds) => until(steps, seconds).slice(-DRAWN);

/**
 * The values at a moment; NaN where there is none.
 * @param {'mass' | 'steps'} kind @param {Body} body @param {Path} path @param {number} seconds @param {[step: number, duration: number]} frames seconds
 * @returns {number[]}
 */
export function valuesAt(kind, body, path, seconds, [step, duration]) {
  if (kind === 'steps') {
    const last = until(body.steps, seconds).at(-1);
    return NUMBERS.map((number) => last?.[number] ?? NaN);
  }
  const moments = Float64Array.of(Math.max(0, seconds - step), seconds, Math.min(duration, seconds + step));
  const way = centre(body.masses, path, moments);
  if (!way.length) return [NaN, NaN];
  return [way[4], Math.hypot(way[6] - way[0], way[7] - way[1], way[8] - way[2]) / (moments[2] - moments[0])];
}

/**
 * The values in all frames, where a series has them: rows, the place of the first and the distance of the next.
 * @param {'mass' | 'steps'} kind @param {Body} body @param {Path} path @param {Float64Array} moments
 */
export function rowsOf(kind, body, path, moments) {
  if (kind === 'mass') {
    const way = centre(body.masses, path, moments);
    const none = new Float32Array(moments.length).fill(NaN);
    return way.length
      ? [
          { rows: way, offset: 1, stride: 3 },
          { rows: speeds(way, { count: moments.length, step: 0, keys: moments }), offset: 0, stride: 1 },
        ]
      : [none, none].map((rows) => ({ rows, offset: 0, stride: 1 }));
  }
  let next = 0;
  const { steps } = body;
  const rows = NUMBERS.map(() => new Float32Array(moments.length).fill(NaN));
  moments.forEach((seconds, frame) => {
    while (next < steps.length && steps[next].time <= seconds + SAME) next += 1;
    if (next)
      NUMBERS.forEach((number, index) => {
        rows[index][frame] = steps[next - 1][number];
      });
  });
  return rows.map((each) => ({ rows: each, offset: 0, stride: 1 }));
}
