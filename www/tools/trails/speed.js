/** The speeds along a trail, and the colours and widths that show them. */

/** Frames over which a speed is averaged. */
const AVERAGED = 7;
/** Colours by the share of the highest speed: lighter is faster. */
const RAMP = /** @type {const} */ ([
  [0, 0x31437a],
  [0.25, 0x3f7fc4],
  [0.5, 0x5fc9d8],
  [0.78, 0xf4e8a0],
  [1, 0xfff7de],
]);
/** Widths of a trail at rest and at the highest speed, CSS pixels. */
const THIN = 1.3;
const THICK = 3.2;
/** The most speeds that the scale is found from. */
const ENOUGH = 600;

/** The speed at each point, metres a second. @param {ArrayLike<number>} points x, y, z each @param {ArrayLike<number>} times seconds @returns {Float32Array} */
export function speeds(points, times) {
  const count = Math.min(points.length / 3, times.length);
  const ways = new Float64Array(count);
  for (let at = 1; at < count; at += 1) {
    const now = 3 * at;
    ways[at] =
      ways[at - 1] + Math.hypot(points[now] - points[now - 3], points[now + 1] - points[now - 2], points[now + 2] - points[now - 1]);
  }
  const out = new Float32Array(count);
  const half = (AVERAGED - 1) / 2;
  for (let at = 0; at < count; at += 1) {
    const [from, to] = [Math.max(0, at - half), Math.min(count - 1, at + half)];
    const seconds = times[to] - times[from];
    out[at] = seconds > 0 ? (ways[to] - ways[from]) / seconds : 0;
  }
  return out;
}

/** The end of the scale: the 95th percentile of these speeds, rounded up to 1, 2, 5, 10, 20, .. @param {Iterable<{ speeds: Float32Array, from: number, to: number }>} parts from and to: indices */
export function scaleOf(parts) {
  const all = [...parts];
  const total = all.reduce((sum, { from, to }) => sum + to - from, 0);
  const step = Math.max(1, Math.ceil(total / ENOUGH));
  const some = all
    .flatMap(({ speeds: each, from, to }) => {
      /** @type {number[]} */
      const taken = [];
      for (let at = from; at < to; at += step) taken.push(each[at]);
      return taken;
    })
    .sort((a, b) => a - b);
  return roundedUp(some[Math.floor(0.95 * (some.length - 1))] ?? 0);
}

/** @param {number} speed */
function roundedUp(speed) {
  let most = 1;
  for (const factor of [2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2]) if (speed > most) most *= factor;
  return most;
}

/** The numbers of the legend. @param {number} most the end of the scale */
export function ticks(most) {
  const parts = String(most).startsWith('2') ? 4 : 5;
  return Array.from({ length: parts + 1 }, (_, index) => Number(((most * index) / parts).toFixed(2)));
}

/** The colour of a share of the highest speed. @param {number} share from 0 to 1 */
export function colourOf(share) {
  const next = Math.max(
    1,
    RAMP.findIndex(([at]) => at >= share),
  );
  const [[from, before], [to, after]] = [RAMP[next - 1], RAMP[next]];
  const part = (share - from) / (to - from);
  return `rgb(${[16, 8, 0].map((shift) => Math.round(((before >> shift) & 255) * (1 - part) + ((after >> shift) & 255) * part)).join(' ')})`;
}

/** @param {number} share from 0 to 1 */
export const widthOf = (share) => THIN + (THICK - THIN) * share;

/** The ramp as stops of a gradient. */
export const STOPS = RAMP.map(([at]) => ({ at, colour: colourOf(at) }));
