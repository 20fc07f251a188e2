/** The words of curves. Pages replace words with `setWords`. */
import { count } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const V = words('curves', {
  title: 'Curves',
  /** While the dock is folded. */
  folded: (/** @type {string} */ joint, /** @type {number} */ lines) =>
    lines ? `Curves: ${joint && `${joint}, `}${count(lines)} line${lines === 1 ? '' : 's'}` : 'Curves',
  first: (/** @type {string} */ name) => `Rotation ${name}`,
  whats: {
    x: 'x',
    y: 'y',
    z: 'z',
    tx: 'Offset x',
    ty: 'Offset y',
    tz: 'Offset z',
    px: 'Position x',
    height: 'Height',
    pz: 'Position z',
    speed: 'Speed',
    angular: 'Angular speed',
    acceleration: 'Acceleration',
    angle: 'Bend',
  },
  /** What stands at the end of a line and in the readout. */
  letters: {
    x: 'x',
    y: 'y',
    z: 'z',
    tx: 'x',
    ty: 'y',
    tz: 'z',
    px: 'x',
    height: 'h',
    pz: 'z',
    speed: 'v',
    angular: '\u03c9',
    acceleration: 'a',
    angle: '\u2220',
  },
  /** A curve of a motion that was mended, as its file has it. */
  before: (/** @type {string} */ curve) => `${curve}, before`,
  second: ' s',
  window: (/** @type {string} */ from, /** @type {string} */ to) => `${from} \u2013 ${to} s`,
  more: 'More curves',
  pin: (/** @type {string} */ joint) => `Keep the curves of ${joint}`,
  unpin: (/** @type {string} */ curve) => `Remove ${curve}`,
  unwrap: 'Angles beyond 180\u00b0',
  copy: 'Copy as CSV',
  notCopied: 'The browser does not let pages copy here',
  save: 'Save',
  saves: { csv: 'CSV', npz: 'NumPy (NPZ)', svg: 'Picture (SVG)', png: 'Picture (PNG)' },
  frame: 'Frame',
  time: 'Time',
  /** Of a table that leaves frames out. */
  each: (/** @type {number} */ step) => `every ${step === 1 ? 'frame' : `${count(step)} frames`}`,
  unknown: (/** @type {string} */ parts) => `No curve: this file has no ${parts}`,
});
