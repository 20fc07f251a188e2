/** Odd files of Acclaim: skeletons, motions and skins. */
import { countdown, fill, numbered } from './parts.mjs';

/** @typedef {import('./parts.mjs').Make} Make */

/** @param {string} bones @param {string} hierarchy */
const asf = (bones, hierarchy) =>
  `:version 1.10\n:units\n angle deg\n:root\n order tx ty tz rx ry rz\n axis xyz\n position 0 0 0\n orientation 0 0 0\n:bonedata\n${bones}:hierarchy\n begin\n${hierarchy} end\n`;
const bone = (/** @type {number} */ n) => `begin\nname b${n}\ndirection 0 1 0\nlength 1\naxis 0 0 0 xyz\ndof rx\nend\n`;

/** @type {Record<string, Make>} */
export const ASF = {
  'bones of one parent': (size) => asf(numbered(size * 0.8, bone), `root ${numbered(size * 0.2, (n) => `b${n} `)}\n`),
  'bones in a chain': (size) =>
    asf(
      numbered(size * 0.8, bone),
      numbered(size * 0.2, (n) => `b${n} b${n + 1}\n`),
    ),
  'bones in a chain from its end': (size) =>
    asf(
      numbered(size * 0.8, bone),
      countdown(size * 0.2, (n) => `b${n} b${n + 1}\n`),
    ),
  'bones in a circle': (size) => asf(numbered(size * 0.8, bone), fill('b0 b1\nb1 b2\nb2 b0\n', size * 0.2)),
  'bones of one name': (size) => asf(fill(bone(1), size), 'root b1\n'),
  'bones that nobody knows': (size) =>
    asf(
      bone(1),
      numbered(size, (n) => `x${n} y${n}\n`),
    ),
  'bones outside the hierarchy': (size) => asf(numbered(size, bone), 'root b0\n'),
  'bones with nothing but a begin': (size) => asf(fill('begin ', size), ''),
  'bones without a begin': (size) => asf(fill('name a id 1 ', size), ''),
  'items of no bone': (size) => asf(fill('length 1\n', size), ''),
  'items again and again': (size) => asf(`begin name a ${fill('length 1 axis 1 2 3 xyz direction 1 2 3 ', size)}end\n`, ''),
  dofs: (size) => asf(`begin name a ${fill('dof rx ry ', size)}end\n`, 'root a\n'),
  'dofs of a bone with many children': (size) => ({
    'a.asf': asf(
      `begin name a ${fill('dof l ', size / 4)}end\n${numbered(size / 2, bone)}`,
      `root a\na ${numbered(size / 8, (n) => `b${n} `)}\n`,
    ),
    'a.amc': `${HEAD}1\nroot 1 2 3 4 5 6\na 1 2 3\n`,
  }),
  'bones whose lengths change': (size) => ({
    'a.asf': asf(
      numbered(size * 0.8, (n) => bone(n).replace('dof rx', 'dof l\nlimits (0.5 2)')),
      `root ${numbered(size * 0.2, (n) => `b${n} `)}\n`,
    ),
    'a.amc': `${HEAD}1\nroot 1 2 3 4 5 6\nb1 1\n`,
  }),
  limits: (size) => asf(`begin name a dof rx ${fill('limits (-1 1)\n', size)}end\n`, 'root a\n'),
  'a list of limits': (size) => asf(`begin name a dof rx limits ${fill('(-1 1) ', size)}end\n`, 'root a\n'),
  'words of no kind': (size) => asf(fill('word ', size), ''),
  'a line of no kind': (size) => asf(`begin name a\nfoo ${fill('1 ', size)}\nend\n`, ''),
  sections: (size) => fill(':version 1\n:name x\n:units mass 1\n', size),
  'sections of no kind': (size) => `:version 1\n:root\n${fill(':foo\nbar\n', size)}`,
  'a section on one line': (size) => `:version 1 ${fill(':root ', size)}`,
  documentation: (size) => fill(':documentation\nx # x\n# y\n', size) + asf('', ''),
  'a documentation without end': (size) => `:documentation ${fill('a : b\n', size)}`,
  'names of skins': (size) => `:skin\n${fill('"a" b # "c"\n', size)}${asf('', '')}`,
  comments: (size) => fill('# x\n', size) + asf('', ''),
  'a comment without end': (size) => `:version 1 #${fill('# ', size)}`,
  blanks: (size) => asf(`begin${fill(' ,()', size)}end\n`, ''),
  'a name without end': (size) => asf(`begin name ${fill('x', size)} end\n`, 'root x\n'),
  'lines of the root': (size) => asf(numbered(size / 2, bone), fill('root b0 b1 b2\n', size / 2)),
};

const SKELETON = asf(numbered(4000, bone), 'root b0 b1 b2 b3 b4 b5 b6 b7\n');
const HEAD = ':FULLY-SPECIFIED\n:DEGREES\n';
const KNOWN = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => `b${n} 1\n`).join('');
const FIRST = `1\nroot 1 2 3 4 5 6\n${KNOWN}`;
/** A motion of the skeleton. @param {string} text */
const amc = (text) => ({ 'a.asf': SKELETON, 'a.amc': HEAD + text });

