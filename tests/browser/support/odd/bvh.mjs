/** Odd BVH files. */
import { fill, numbered } from './parts.mjs';

/** @typedef {import('./parts.mjs').Make} Make */

const JOINT = 'OFFSET 0 1 0 CHANNELS 3 Zrotation Xrotation Yrotation ';
const ROOT = `HIERARCHY ROOT a { ${JOINT}`;
const MOTION = ' MOTION\nFrames: 2\nFrame Time: 0.1\n';
const ROWS = `${ROOT}}${MOTION}`;

/** @type {Record<string, Make>} */
export const BVH = {
  'joints on one line': (size) => ROOT + numbered(size, (n) => `JOINT j${n} { ${JOINT}} `) + `}${MOTION}`,
  'nested joints on one line': (size) => ROOT + numbered(size, (n) => `JOINT j${n} { ${JOINT}`),
  'joints without braces': (size) => ROOT + fill('JOINT j ', size),
  'joints of one name': (size) => ROOT + fill(`JOINT j\n{\n${JOINT}\n}\n`, size) + `}${MOTION}`,
  'joints without anything': (size) => ROOT + fill('JOINT j{}', size),
  'names of braces': (size) => ROOT + fill('JOINT a{b{c{d{e { } ', size),
  'a name of braces': (size) => `${ROOT}JOINT ${fill('a{x', size)} { } }`,
  'names that are not UTF-8': (size) => ROOT + fill('JOINT \x83\x7b\x83\x7bx { } ', size),
  'names that begin a statement': (size) => ROOT + fill('JOINT {ENDxxxxxxxx{ } ', size),
  'a name without end': (size) => `${ROOT}JOINT ${fill('abc', size)}`,
  'a name and a last brace': (size) => `${ROOT}JOINT ${fill('abc', size)}{}}${MOTION}`,
  'end sites': (size) => ROOT + fill('End Site { OFFSET 0 0 0 } ', size) + `}${MOTION}`,
  'offsets again and again': (size) => ROOT + fill('OFFSET 1 2 3 ', size) + `}${MOTION}`,
  'an offset without end': (size) => `${ROOT}OFFSET ${fill('1 ', size)}}${MOTION}`,
  'an offset of commas': (size) => `${ROOT}OFFSET ${fill('1,', size)}}${MOTION}`,
  'an offset of signs': (size) => `${ROOT}OFFSET ${fill('1-', size)}}${MOTION}`,
  channels: (size) => `${ROOT}CHANNELS 9 ${fill('Xrotation Xposition ', size)}}${MOTION}1 2 3`,
  'lists of channels': (size) => ROOT + fill('CHANNELS 1 Xposition ', size) + `}${MOTION}`,
  'closing braces': (size) => ROOT + fill('} ', size) + MOTION,
  'opening braces': (size) => ROOT + fill('{', size),
  roots: (size) => `HIERARCHY ${fill('ROOT a { OFFSET 0 0 0 } ', size)}${MOTION}`,
  'open roots': (size) => `HIERARCHY ${fill('ROOT a { ', size)}${MOTION}`,
  'blanks and braces': (size) => ROOT + fill('JOINT j {            }            ', size),
  'comment lines': (size) => fill('# {\n// JOINT\n', size) + ROWS,
  'blank lines': (size) => ROOT + fill('\r\n', size) + `}${MOTION}`,
  keywords: (size) => ROOT + fill('HIERARCHY ', size),
  'a word without end': (size) => ROOT + fill('x', size),
  'heads of motions': (size) => `${ROOT}}${fill('MOTION\nFrames: 1\n', size)}`,
  'remarks before rows': (size) => ROWS + fill('a remark\n', size),
  'times of frames': (size) => `${ROOT}}MOTION ${fill('Frame Time:\n', size)}`,
  'one row': (size) => ROWS + fill('1 2 3 ', size),
  'rows of one number': (size) => ROWS + fill('1\n', size),
  'rows of four numbers': (size) => ROWS + fill('1 2 3 4\n', size),
  'rows that are cut and long by turns': (size) => ROWS + fill('1\n1 2\n1 2 3 4 5 6 7\n', size),
  'no numbers': (size) => ROWS + fill('1 x nan\n', size),
  'a number without end': (size) => ROWS + fill('1', size),
  'numbers of commas': (size) => ROWS + fill('1,2,3,', size),
  'numbers of signs': (size) => ROWS + fill('1-2', size),
  'stray lines': (size) => ROWS + fill('stray\n', size),
  'a stray line': (size) => `${ROWS}stray ${fill('1 x ', size)}`,
  'few numbers for many joints': (size) => ROOT + fill(`JOINT j{${JOINT}}`, size / 2) + `}${MOTION}` + fill('1\n', size / 2),
  'two bytes a letter': (size) => `\xff\xfe${[...`${ROOT}${fill('JOINT j { } ', size / 2)}`].join('\0')}\0`,
};
