/** Along a warp in time, the other clip follows the pace of the first. */
import { firstFrom, valueAt } from './columns.js';

/** Most moments that a clip follows: an hour of 60 a second. */
const MOST = 216_000;

/** Seconds between the moments that a clip follows: frames of the first clip, which has none if its keys have their own times. @param {{ times: ArrayLike<number> }} warp @param {number} frameTime */
export const stepOf = ({ times }, frameTime) => Math.max(frameTime || 1 / 60, (times[times.length - 1] || 0) / MOST);

/** @param {{ times: ArrayLike<number>, others: ArrayLike<number> }} warp moments of the first clip, in order, with those of the other, seconds @param {number} step seconds @returns {Float32Array} moments of the other at every step of the first, from its start */
export function momentsAlong({ times, others }, step) {
  const last = times.length - 1;
  if (last < 0) return new Float32Array();
  return Float32Array.from({ length: Math.floor(times[last] / step + 1e-6) + 1 }, (_, index) => {
    const at = valueAt(times, others, index * step);
    return Number.isNaN(at) ? others[Math.min(last, firstFrom(times, index * step))] : at;
  });
}
