/** The axes of Acclaim's bones, about which their channels turn them: read from the skeleton's file. Fetched with the first such clip. */
import { axesOf, matrixOf } from '../../actors/series.js';

/** @typedef {import('../../player/session/session.js').Session} Session */

const NUMBER = '([-+\\d.eE]+)';
const BONE = /\bbegin\b([^]*?)\bend\b/gi;
const NAME = /^\s*name\s+(\S+)/im;
const AXIS = new RegExp(`^\\s*axis\\s+${NUMBER}\\s+${NUMBER}\\s+${NUMBER}((?:\\s*[xyz]){0,3})`, 'im');

/**
 * The rotation C of each bone that has an axis, by its name: x, y, z, w. "The xyz tokens specify order of rotation": about fixed axes, the first
 * token first.
 * @param {string} text of an ASF @returns {Map<string, number[]>}
 */
export function axesOfBones(text) {
  const plain = text.replace(/#.*/g, '');
  const unit = /^\s*angle\s+rad/im.test(plain) ? 1 : Math.PI / 180;
  /** @type {Map<string, number[]>} */
  const out = new Map();
  for (const [, bone] of plain.matchAll(BONE)) {
    const [, name] = NAME.exec(bone) ?? [];
    const [, x, y, z, order = ''] = AXIS.exec(bone) ?? [];
    if (!name || x === undefined) continue;
    const halves = [x, y, z].map((angle) => (Number(angle) * unit) / 2);
    let q = [0, 0, 0, 1];
    for (const axis of axesOf(order.replace(/\s/g, '') || 'xyz')) {
      const turn = [0, 0, 0, Math.cos(halves[axis])];
      turn[axis] = Math.sin(halves[axis]);
      q = product(turn, q);
    }
    if (q.every(Number.isFinite)) out.set(name, q);
  }
  return out;
}

/**
 * Rotations as they are about other axes: the M of R = C M C⁻¹.
 * @param {Float32Array} rotations x, y, z, w each @param {ArrayLike<number>} axes the rotation C; empty or at rest it changes nothing
 */
export function aboutAxes(rotations, axes) {
  const [x, y, z, w] = Array.from(axes);
  if (!(x || y || z)) return rotations;
  const m = new Float64Array(9);
  matrixOf([x, y, z, w], 0, m);
  return rotations.map((own, at) => {
    const part = at % 4;
    const from = at - part;
    return part < 3 ? m[part] * rotations[from] + m[part + 3] * rotations[from + 1] + m[part + 6] * rotations[from + 2] : own;
  });
}

/** @param {number[]} a @param {number[]} b x, y, z, w */
const product = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

/**
 * A function that turns the rotations of a joint, by its name, into those of its channels. It leaves them as they are if the clip's skeleton cannot
 * be read again.
 * @param {Session} session
 */
export async function boneAxes({ info, source }) {
  const file = source?.companions?.find(({ name }) => name === info?.skeletonFile);
  const text = file?.blob
    ? await file.blob.text()
    : file?.url
      ? await fetch(file.url, { credentials: source?.credentials ? 'include' : 'same-origin' })
          .then((response) => response.text())
          .catch(() => '')
      : '';
  const axes = axesOfBones(text);
  return (/** @type {string} */ joint, /** @type {Float32Array} */ rotations) => aboutAxes(rotations, axes.get(joint) ?? []);
}
