/** The values of media elements. */
import { RATE, limited } from '../base/values.js';

/** The number that a property takes. @param {unknown} value @param {string} name of the property */
export function finite(value, name) {
  const number = Number(value);
  if (!Number.isFinite(number)) throw new TypeError(`${name} takes a finite number`);
  return number;
}

/** A rate that can be played. @param {unknown} value @param {string} name of the property */
export function inRange(value, name) {
  const rate = finite(value, name);
  if (rate !== limited(rate, RATE)) {
    throw new DOMException(`${name} ${rate} is not supported: it goes from ${RATE[0]} to ${RATE[1]}, and backwards`, 'NotSupportedError');
  }
  return rate;
}

/** Two moments in order, or null for none. @param {unknown} value @param {string} name of the property @returns {[from: number, to: number] | null} */
export function spanOf(value, name) {
  if (value === null || value === undefined) return null;
  const [from, to, ...more] = Array.isArray(value) ? value.map((seconds) => finite(seconds, name)) : [];
  if (!(to > from) || more.length) throw new TypeError(`${name} takes null, or two moments in seconds, the earlier one first`);
  return [from, to];
}

/** An object like TimeRanges, with one range or none. @param {number} end @param {number} [start] */
export function ranges(end, start = 0) {
  const length = end > start ? 1 : 0;
  const at = (/** @type {number} */ value) => (/** @type {number} */ index) => {
    if (index < 0 || index >= length) throw new DOMException('no such range', 'IndexSizeError');
    return value;
  };
  return { length, start: at(start), end: at(end) };
}
