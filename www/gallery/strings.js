/** The words of a clip's page that its script adds. */
import { count } from '../player/words/format.js';
import { words } from '../player/words/words.js';

export const S = words('gallery', {
  whole: 'The whole text',
  after: 'After the clip\u2019s end',
  /** Labels that are in the list only. */
  further: (/** @type {number} */ n) => `+${count(n)} in the list`,
});
