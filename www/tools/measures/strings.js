/** The words of measures. Pages replace words with `setWords`. */
import { angle, fixed } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const M = words('measures', {
  kinds: { distance: 'Distance', angle: 'Angle', vertical: 'Lean', height: 'Height', mass: 'Centre of mass', steps: 'Steps' },
  /** The numbers of the whole body. */
  parts: {
    'centre of mass height': 'Height',
    'centre of mass speed': 'Speed',
    'step length': 'Length',
    'step width': 'Width',
    cadence: 'Cadence',
  },
  letters: {
    distance: 'd',
    angle: '\u2220',
    vertical: '\u2220',
    height: 'h',
    'centre of mass height': 'h',
    'centre of mass speed': 'v',
    'step length': 'l',
    'step width': 'w',
    cadence: 'c',
  },
  units: {
    deg: angle,
    m: (/** @type {number} */ value) => `${fixed(value, 3)} m`,
    'm/s': (/** @type {number} */ value) => `${fixed(value, 2)} m/s`,
    'steps/min': (/** @type {number} */ value) => `${fixed(value, 0)}/min`,
  },
  and: (/** @type {string[]} */ numbers) => numbers.join(' \u00b7 '),
  /** Of a measure that has no value, such as an angle between joints at one place. */
  nothing: '\u2013',
  name: (/** @type {string} */ kind, /** @type {string} */ joints) => `${kind}: ${joints}`,
  value: (/** @type {string} */ name, /** @type {string} */ value) => `${name}, ${value}`,
  unknown: (/** @type {string} */ text) => `This is no measure of this file: ${text}`,
});
