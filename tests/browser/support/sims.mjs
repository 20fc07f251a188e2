/** Files of The Sims made for the tests: a figure that waves. Bytes are the characters of a string. */

const bytes = (/** @type {ArrayBuffer} */ buffer) => String.fromCharCode(...new Uint8Array(buffer));
const big = (/** @type {number} */ n) => {
  const view = new DataView(new ArrayBuffer(4));
  view.setInt32(0, n);
  return bytes(view.buffer);
};
const short = (/** @type {number} */ n) => String.fromCharCode(n >> 8, n & 255);
const text = (/** @type {string} */ s) => String.fromCharCode(s.length) + s;
const floats = (/** @type {number[]} */ ...values) => bytes(new Float32Array(values).buffer);

/** Name, parent and translation; the left is at -X. @type {[string, string, number[]][]} */
const BONES = [
  ['ROOT', 'NULL', [0, 3, 0]],
  ['PELVIS', 'ROOT', [0, 0, 0]],
  ['SPINE', 'PELVIS', [0, 0.5, 0]],
  ['NECK', 'SPINE', [0, 1, 0]],
  ['HEAD', 'NECK', [0, 0.5, 0]],
  .../** @type {const} */ ([
    ['L', -1],
    ['R', 1],
  ]).flatMap(
    ([side, x]) =>
      /** @type {[string, string, number[]][]} */ ([
        [`${side}_LEG`, 'PELVIS', [0.3 * x, 0, 0]],
        [`${side}_LEG1`, `${side}_LEG`, [0, -1.4, 0]],
        [`${side}_FOOT`, `${side}_LEG1`, [0, -1.4, 0]],
        [`${side}_ARM`, 'NECK', [0.5 * x, 0, 0]],
        [`${side}_ARM1`, `${side}_ARM`, [0, -0.9, 0]],
        [`${side}_HAND`, `${side}_ARM1`, [0, -0.9, 0]],
      ]),
  ),
];

/** A skeleton. @param {{ version?: number, names?: (name: string) => string }} [options] */
export function skel({ version = 1, names = (name) => name } = {}) {
  const bones = BONES.map(
    ([name, parent, at]) =>
      big(1) +
      text(names(name)) +
      text(parent === 'NULL' ? parent : names(parent)) +
      '\x00' +
      floats(...at) +
      floats(0, 0, 0, 1) +
      big(0) +
      big(1) +
      big(1) +
      floats(0, 0),
  );
  return big(version) + text('adult') + short(bones.length) + bones.join('');
}

/** The right arm goes up and down, with a step in the middle. @param {{ frames?: number, names?: (name: string) => string, bones?: string[] }} [options] */
export function anim({ frames = 31, names = (name) => name, bones = ['R_ARM'] } = {}) {
  const turns = Array.from({ length: frames }, (_, frame) => {
    const angle = Math.sin((Math.PI * frame) / (frames - 1)) * 1.2;
    return floats(0, 0, Math.sin(angle), Math.cos(angle));
  });
  const step = '\x01' + big(1) + big(1) + big(Math.round((frames * 500) / 30)) + big(1) + big(1) + text('footstep') + text('L');
  const tracks = bones.map((bone) => big(0) + text(names(bone)) + big(frames) + floats(1) + '\x00\x01' + big(-1) + big(0) + '\x00' + step);
  return (
    big(2) +
    short(8) +
    'a2o-wave' +
    floats(frames * 33.3, 0) +
    '\x00' +
    big(0) +
    big(frames) +
    turns.join('') +
    big(tracks.length) +
    tracks.join('')
  );
}

const vector = (/** @type {number[]} */ v) => `| ${v.join(' ')} |`;

export const cmxSkeleton = () =>
  [
    '// made for a test',
    'version 300',
    1,
    'adult',
    BONES.length,
    ...BONES.flatMap(([name, parent, at]) => [name, parent, 0, vector(at), vector([0, 0, 0, 1]), 0, 1, 1, 0, 0]),
    0,
    0,
  ].join('\r\n');

/** The Sims 1: a skill whose keys are in another file. */
export const cmxSkill = (frames = 31) =>
  [
    'version 300',
    0,
    0,
    1,
    'a2o-wave',
    'wave-keys',
    frames * 33.3,
    0,
    0,
    0,
    frames,
    1,
    'R_ARM',
    frames,
    frames * 33.3,
    0,
    1,
    -1,
    0,
    0,
    0,
  ].join('\r\n');

/** The keys of the skill: x and y are 0, z rises by the largest possible step, w is 1. */
export const cfp = (frames = 31) => {
  const run = (/** @type {number} */ value) => `\xff${floats(value)}\xfe${String.fromCharCode((frames - 2) & 255, (frames - 2) >> 8)}`;
  return run(0) + run(0) + `\xff${floats(0)}${'\xfc'.repeat(frames - 1)}` + run(1);
};
