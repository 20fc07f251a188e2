import { count } from '../player/words/format.js';
import { words } from '../player/words/words.js';

export const A = words('actors', {
  /** Said when another clip could not be read. @param {string} name @param {string} why */
  failed: (name, why) => `${name} could not be added: ${why}`,
  fewer: (/** @type {number} */ drawn, /** @type {number} */ all) =>
    `${count(drawn)} of ${count(all)} clips are drawn: more would be slow on this device`,
});
