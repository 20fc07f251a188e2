/** The axes of Acclaim's bones, about which their channels turn them: read from the skeleton's file. Fetched with the first such clip. */
import { axesOf } from './series.js';

/** @typedef {import('../player/session/session.js').Session} Session */

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

/** @param {number[]} a @param {number[]} b x, y, z, w */
const product = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz,
];

/** The same for a player's clip; nothing if its skeleton cannot be read again. @param {Session} session */
export async function boneAxes({ info, source }) {
  const file = source?.companions?.find(({ name }) => name === info?.skeletonFile);
  try {
    const text = file?.blob ? await file.blob.text() : file?.url ? await (await fetch(file.url, { credentials: source?.credentials ? 'include' : 'same-origin' })).text() : '';
    return axesOfBones(text);
  } catch {
    return axesOfBones('');
  }
}
