/** Texts about kept clips. */
import { count, decimal } from '../player/words/format.js';
import { words } from '../player/words/words.js';

/** Most names listed; the others are counted. */
const NAMED = 3;

/** @param {number} bytes */
const size = (bytes) =>
  bytes < 1e6
    ? `${decimal(bytes / 1e3, bytes < 1e4 ? 1 : 0)} kB`
    : bytes < 1e9
      ? `${decimal(bytes / 1e6, bytes < 1e7 ? 1 : 0)} MB`
      : `${decimal(bytes / 1e9, 1)} GB`;
const files = (/** @type {number} */ n) => (n === 1 ? '1 file' : `${count(n)} files`);
/** The first names, and the number of the others. @param {string[]} names */
const some = (names) =>
  [names.slice(0, NAMED).join(', '), names.length > NAMED && `${count(names.length - NAMED)} more`].filter(Boolean).join(' and ');

export const K = words('keep', {
  kept: (/** @type {number} */ n, /** @type {number} */ bytes) =>
    `${files(n)}, ${size(bytes)}, kept until you switch this off. Nothing is uploaded.`,
  keeping: (/** @type {number} */ n, /** @type {number} */ all) => `Keeping ${count(n)} of ${count(all)}\u2026`,
  most: (/** @type {string[]} */ names, /** @type {number} */ bytes) => `${some(names)} did not fit: at most ${size(bytes)} is kept.`,
  full: (/** @type {string[]} */ names) => `${some(names)} did not fit: this browser gives the page no more storage.`,
  failed: (/** @type {string[]} */ names) => `${some(names)} could not be kept: this browser reports an error.`,
  unread: (/** @type {number} */ n) => `${files(n)} can no longer be read.`,
  changes: 'This browser reports an error: later changes are not kept.',
  lost: (/** @type {number} */ n) => `${files(n)} of an earlier visit could not be read again.`,
  unreachable: 'The clips of an earlier visit cannot be read now.',
  undeleted: 'The kept files could not be deleted.',
  refused: 'This browser does not let the page keep files. It may be a private window, or storage is switched off for this site.',
});
