/** Numbers of joints in each frame, as curves show them. */

/** @typedef {'deg' | 'm' | 'm/s' | 'deg/s' | 'm/s2' | 'steps/min'} Unit */
/** @typedef {'x' | 'y' | 'z' | 'speed' | 'angular' | 'acceleration' | 'angle'} Role what its colour depends on */
/**
 * A number in each frame: that of frame `n` is `factor * rows[offset + n * stride]`. NaN: there is none.
 * @typedef {object} Series
 * @property {string} key what it shows of which joint, as the attribute `curves` has it: `RightHand:y`
 * @property {string} label
 * @property {Unit} unit
 * @property {Role} role
 * @property {Float32Array} rows several series may share them
 * @property {number} offset
 * @property {number} stride
 * @property {number} count frames
 * @property {number} factor
 * @property {string} [title] of a measure, in place of the joint and the label
 * @property {string} [letter] of a measure
 */
/** The times of frames: `step` seconds apart, or those of keys. @typedef {{ count: number, step: number, keys: ArrayLike<number> | null }} Times */

const DEGREES = 180 / Math.PI;
/** Gimbal lock: the cosine of the middle angle below which the other two angles cannot be told apart. */
const LOCKED = 1e-6;

/** The value of a frame. @param {Series} series @param {number} frame */
export const valueOf = ({ rows, offset, stride, factor }, frame) => factor * rows[offset + frame * stride];

/** The value between frames. @param {Series} series @param {number} place frames, with a fraction */
export function valueAt(series, place) {
  const before = Math.max(0, Math.min(series.count - 1, Math.floor(place)));
  const value = valueOf(series, before);
  const part = place - before;
  return part > 0 && before < series.count - 1 ? value + (valueOf(series, before + 1) - value) * part : value;
}

/** @param {Times} times @param {number} frame @returns {number} seconds */
export const timeOf = ({ step, keys }, frame) => (keys ? keys[frame] : frame * step);

/** The place between frames at a moment. @param {Times} times @param {number} seconds @returns {number} frames, with a fraction */
export function placeAt({ count, step, keys }, seconds) {
  if (!keys) return Math.max(0, Math.min(count - 1, seconds / step || 0));
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle] <= seconds) low = middle + 1;
    else high = middle;
  }
  const at = Math.max(0, low - 1);
  return low < count && low > 0 ? at + (seconds - keys[at]) / (keys[low] - keys[at]) : at;
}

/** The axes (0, 1, 2) of rotations about letters; those without one come last. @param {string} letters such as "zxy" @returns {number[]} */
export const axesOf = (letters) => [...new Set([...letters.toLowerCase(), ...'zxy'])].map((letter) => 'xyz'.indexOf(letter));

/**
 * The angles about x, y and z in each frame, degrees, of rotations R = Ri Rj Rk. Each rotation has two solutions, and angles have any number of
 * turns: unwrapped, those nearest to the frame before are taken; else those from -180 to 180 degrees, the second one from -90 to 90.
 * @param {ArrayLike<number>} rotations x, y, z, w each @param {number[]} axes i, j, k: 0 for x @param {boolean} unwrapped @returns {Float32Array[]}
 */
export function eulerAngles(rotations, axes, unwrapped) {
  const count = Math.floor(rotations.length / 4);
  const out = [0, 1, 2].map(() => new Float32Array(count));
  const [i, j, k] = axes;
  // Axes in cyclic order give one sign, the others the opposite one.
  const sign = (j - i + 3) % 3 === 1 ? 1 : -1;
  const m = new Float64Array(9);
  const last = [0, 0, 0];
  for (let frame = 0; frame < count; frame += 1) {
    matrixOf(rotations, 4 * frame, m);
    const [towards, across] = [m[4 * i], -sign * m[3 * i + j]];
    const third = Math.hypot(towards, across) < LOCKED ? last[2] / DEGREES : Math.atan2(across, towards);
    // The rest is a product of two rotations whatever the third angle is, so that the lock costs no accuracy.
    const [cosine, sine] = [Math.cos(third), sign * Math.sin(third)];
    const second = Math.atan2(sign * m[3 * i + k], cosine * m[4 * i] - sine * m[3 * i + j]);
    const first = Math.atan2(sign * (sine * m[3 * k + i] + cosine * m[3 * k + j]), sine * m[3 * j + i] + cosine * m[4 * j]);
    let found = [first * DEGREES, second * DEGREES, third * DEGREES];
    if (unwrapped) {
      const one = near(found, last);
      const other = near([found[0] + 180, 180 - found[1], found[2] + 180], last);
      found = distance(one, last) <= distance(other, last) ? one : other;
    }
    for (let at = 0; at < 3; at += 1) {
      last[at] = found[at];
      out[axes[at]][frame] = found[at];
    }
  }
  return out;
}

