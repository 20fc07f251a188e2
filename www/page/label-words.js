/** Texts about files of labels. */
import { count } from '../player/words/format.js';
import { words } from '../player/words/words.js';

const labels = (/** @type {number} */ n) => (n === 1 ? '1 label' : `${count(n)} labels`);
const clips = (/** @type {number} */ n) => (n === 1 ? '1 clip' : `${count(n)} clips`);
const remarks = (/** @type {number} */ n) => (n === 1 ? '1 remark' : `${count(n)} remarks`);

export const L = words('label-files', {
  /** What a file has, and how many of the clips here. */
  read: (/** @type {string} */ name, /** @type {number} */ n, /** @type {number} */ of) =>
    of ? `${name}: ${labels(n)} for ${clips(of)}` : `${name}: ${labels(n)}, none of them for a clip that is open`,
  files: (/** @type {number} */ n) => `${count(n)} files of labels`,
  remarks,
  remark: (/** @type {string} */ name, /** @type {string} */ remark) => `${name}, ${remark}`,
  further: (/** @type {string} */ name, /** @type {number} */ n) => `${name}: ${remarks(n)} more`,
  refused: (/** @type {string} */ name, /** @type {string} */ why) => `${name} has no labels that can be read: ${why}`,
  unreadable: 'the file, or what reads it, cannot be fetched',
  large: 'it has more than 64 MiB: split it',
  many: (/** @type {number} */ n) => `${labels(n)} more than can be shown at once are left out`,
  beyond: (/** @type {string} */ clip, /** @type {number} */ line, /** @type {string} */ end) =>
    `line ${line}: the span goes beyond the end of ${clip} at ${end} s`,
  after: (/** @type {string} */ clip, /** @type {number} */ line, /** @type {string} */ end) =>
    `line ${line}: the span begins after the end of ${clip} at ${end} s, and is not shown`,
  others: (/** @type {number} */ n) => `and ${remarks(n)} more`,
  note: 'Files of labels',
  left: (/** @type {number} */ n, /** @type {string} */ name) =>
    n === 1 ? `The labels of ${name} were taken away` : `The labels of ${count(n)} files were taken away`,
  leave: 'Take the labels away',
});
