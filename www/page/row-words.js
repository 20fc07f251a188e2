/** Texts of the rows' buttons, which come with the list. */
import { words } from '../player/words/words.js';

export const B = words('page', {
  playOn: (/** @type {string} */ name) => `Play on the figure of ${name}`,
  ownBody: 'Play on its own body',
});
