/** The words of charts over time, among those of curves. Pages replace words with `setWords`. */
import { count, decimal, fixed } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const V = words('curves', {
  choose: 'Choose a joint',
  /** Numbers with their units: for a reading, and on an axis. */
  units: { deg: '\u00b0', m: ' m', 'm/s': ' m/s', 'deg/s': ' \u00b0/s', 'm/s2': ' m/s\u00b2', 'steps/min': '/min' },
  number: (/** @type {number} */ value, /** @type {number} */ digits, /** @type {string} */ unit) => `${fixed(value, digits)}${unit}`,
  tick: (/** @type {number} */ value, /** @type {string} */ unit) => `${value < 0 ? '\u2212' : ''}${decimal(Math.abs(value))}${unit}`,
  shown: (/** @type {string} */ joint, /** @type {number} */ n) =>
    `${joint ? `${joint}, ` : ''}${n === 1 ? '1 curve' : `${count(n)} curves`}`,
  values: 'Values at the playhead',
  when: (/** @type {string} */ time) => `${time} s`,
});
