/** The words of trails. Pages replace words with `setWords`. */
import { fixed } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const T = words('trails', {
  unknown: (/** @type {string} */ names) => `No trail: this file has no joint ${names}`,
  speed: 'Speed',
  unit: 'm/s',
  legend: (/** @type {string} */ most) => `Speed, from 0 to ${most} metres a second`,
  trail: (/** @type {string} */ joint, /** @type {number} */ speed) => `${joint}, ${fixed(speed, 1)} metres a second`,
});
