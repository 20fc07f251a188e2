/**
 * What measures are: the numbers of `marey measure` (`crates/study/src/measure`), from positions on the stage: metres, y upwards from the floor.
 *
 * distance: |a - b|; angle at b: atan2(|u x v|, u . v) of u = a - b and v = c - b; vertical: the same of u = b - a and v = (0, 1, 0);
 * height: the y of a. Angles are in degrees from 0 to 180; without a direction there is none.
 */

/** @typedef {ArrayLike<number>} Point x, y, z */
/** @typedef {Exclude<import('./words.js').Kind, 'mass' | 'steps'>} Kind */

const UP = [0, 1, 0];

/** @param {Point} a @param {Point} b */
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** @param {Point} a */
export const length = (a) => Math.hypot(a[0], a[1], a[2]);
/** @param {Point} a @param {Point} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Between two directions, degrees. @param {Point} u @param {Point} v */
function between(u, v) {
  if (!length(u) || !length(v)) return NaN;
  const across = length([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]);
  return (Math.atan2(across, dot(u, v)) * 180) / Math.PI;
}

/** @type {Record<Kind, (points: Point[]) => number>} */
export const FORMULAS = {
  distance: ([a, b]) => length(minus(a, b)),
  angle: ([a, b, c]) => between(minus(a, b), minus(c, b)),
  vertical: ([a, b]) => between(minus(b, a), UP),
  height: ([a]) => a[1],
};

/** @type {Record<Kind, 'deg' | 'm'>} */
export const UNITS = { distance: 'm', angle: 'deg', vertical: 'deg', height: 'm' };

/** The value in each frame. @param {Kind} kind @param {ArrayLike<number>[]} paths x, y, z of each joint in each frame @param {number} count frames */
export function values(kind, paths, count) {
  const points = paths.map(() => [0, 0, 0]);
  return Float32Array.from({ length: count }, (_, frame) => {
    points.forEach((point, index) => {
      for (const axis of [0, 1, 2]) point[axis] = paths[index][3 * frame + axis];
    });
    return FORMULAS[kind](points);
  });
}
