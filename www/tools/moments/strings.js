/** The words of the chronophotograph. Pages replace words with `setWords`. */
import { clock, count } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const M = words('moments', {
  shown: (/** @type {number} */ figures, /** @type {number} */ from, /** @type {number} */ to) =>
    `Chronophotograph, ${count(figures)} moment${figures === 1 ? '' : 's'} from ${clock(from, to)} to ${clock(to, to)} seconds`,
  fewer: (/** @type {number} */ shown, /** @type {number} */ wanted) =>
    `${count(shown)} of ${count(wanted)} figures: more would be slow on this device`,
  seconds: (/** @type {string} */ time) => `${time} s`,
});
