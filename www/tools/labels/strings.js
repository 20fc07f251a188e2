/** The words of labels. Pages replace words with `setWords`. */
import { clock, count } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const L = words('labels', {
  label: 'Labels',
  lanes: 'Labels over time',
  at: (/** @type {number} */ seconds) => `${clock(seconds, seconds)} s`,
  span: (/** @type {string} */ from, /** @type {string} */ to) => `${from} \u2013 ${to}`,
  column: (/** @type {string} */ name, /** @type {string} */ value) => `${name}: ${value}`,
  press: 'Press to go there, again to loop it',
  more: (/** @type {number} */ n) => `+${count(n)}`,
  hidden: (/** @type {number} */ n) => (n === 1 ? '1 more label at these times' : `${count(n)} more labels at these times`),
  looped: (/** @type {string} */ text) => `${text} is looped`,
  open: 'The whole text',
});
