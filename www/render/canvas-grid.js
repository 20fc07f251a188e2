/** Draws the floor's grid, by the formulas of `stage.wgsl`: thin lines fade instead of getting thinner, and all fade with distance. */
import {
  FOCUS,
  GRID,
  LIGHT,
  LINE,
  SHADOW,
  TALL,
  abs,
  below,
  ceil,
  clamp,
  colour,
  css,
  forward,
  hypot,
  lookAt,
  max,
  min,
  moved,
  nearest,
  parallel,
  project,
  px,
  py,
  smoothstep,
  sqrt,
  towards,
  uniforms,
  width,
} from './canvas-view.js';

/** Most lines along one axis: far away more than one line has the same place. */
const MOST = 500;
/** Gradient stops along a line. */
const STOPS = 8;
/** Opacities at the stops of a line. @type {number[]} */
const alphas = [];
/** Lower opacities are invisible. */
const FAINT = 0.012;
/** Line width in CSS pixels, equivalent to the shader's soft edges. */
const WIDTH = 1.25;
/** Metres from a person at which the lines every 10 cm have faded to a third. */
const AROUND = 0.95;

/** The whole numbers from one number to another. @param {number} from @param {number} to */
const wholes = (from, to) => Array.from({ length: min(MOST, to - from) }, (_, index) => ceil(from) + index);

/** @param {CanvasRenderingContext2D} context */
export function drawGrid(context) {
  const [cell, fade, weak, strong] = uniforms.subarray(GRID);
  const reach = uniforms[FOCUS + 3];
  const fine = weak * (1 - fade);
  const next = strong + (weak - strong) * fade;
  context.lineWidth = WIDTH * uniforms[LIGHT + 3];
  for (const axis of [0, 2]) {
    const middle = uniforms[FOCUS + axis];
    for (const line of wholes((middle - reach) / cell, (middle + reach) / cell)) {
      // A line of several levels has the strongest one's opacity.
      const level = line % 100 ? (line % 10 ? 0 : 1) : 2;
      const opacity = level ? max(next, level > 1 ? strong * fade : 0) : fine;
      if (opacity > FAINT)
        stroke(context, axis, line * cell, cell * 10 ** level, cell * 10 ** fade * 0.0032 * (level ? 1.8 - 0.8 * fade : 1), opacity);
    }
  }
  drawAround(context, cell < 0.05 ? 0 : 0.6 * weak - (cell < 0.5 ? fine : 0));
  const level = parallel ? (1 - smoothstep(0, 0.03, abs(forward[1]))) * strong : 0;
  if (level > FAINT) {
    // Seen from the side the floor is a line.
    project([uniforms[FOCUS], 0, uniforms[FOCUS + 2]]);
    context.fillStyle = css(colour(LINE), level);
    context.fillRect(0, py - 1, width, 2);
  }
}

/** Draws lines every 10 cm around the feet, except those of the grid. @param {CanvasRenderingContext2D} context @param {number} opacity */
function drawAround(context, opacity) {
  const reach = 2 * AROUND * uniforms[TALL];
  // Under a giant the lines would be too dense to be seen.
  if (opacity < FAINT || reach > 10) return;
  for (const axis of [0, 2]) {
    const middle = uniforms[SHADOW + axis / 2];
    for (const line of wholes(10 * (middle - reach), 10 * (middle + reach))) {
      if (line % 10) stroke(context, axis, line / 10, 0.1, 0.0016, opacity, true);
    }
  }
}

/**
 * @param {CanvasRenderingContext2D} context @param {number} axis 0 for a line of constant x, 2 for one of constant z
 * @param {number} at metres @param {number} cell metres @param {number} wide metres @param {number} opacity
 * @param {boolean} [around] a line around the feet, which fades away from the figure and where cells are small
 */
function stroke(context, axis, at, cell, wide, opacity, around = false) {
  const place = (/** @type {number} */ along) => (axis ? [along, 0, at] : [at, 0, along]);
  const tall = uniforms[TALL];
  const [x, z, reach] = around
    ? [uniforms[SHADOW], uniforms[SHADOW + 1], 2 * AROUND * tall]
    : [uniforms[FOCUS], uniforms[FOCUS + 2], uniforms[FOCUS + 3]];
  const half = sqrt(max(reach ** 2 - (at - (axis ? z : x)) ** 2, 0));
  let from = (axis ? x : z) - half;
  let to = from + 2 * half;
  // Clips the line to the picture and the near plane. In clip space it is a + b * along.
  const a = [0, 1, 3].map((row) => uniforms[row + 4 * axis] * at + uniforms[row + 12]);
  const b = [0, 1, 3].map((row) => uniforms[row + 8 - 4 * axis]);
  for (const [x, y, w, off] of [
    [0, 0, 1, nearest],
    [1, 0, 1, 0],
    [-1, 0, 1, 0],
    [0, 1, 1, 0],
    [0, -1, 1, 0],
  ]) {
    const start = a[0] * x + a[1] * y + a[2] * w - off;
    const step = b[0] * x + b[1] * y + b[2] * w;
    if (step > 0) from = max(from, -start / step);
    else if (step < 0) to = min(to, -start / step);
    else if (start < 0) return;
  }
  if (!(from < to)) return;
  const [[x0, y0, w0], [x1, y1, w1]] = [from, to].map((along) => {
    project(place(along));
    return [px, py, a[2] + b[2] * along];
  });
  const length = hypot(x1 - x0, y1 - y0) || 1;
  /** The visible part, in stops. */
  let first = STOPS;
  let last = 0;
  for (let stop = 0; stop <= STOPS; stop += 1) {
    // Evenly spaced on the screen.
    const t = stop / STOPS;
    const spot = place(from + ((to - from) * t * w0) / (w1 + (w0 - w1) * t));
    project(spot);
    lookAt(spot);
    // Cells per pixel across the line.
    const [dx, dy] = moved(axis ? [0, 0, 1] : [1, 0, 0]);
    const size = length / cell / max(abs(dx * (y1 - y0) - dy * (x1 - x0)), 1e-6);
    const wanted = wide / cell;
    const far = hypot(spot[0] - uniforms[FOCUS], spot[2] - uniforms[FOCUS + 2]) / uniforms[FOCUS + 3];
    const near = around
      ? Math.exp(-((hypot(spot[0] - x, spot[2] - z) / tall / AROUND) ** 2)) * smoothstep(1 / 6, 0.1, size * uniforms[LIGHT + 3])
      : 1;
    const alpha =
      near *
      opacity *
      (below ? 0.4 : 1) *
      clamp(wanted / clamp(wanted, size * 1.1 * uniforms[LIGHT + 3], 0.5), 0.55) *
      (1 - smoothstep(0.12, 1, far)) *
      smoothstep(0.015, 0.16, abs(towards[1])) *
      (1 - clamp(size * 2 - 0.6));
    alphas[stop] = alpha;
    if (alpha < FAINT) continue;
    first = min(first, max(stop - 1, 0));
    last = min(stop + 1, STOPS);
  }
  // Most lines of a small picture are invisible: thousands of gradients would be left to the garbage collector.
  if (!last) return;
  const gradient = context.createLinearGradient(x0, y0, x1, y1);
  alphas.forEach((alpha, stop) => gradient.addColorStop(stop / STOPS, css(colour(LINE), alpha)));
  context.strokeStyle = gradient;
  context.beginPath();
  // Invisible ends would be painted, too.
  for (const stop of [first, last]) context.lineTo(x0 + ((x1 - x0) * stop) / STOPS, y0 + ((y1 - y0) * stop) / STOPS);
  context.stroke();
}
