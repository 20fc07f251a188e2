/** Texts of the page that are needed before its list of clips has come. */
import { words } from '../player/words/words.js';

export const N = words('page', {
  /** Names of samples. */
  walk: 'Walk',
  jump: 'Jump',
  dance: 'Dance',
  march: 'March',
  stroll: 'Stroll',
  wave: 'Wave',
  human: 'Human',
  drop: 'Drop to play',
  pasted: (/** @type {number} */ n) => (n > 1 ? `pasted ${n}` : 'pasted'),
  nothing: 'No motion file found',
});
