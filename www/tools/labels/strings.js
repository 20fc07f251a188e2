/** The words of labels. Pages replace words with `setWords`. */
import { clock, count } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const L = words('labels', {
  label: 'Labels',
  lanes: 'Labels over time',
  at: (/** @type {number} */ seconds) => `${clock(seconds, seconds)} s`,
  span: (/** @type {string} */ from, /** @type {string} */ to) => `${from} \u2013 ${to}`,
  column: (/** @type {string} */ name, /** @type {string} */ value) => `${name}: ${value}`,
  press: 'Press to go there, again or twice to loop it',
  more: (/** @type {number} */ n) => `+${count(n)}`,
  hidden: (/** @type {number} */ n) => (n === 1 ? '1 more label at these times' : `${count(n)} more labels at these times`),
  beyond: (/** @type {number} */ n) => (n === 1 ? '1 label after the clip\u2019s end' : `${count(n)} labels after the clip\u2019s end`),
  after: (/** @type {string} */ when) => `${when}, after the clip\u2019s end`,
  others: (/** @type {number} */ n) => `and ${count(n)} more`,
  list: 'Labels without a lane',
  cut: '\u2026',
  looped: (/** @type {string} */ text) => `${text} is looped`,
  unlooped: (/** @type {string} */ text) => `${text} is no longer looped`,
  /** Between texts that hold at the same time, in pictures and films; no line begins with it. */
  between: '\u00a0\u00b7 ',
  open: 'The whole text',
});
