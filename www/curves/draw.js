/** Draws curves on a canvas. */
import { yOf } from './axes.js';
import { placeAt, timeOf, valueOf } from './series.js';

/** @typedef {import('./axes.js').Axis} Axis */
/** @typedef {import('./series.js').Times} Times */
/** A curve to draw. @typedef {{ curve: import('./source.js').Curve, axis: Axis, colour: string, dashes: number[] }} Line */
/**
 * @typedef {object} Area
 * @property {[from: number, to: number]} window seconds
 * @property {number} left of the window, CSS pixels
 * @property {number} width
 * @property {number} ratio pixels per CSS pixel
 */
/** What draws: a canvas, or what writes SVG. @typedef {Pick<CanvasRenderingContext2D, 'beginPath' | 'moveTo' | 'lineTo' | 'closePath' | 'stroke' | 'fillText' | 'fillRect' | 'fillStyle' | 'strokeStyle' | 'lineWidth' | 'lineJoin' | 'textAlign'> & { setLineDash(dashes: number[]): void, fill(): void }} Pen */

/** Keys are marked when they are at least this far apart, CSS pixels. */
const KEY_PX = 9;
const KEY = 2.5;

/** The frames that a window shows, with one at each side. @param {Times} times @param {[number, number]} window @returns {[from: number, to: number]} indices, the last exclusive */
export function framesIn(times, [from, to]) {
  return [Math.max(0, Math.floor(placeAt(times, from))), Math.min(times.count, Math.ceil(placeAt(times, to)) + 1)];
}

/**
 * Draws a curve: through its frames, or where several share a pixel through the smallest and largest value of 2, 4, 8, .. frames.
 * @param {Pen} pen @param {Line} line @param {Times} times @param {Area} area
 */
export function trace(pen, { curve: { series, pyramid }, axis }, times, { window, left, width, ratio }) {
  const [first, end] = framesIn(times, window);
  const scale = width / (window[1] - window[0]);
  const x = (/** @type {number} */ frame) => left + (timeOf(times, frame) - window[0]) * scale;
  const level = Math.max(0, Math.ceil(Math.log2((end - first) / (width * ratio))));
  let drawn = false;
  const to = (/** @type {number} */ across, /** @type {number} */ value) => {
    // NaN breaks the line.
    if (value !== value) drawn = false;
    else if (drawn) pen.lineTo(across, yOf(axis, value));
    else {
      pen.moveTo(across, yOf(axis, value));
      drawn = true;
    }
  };
  if (!level) {
    for (let frame = first; frame < end; frame += 1) to(x(frame), valueOf(series, frame));
    return;
  }
  const size = 2 ** level;
  const [from, until] = [Math.floor(first / size), Math.ceil(end / size)];
  const nodes = pyramid.nodes(level, from, until);
  let last = NaN;
  for (let node = from; node < until; node += 1) {
    const across = x(Math.min(series.count - 1, (node + 0.5) * size) | 0);
    const [least, most] = [nodes[2 * node], nodes[2 * node + 1]];
    // The nearer end first, so that the line does not go to and fro.
    const up = last - least < most - last;
    to(across, up ? least : most);
    if (least < most) to(across, up ? most : least);
    last = up ? most : least;
  }
}

/** @param {Pen} context @param {Line[]} lines @param {Times} times @param {Area} area @param {number} thickness CSS pixels */
export function drawLines(context, lines, times, area, thickness) {
  context.lineWidth = thickness;
  context.lineJoin = 'bevel';
  for (const line of lines) {
    context.strokeStyle = line.colour;
    context.setLineDash(line.dashes);
    context.beginPath();
    trace(context, line, times, area);
    context.stroke();
  }
  context.setLineDash([]);
  if (times.keys) drawKeys(context, lines, times, area);
}

/** Marks the keys with diamonds, where there is room. @param {Pen} context @param {Line[]} lines @param {Times} times @param {Area} area */
function drawKeys(context, lines, times, { window, left, width }) {
  const [first, end] = framesIn(times, window);
  if ((end - first) * KEY_PX > width) return;
  for (const { curve: { series }, axis, colour } of lines) {
    context.fillStyle = colour;
    context.beginPath();
    for (let frame = first; frame < end; frame += 1) {
      const [x, y] = [left + ((timeOf(times, frame) - window[0]) * width) / (window[1] - window[0]), yOf(axis, valueOf(series, frame))];
      context.moveTo(x, y - KEY);
      for (const [across, down] of [[KEY, 0], [0, KEY], [-KEY, 0]]) context.lineTo(x + across, y + down);
      context.closePath();
    }
    context.fill();
  }
}
