/** A rotation as the three angles a file's channels spell. */

const AXES = 'XYZ';

/**
 * Degrees in the order of the rotation channels, or null where they are not three different axes.
 * @param {string} channels "Xposition .. Zrotation Xrotation Yrotation"
 * @param {number} x
 * @param {number} y
 * @param {number} z
 * @param {number} w
 * @returns {number[] | null}
 */
export function eulerDegrees(channels, x, y, z, w) {
  const order = [...channels.matchAll(/([xyz])rotation/gi)].map((match) => AXES.indexOf(match[1].toUpperCase()));
  const [i, j, k] = order.length === 3 ? order : [2, 0, 1];
  if (new Set([i, j, k]).size < 3) return null;
  const m = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  // R = R_i R_j R_k. Axes in cyclic order give one sign, the others the opposite one.
  const sign = (j - i + 3) % 3 === 1 ? 1 : -1;
  const middle = Math.asin(Math.max(-1, Math.min(1, sign * m[i][k])));
  const first = Math.atan2(-sign * m[j][k], m[k][k]);
  const last = Math.atan2(-sign * m[i][j], m[i][i]);
  return [first, middle, last].map((angle) => (angle * 180) / Math.PI);
}
