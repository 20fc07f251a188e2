/** The words of curves. Pages replace words with `setWords`. */
import { count, decimal, fixed } from '../../player/words/format.js';
import { words } from '../../player/words/words.js';

export const V = words('curves', {
  title: 'Curves',
  choose: 'Choose a joint',
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
  /** Numbers with their units: for a reading, and on an axis. */
  units: { deg: '\u00b0', m: ' m', 'm/s': ' m/s', 'deg/s': ' \u00b0/s', 'm/s2': ' m/s\u00b2', 'steps/min': '/min' },
  number: (/** @type {number} */ value, /** @type {number} */ digits, /** @type {string} */ unit) => `${fixed(value, digits)}${unit}`,
  tick: (/** @type {number} */ value, /** @type {string} */ unit) => `${value < 0 ? '\u2212' : ''}${decimal(Math.abs(value))}${unit}`,
  second: ' s',
  window: (/** @type {string} */ from, /** @type {string} */ to) => `${from} \u2013 ${to} s`,
  shown: (/** @type {string} */ joint, /** @type {number} */ n) =>
    `${joint ? `${joint}, ` : ''}${n === 1 ? '1 curve' : `${count(n)} curves`}`,
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
  values: 'Values at the playhead',
  when: (/** @type {string} */ time) => `${time} s`,
  unknown: (/** @type {string} */ parts) => `No curve: this file has no ${parts}`,
});
