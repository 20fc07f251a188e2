/** Odd files of The Sims. */
import { fill } from './parts.mjs';

/** @typedef {import('./parts.mjs').Make} Make */

/** @param {number[]} numbers */
const big = (numbers) => {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, at) => bytes.writeInt32BE(number, 4 * at));
  return bytes.toString('latin1');
};
const short = (/** @type {number} */ number) => String.fromCharCode(number >> 8, number & 255);
const text = (/** @type {string} */ words) => String.fromCharCode(words.length) + words;
const floats = (/** @type {number[]} */ ...numbers) => Buffer.from(Float32Array.from(numbers).buffer).toString('latin1');

const REST = floats(0, 1, 0) + floats(0, 0, 0, 1);
const joint = (/** @type {string} */ name, /** @type {string} */ parent, can = [0, 1, 1], properties = '\0') =>
  big([1]) + text(name) + text(parent) + properties + REST + big(can) + floats(0, 0);
/** @param {string[]} joints */
const skel = (joints) => big([1]) + text('adult') + short(joints.length) + joints.join('');
/** @param {number} size @param {(n: number) => string} part */
function list(size, part) {
  const made = [part(0)];
  const count = Math.floor(size / made[0].length);
  for (let n = 1; n < count; n += 1) made.push(part(n));
  return made;
}
const SMALL = skel(list(2_000, (n) => joint(`b${n}`, 'NULL')));

const track = (/** @type {string} */ name, frames = 2, first = [0, 0], lists = '\0', events = '\0') =>
  big([0]) + text(name) + big([frames]) + floats(1) + '\x01\x01' + big(first) + lists + events;
/** @param {string} keys @param {string[]} tracks */
const anim = (keys, tracks) => big([2]) + short(1) + 'a' + floats(1, 0) + '\0' + keys + big([tracks.length]) + tracks.join('');
const keys = (/** @type {number} */ count) =>
  big([count]) + floats(0, 1, 0).repeat(count) + big([count]) + floats(0, 0, 0, 1).repeat(count);

/** Lists of pairs, each of one empty key and value. @param {number} size */
const pairs = (size) => '\x01' + big([1, Math.floor(size / 2)]) + fill('\0\0', size);

/** @type {Record<string, Make>} */
export const SKEL = {
  bones: (size) => skel(list(size, (n) => joint(`b${n}`, n ? 'b0' : 'NULL'))),
  'a chain': (size) => skel(list(size, (n) => joint(`b${n}`, n ? `b${n - 1}` : 'NULL'))),
  'a chain from its end': (size) => skel(list(size, (n) => joint(`b${n}`, `b${n + 1}`))),
  'bones of one name': (size) => skel(list(size, () => joint('b', 'b'))),
  'bones of unknown parents': (size) => skel(list(size, (n) => joint(`b${n}`, 'x'))),
  properties: (size) => skel([joint('b', 'NULL', [0, 1, 1], pairs(size))]),
  'bytes behind the end': (size) => SMALL + fill('x', size),
};

/** @type {Record<string, Make>} */
export const ANIM = {
  'tracks of one bone': (size) => ({
    'a.skel': SMALL,
    'a.anim': anim(
      keys(2),
      list(size, () => track('b1')),
    ),
  }),
  'tracks of unknown bones': (size) => ({ 'a.skel': SMALL, 'a.anim': anim(keys(2), [track('b1'), ...list(size, (n) => track(`x${n}`))]) }),
  // Eight times as much: a smaller file may have as many frames as this.
  'tracks that share more keys than a motion may have': (size) => {
    const count = Math.floor((8 * size) / 84);
    const bones = list((8 * size) / 3, (n) => joint(`b${n}`, 'NULL', [0, 0, 0]));
    const tracks = list((8 * size) / 3, (n) => track(`b${n}`, count));
    return { 'a.skel': skel(bones), 'a.anim': anim(keys(count), tracks) };
  },
  events: (size) => ({
    'a.skel': SMALL,
    'a.anim': anim(keys(2), [track('b1', 2, [0, 0], '\0', '\x01' + big([1, Math.floor(size / 8)]) + fill(big([1, 0]), size))]),
  }),
  'lists of properties': (size) => ({
    'a.skel': SMALL,
    'a.anim': anim(keys(2), [track('b1', 2, [0, 0], '\x01' + big([Math.floor(size / 4)]) + fill(big([0]), size))]),
  }),
  'bytes behind the end': (size) => ({ 'a.skel': SMALL, 'a.anim': anim(keys(2), [track('b1')]) + fill('x', size) }),
};

/** @param {(string | number)[]} lines */
const lines = (lines) => lines.join('\n') + '\n';
const AT_REST = ['| 0 1 0 |', '| 0 0 0 1 |', 0, 1, 1, 0, 0];
const cmxBone = (/** @type {string} */ name, /** @type {string} */ parent, properties = '0') =>
  lines([name, parent, properties, ...AT_REST]);
/** @param {string[]} bones @param {string[]} [skills] */
const cmx = (bones, skills = []) =>
  lines(['version 300', 1, 'adult', bones.length]) + bones.join('') + lines([0, skills.length]) + skills.join('');
const skill = (/** @type {string} */ name, /** @type {string} */ file, count = 1, tracks = '0\n') =>
  lines([name, file, 1, 0, 0, count, 0]) + tracks;
const BONES = [cmxBone('b0', 'NULL')];

/** @type {Record<string, Make>} */
export const CMX = {
  bones: (size) => cmx(list(size, (n) => cmxBone(`b${n}`, n ? `b${n - 1}` : 'NULL'))),
  'bones of one name': (size) => cmx(list(size, () => cmxBone('b', 'b'))),
  'a bone of properties': (size) => cmx([cmxBone('b', 'NULL', `1\n${Math.floor(size / 4)}\n${fill('k\nv\n', size).trim()}`)]),
  'skills without keys': (size) =>
    cmx(
      BONES,
      list(size, (n) => skill(`s${n}`, `k${n}`)),
    ),
  'skills that share keys': (size) => ({
    'k.cfp': fill('~', size / 2),
    'a.cmx': cmx(
      BONES,
      list(size / 2, (n) => skill(`s${n}`, 'k', size / 8)),
    ),
  }),
  'skills of few keys that are repeated': (size) => ({
    'k.cfp': fill('\xfe\xff\xff', 900),
    'a.cmx': cmx(
      BONES,
      list(size, (n) => skill(`s${n}`, 'k', 1_000_000)),
    ),
  }),
  'skills with tracks': (size) =>
    cmx(
      BONES,
      list(size, (n) => skill(`s${n}`, 'k', 1, lines([1, 'b0', 1, 1, 1, 1, 0, 0, 0, 0]))),
    ),
  'a line without end': (size) => `version 300\n1\n${fill('x', size)}`,
  comments: (size) => fill('// x\n', size) + cmx(BONES),
  'blank lines': (size) => fill('\r\n', size) + cmx(BONES),
  'numbers on one line': (size) => `version 300\n1\nadult\n1\nb\nNULL\n0\n| ${fill('1 ', size)}|\n`,
  'lines behind the end': (size) => cmx(BONES) + fill('x\n', size),
  'a number of no end': (size) => `version 300\n${fill('1', size)}\n`,
};

/** @type {Record<string, Make>} */
export const BCF = {
  'texts without anything': (size) => big([0x01_00_00_00]) + fill('\0', size),
};
