/** Texts about folders, archives and large numbers of files. */
import { count, decimal } from '../player/words/format.js';
import { words } from '../player/words/words.js';

export const F = words('finds', {
  looking: (/** @type {string} */ name) => (name ? `Looking through ${name}\u2026` : 'Looking through the files\u2026'),
  taking: 'Opening files\u2026',
  part: (/** @type {number} */ n, /** @type {number} */ all) => `${count(n)} of ${count(all)}`,
  cancel: 'Cancel',
  taken: (/** @type {number} */ n, /** @type {number} */ all) => `${count(n)} of ${count(all)} opened`,
  takeRest: 'Open the rest',
  leave: 'Skip the rest',
  /** If a folder has more than that. */
  limited: (/** @type {string} */ name, /** @type {number} */ n) =>
    `Only the first ${count(n)} files and folders of ${name} were looked through; drop the others by themselves.`,
  unread: (/** @type {string} */ name) => `The folder ${name} cannot be read.`,
});

export const Z = words('archive', {
  /** If only some of its files can be read. */
  some: (/** @type {number} */ taken, /** @type {number} */ all) => `${count(taken)} of ${count(all)} motion files opened`,
  none: 'this archive holds no motion file that Marey plays',
  nested: 'this archive holds other archives and no motion file; unpack it, and open the files in those',
  encrypted: 'this archive is locked with a password; unpack it, and open the motion files in it',
  method: (/** @type {number} */ method) =>
    `this archive is packed in a way that browsers can\u2019t unpack (method ${method}); unpack it, and open the motion files in it`,
  damaged: (/** @type {string} */ name) => `this archive is damaged: ${name} in it can\u2019t be unpacked`,
  broken: 'this archive is damaged: its list of files is invalid',
  cut: 'the archive is cut off: the list of files at its end is missing',
  parts: 'this is one part of a split archive; join and unpack the parts, and open the motion files in them',
  entries: (/** @type {number} */ most) => `this archive holds more than ${count(most)} files; unpack it, and open those you want to see`,
  large: (/** @type {number} */ bytes) =>
    `its motion files unpack to more than ${decimal(bytes / 1e6, 0)} MB; unpack it, and open those you want to see`,
});