/** @type {Record<string, Make>} */
export const AMC = {
  'unknown bones': (size) => amc(FIRST + numbered(size, (n) => `x${n} 1\n`)),
  'unknown bones in the first frame': (size) => amc('1\nroot 1 2 3 4 5 6\n' + numbered(size, (n) => `x${n} 1\n`)),
  'frames of unknown bones': (size) => amc(FIRST + numbered(size, (n) => `${n + 2}\nx${n} 1\ny 2\n`)),
  'frames of one bone': (size) => amc(FIRST + numbered(size, (n) => `${n + 2}\nb1 1\n`)),
  'frames without numbers': (size) => amc(FIRST + fill(`root 1 2 3 4 5 6\n${KNOWN}`, size)),
  'frames without bones': (size) => amc(FIRST + numbered(size, (n) => `${n + 2}\n`)),
  'the same bone': (size) => amc(FIRST + fill('b1 1\n', size)),
  'all bones on one line': (size) => amc(FIRST + `2\n${fill('b1 1 ', size)}`),
  'words on one line': (size) => amc(FIRST + `2\nb1 ${fill('x ', size)}`),
  'words on long lines': (size) => amc(FIRST + `2\n${fill(`b1 ${fill('x ', 20_000)}\n`, size)}`),
  'bones on long lines': (size) => amc(FIRST + `2\n${fill(`${fill('root ', 20_000)}\n`, size)}`),
  'numbers on one line': (size) => amc(FIRST + `2\n${fill('1 ', size)}`),
  'numbers alone': (size) => amc(FIRST + fill('1.5\n', size)),
  'glued numbers': (size) => amc(FIRST + `2\nb1 ${fill('1-2', size)}`),
  'no numbers': (size) => amc(FIRST + fill('2\nb1 x\nb2 nan\n', size)),
  keywords: (size) => amc(fill(':foo\n', size) + FIRST),
  'keywords on one line': (size) => amc(fill(':foo', size) + `\n${FIRST}`),
  'late keywords': (size) => amc(FIRST + fill(':foo\n', size)),
  comments: (size) => amc(fill('# x\n', size) + FIRST),
  'a comment without end': (size) => amc(`#${fill('#!OML:ASF x ', size)}`),
  'lines of carriage returns': (size) => amc(FIRST + fill('\r', size)),
  'frames in another order': (size) => {
    const bones = [...Array(Math.floor(size / 130)).keys()];
    const order = bones.map((n) => (n % 2 ? bones.length - 1 - (n >> 1) : n >> 1));
    const frame = (/** @type {number} */ at, /** @type {number[]} */ list) => `${at}\n${list.map((n) => `b${n} 1\n`).join('')}`;
    const skeleton = asf(bones.map(bone).join(''), `root ${bones.map((n) => `b${n}`).join(' ')}\n`);
    return { 'a.asf': skeleton, 'a.amc': `${HEAD}${frame(1, bones)}${frame(2, order)}${frame(3, bones)}${frame(4, order)}` };
  },
  'few lines for many bones': (size) => ({
    'a.asf': asf(numbered(size / 2, bone), ''),
    'a.amc': `${HEAD}${numbered(size / 2, (n) => `${n + 1}\nb1 1\n`)}`,
  }),
};

const POINTS = 'o b1\nv 0 0 0\nv 1 0 0\nv 0 1 0\n';
/** A skin of the skeleton. @param {string} text */
const obj = (text) => ({ 'a.asf': SKELETON, 'a.obj': text, 'a.amc': HEAD + FIRST });

/** @type {Record<string, Make>} */
export const OBJ = {
  faces: (size) => obj(POINTS + fill('f 1 2 3\n', size)),
  'faces at one point': (size) => obj(POINTS + numbered(size, (n) => `v ${n} ${n % 7} 1\nf 1 -1 -2\n`)),
  'faces with odd words': (size) => obj(POINTS + fill('f 1/x/2 //// 3\nf a b c\n', size)),
  'faces of missing points': (size) => obj(POINTS + fill('f 9 9 9\n', size)),
  'one face': (size) => obj(`${POINTS}f ${fill('1 2 3 ', size)}`),
  'one face of many points': (size) =>
    obj(`${POINTS}${numbered(size / 2, (n) => `v ${n} ${n * n} 0\n`)}f ${numbered(size / 4, (n) => `${n + 1} `)}`),
  'faces of two corners': (size) => obj(POINTS + fill('f 1 2\n', size)),
  'groups of no bone': (size) => obj(POINTS + numbered(size, (n) => `g x${n}\nf 1 2 3\n`)),
  'a group of many names': (size) => obj(`${POINTS}g ${numbered(size, (n) => `x${n} `)}\nf 1 2 3\n`),
  'groups without faces': (size) => obj(POINTS + fill('g x\n', size)),
  'points that are none': (size) => obj(fill('v x\nv 1 2\n', size) + POINTS),
  comments: (size) => obj(POINTS + fill('# f 1 2 3 \\\n', size)),
  'a line that goes on': (size) => obj(`${POINTS}f ${fill('1 2 3\\\n', size)}`),
  'a word without end': (size) => obj(POINTS + fill('f', size)),
};
