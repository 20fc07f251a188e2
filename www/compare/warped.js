/** Along a warp in time, the other clip follows the pace of the first. */
import { firstFrom, valueAt } from './columns.js';

/** @param {{ times: ArrayLike<number>, others: ArrayLike<number> }} warp moments of the first clip, in order, with those of the other, seconds @param {number} step seconds @returns {Float32Array} moments of the other at every step of the first, from its start */
export function momentsAlong({ times, others }, step) {
  const last = times.length - 1;
  if (last < 0) return new Float32Array();
  return Float32Array.from({ length: Math.floor(times[last] / step + 1e-6) + 1 }, (_, index) => {
    const at = valueAt(times, others, index * step);
    return Number.isNaN(at) ? others[Math.min(last, firstFrom(times, index * step))] : at;
  });
}
