/** A joint's rotation as Euler angles. Matrices are three rows. */

/** @typedef {number[][]} Matrix */

const AXES = 'XYZ';
/** Order for joints without rotation channels. */
const USUAL = 'ZXY';

/** The order of the rotation channels ("ZXY"); the usual order unless they are three different axes. @param {string} channels */
export function orderOf(channels) {
  const order = [...channels.matchAll(/([xyz])rotation/gi)].map(([, axis]) => axis.toUpperCase()).join('');
  return new Set(order).size === 3 && order.length === 3 ? order : USUAL;
}

/** @param {number[]} quaternion x, y, z, w @returns {Matrix} */
export const matrixOf = ([x, y, z, w]) => [
  [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
  [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
  [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
];

/** Euler angles about x, y and z, degrees, for rotations in this order. @param {string} order @param {Matrix} m */
export function eulerDegrees(order, m) {
  const [i, j, k] = [...order].map((axis) => AXES.indexOf(axis));
  // R = R_i R_j R_k. Axes in cyclic order give one sign, the others the opposite one.
  const sign = (j - i + 3) % 3 === 1 ? 1 : -1;
  const angles = [0, 0, 0];
  angles[i] = Math.atan2(-sign * m[j][k], m[k][k]);
  angles[j] = Math.asin(Math.max(-1, Math.min(1, sign * m[i][k])));
  angles[k] = Math.atan2(-sign * m[i][j], m[i][i]);
  return angles.map((angle) => (angle * 180) / Math.PI);
}

/** The rotation in a matrix that may also scale (Gram-Schmidt on its columns). @param {Matrix} m @returns {Matrix} */
export function rotationOf(m) {
  const x = unit(column(m, 0));
  const y = unit(perpendicular(column(m, 1), x));
  const z = cross(x, y);
  return [0, 1, 2].map((row) => [x[row], y[row], z[row]]);
}

/** The vector that `m` maps to `vector`; null if `m` is singular. @param {Matrix} m @param {number[]} vector */
export function solve(m, vector) {
  const [x, y, z] = [0, 1, 2].map((index) => column(m, index));
  const volume = dot(x, cross(y, z));
  return volume ? [dot(vector, cross(y, z)) / volume, dot(vector, cross(z, x)) / volume, dot(vector, cross(x, y)) / volume] : null;
}

/** @param {Matrix} m @param {number} index */
const column = (m, index) => m.map((row) => row[index]);
/** @param {number[]} a @param {number[]} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {number[]} a @param {number[]} b */
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @param {number[]} a */
const unit = (a) => {
  const size = Math.sqrt(dot(a, a)) || 1;
  return a.map((part) => part / size);
};
/** The part of `a` perpendicular to the unit vector `along`. @param {number[]} a @param {number[]} along */
const perpendicular = (a, along) => a.map((part, index) => part - dot(a, along) * along[index]);
