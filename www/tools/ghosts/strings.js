/** The words of ghosts. Pages replace words with `setWords`. */
import { count } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const G = words('ghosts', {
  fewer: (/** @type {number} */ shown, /** @type {number} */ wanted) =>
    `${count(shown)} of ${count(wanted)} ghosts: more would be slow on this device`,
});
