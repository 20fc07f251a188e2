/** The words of the dock. Pages replace words with `setWords`. */
import { words } from '../player/words/words.js';

export const D = words('dock', {
  title: 'Over time',
  table: 'Table',
  fold: 'Fold',
  unfold: 'Unfold',
  /** Said when the dock is drawn higher than the figure leaves it. @param {string} piece what stands above it */
  moreRoom: (/** @type {string} */ piece) => `Close ${piece} for more room`,
});