/** Three rows of a rotation. @param {ArrayLike<number>} from @param {number} at @param {Float64Array} m */
export function matrixOf(from, at, m) {
  const [x, y, z, w] = [from[at], from[at + 1], from[at + 2], from[at + 3]];
  m[0] = 1 - 2 * (y * y + z * z);
  m[1] = 2 * (x * y - z * w);
  m[2] = 2 * (x * z + y * w);
  m[3] = 2 * (x * y + z * w);
  m[4] = 1 - 2 * (x * x + z * z);
  m[5] = 2 * (y * z - x * w);
  m[6] = 2 * (x * z - y * w);
  m[7] = 2 * (y * z + x * w);
  m[8] = 1 - 2 * (x * x + y * y);
}

/** @param {number[]} angles @param {number[]} last */
const near = (angles, last) => angles.map((angle, at) => angle - 360 * Math.round((angle - last[at]) / 360));
/** @param {number[]} a @param {number[]} b */
const distance = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]);

/** How far each rotation turns from the rest pose, degrees from 0 to 180. @param {ArrayLike<number>} rotations x, y, z, w each */
export const turns = (rotations) => Float32Array.from({ length: rotations.length / 4 }, (_, frame) => turnOf(rotations, 4 * frame));

/** @param {ArrayLike<number>} q @param {number} at */
const turnOf = (q, at) => 2 * Math.atan2(Math.hypot(q[at], q[at + 1], q[at + 2]), Math.abs(q[at + 3])) * DEGREES;

/** The frames before and after each, at both ends the frame itself, and the seconds between them. @param {Times} times @param {(frame: number, before: number, after: number, seconds: number) => number} value */
function central(times, value) {
  const last = times.count - 1;
  return Float32Array.from({ length: times.count }, (_, frame) => {
    const [before, after] = [Math.max(0, frame - 1), Math.min(last, frame + 1)];
    const seconds = timeOf(times, after) - timeOf(times, before);
    return seconds > 0 ? value(frame, before, after, seconds) : 0;
  });
}

/** Speeds by central differences, metres a second, as `marey measure` has them. @param {ArrayLike<number>} path x, y, z each @param {Times} times */
export const speeds = (path, times) =>
  central(
    times,
    (_, before, after, seconds) =>
      Math.hypot(
        path[3 * after] - path[3 * before],
        path[3 * after + 1] - path[3 * before + 1],
        path[3 * after + 2] - path[3 * before + 2],
      ) / seconds,
  );

/** Angular speeds relative to the parent by central differences, degrees a second. @param {ArrayLike<number>} rotations x, y, z, w each @param {Times} times */
export const angularSpeeds = (rotations, times) =>
  central(times, (_, before, after, seconds) => {
    const [a, b] = [4 * before, 4 * after];
    const q = (/** @type {number} */ at) => rotations[at];
    // The conjugate of one rotation times the other.
    const between = [
      q(a + 3) * q(b) - q(a) * q(b + 3) - q(a + 1) * q(b + 2) + q(a + 2) * q(b + 1),
      q(a + 3) * q(b + 1) + q(a) * q(b + 2) - q(a + 1) * q(b + 3) - q(a + 2) * q(b),
      q(a + 3) * q(b + 2) - q(a) * q(b + 1) + q(a + 1) * q(b) - q(a + 2) * q(b + 3),
      q(a + 3) * q(b + 3) + q(a) * q(b) + q(a + 1) * q(b + 1) + q(a + 2) * q(b + 2),
    ];
    return turnOf(between, 0) / seconds;
  });

/** The lengths of accelerations by second differences, metres a second squared; the first and the last frame have those of their neighbours. @param {ArrayLike<number>} path x, y, z each @param {Times} times */
export function accelerations(path, times) {
  const out = central(times, (frame, before, after, seconds) => {
    const [one, two] = [timeOf(times, frame) - timeOf(times, before), timeOf(times, after) - timeOf(times, frame)];
    const part = (/** @type {number} */ axis) =>
      (path[3 * after + axis] - path[3 * frame + axis]) / two - (path[3 * frame + axis] - path[3 * before + axis]) / one;
    return (2 * Math.hypot(part(0), part(1), part(2))) / seconds;
  });
  const last = times.count - 1;
  if (last > 1) [out[0], out[last]] = [out[1], out[last - 1]];
  else out.fill(NaN);
  return out;
}
