/** What is said of the clips that are kept. */
import { count, decimal } from '../player/format.js';
import { words } from '../player/words.js';

/** @param {number} bytes */
const size = (bytes) => (bytes < 1e6 ? `${decimal(bytes / 1e3, bytes < 1e4 ? 1 : 0)} kB` : bytes < 1e9 ? `${decimal(bytes / 1e6, bytes < 1e7 ? 1 : 0)} MB` : `${decimal(bytes / 1e9, 1)} GB`);
const files = (/** @type {number} */ n) => (n === 1 ? '1 file' : `${count(n)} files`);

export const K = words('keep', {
  kept: (/** @type {number} */ n, /** @type {number} */ bytes) => `${files(n)}, ${size(bytes)}, kept until you switch this off. Nothing is uploaded.`,
  keeping: (/** @type {number} */ n, /** @type {number} */ all) => `Keeping ${count(n)} of ${count(all)}\u2026`,
  most: (/** @type {number} */ n, /** @type {number} */ bytes) => `${files(n)} did not fit: at most ${size(bytes)} is kept.`,
  full: (/** @type {number} */ n) => `${files(n)} did not fit: this browser has no more room for the page.`,
  unread: (/** @type {number} */ n) => `${files(n)} could not be read any more.`,
  refused: 'This browser does not let the page keep files. It may be a private window, or storage is switched off for this site.',
});
