/** The words of measures. Pages replace words with `setWords`. */
import { angle, fixed } from '../player/words/format.js';
import { words } from '../player/words/words.js';

export const M = words('measures', {
  kinds: { distance: 'Distance', angle: 'Angle', vertical: 'To the vertical', height: 'Height' },
  letters: { distance: 'd', angle: '\u2220', vertical: '\u2220', height: 'h' },
  units: { deg: angle, m: (/** @type {number} */ value) => `${fixed(value, 3)} m` },
  /** Of a measure that has no value, such as an angle between joints at one place. */
  nothing: '\u2013',
  name: (/** @type {string} */ kind, /** @type {string} */ joints) => `${kind}: ${joints}`,
  value: (/** @type {string} */ name, /** @type {string} */ value) => `${name}, ${value}`,
  unknown: (/** @type {string} */ text) => `This is no measure of this file: ${text}`,
});
