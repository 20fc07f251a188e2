/** The words of the chronophotograph. Pages replace words with `setWords`. */
import { clock, count, decimal, fixed } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const M = words('moments', {
  shown: (/** @type {number} */ figures, /** @type {number} */ from, /** @type {number} */ to) =>
    `Chronophotograph, ${count(figures)} moment${figures === 1 ? '' : 's'} from ${clock(from, to)} to ${clock(to, to)} seconds`,
  fewer: (/** @type {number} */ shown, /** @type {number} */ wanted) =>
    `${count(shown)} of ${count(wanted)} figures: more would be slow on this device`,
  /** In pictures: a length, the mean speed, colours of limbs, and figures that do not stand where they were. */
  bar: (/** @type {number} */ metres) => (metres < 1 ? `${decimal(100 * metres, 1)} cm` : `${decimal(metres, 0)} m`),
  speed: (/** @type {number} */ speed) => `${fixed(speed, 2)} m/s`,
  sides: { left: 'left', right: 'right' },
  inRow: 'side by side',
  seconds: (/** @type {string} */ time) => `${time} s`,
});
