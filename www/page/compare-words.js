/** The words of comparing, in the list of clips. They belong to the table `page`, whose words a page replaces. */
import { words } from '../player/words/words.js';

export const L = words('page', {
  compare: 'Compare',
  close: 'Close',
  two: 'Two clips are here',
  why: 'Compare lays one over the other, in step, and shows where they differ.',
  choose: 'Choose a second clip',
  beside: (/** @type {string} */ name) => `It is laid over ${name}. Press Compare again to leave it.`,
});
