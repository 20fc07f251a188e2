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
 * @property {boolean} [bars] where frames share a pixel, columns of pixels are drawn in place of smooth areas, which cost much more
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
 * Draws a curve: a line through its frames, or where several share a pixel the area between the smallest and largest value of 2, 4, 8, .. frames.
 * @param {Pen} pen @param {Line} line @param {Times} times @param {Area} area @param {number} thickness CSS pixels
 */
function drawLine(pen, { curve: { series, pyramid }, axis, colour, dashes }, times, { window, left, width, bars = false }, thickness) {
  const [first, end] = framesIn(times, window);
  const scale = width / (window[1] - window[0]);
  const x = (/** @type {number} */ frame) => left + (timeOf(times, frame) - window[0]) * scale;
  const level = Math.max(0, Math.ceil(Math.log2((end - first) / width)) + Number(bars));
  pen.beginPath();
  if (!level) {
    let way = /** @type {'moveTo' | 'lineTo'} */ ('moveTo');
    for (let frame = first; frame < end; frame += 1) {
      const value = valueOf(series, frame);
      // NaN breaks the line.
      if (value === value) pen[way](x(frame), yOf(axis, value));
      way = value === value ? 'lineTo' : 'moveTo';
    }
    pen.strokeStyle = colour;
    pen.setLineDash(dashes);
    pen.stroke();
    return;
  }
  const size = 2 ** level;
  const [from, until] = [Math.floor(first / size), Math.ceil(end / size)];
  const nodes = pyramid.nodes(level, from, until);
  pen.fillStyle = colour;
  if (bars) {
    let [below, above] = [NaN, NaN];
    for (let node = from; node < until; node += 1) {
      const [least, most] = [nodes[2 * node], nodes[2 * node + 1]];
      const start = Math.round(x(node * size));
      // As far as the column before, so that the line has no gaps.
      const [low, high] = [yOf(axis, least > above ? above : least) + thickness / 2, yOf(axis, most < below ? below : most) - thickness / 2];
      if (least === least) pen.fillRect(start, high, Math.round(x((node + 1) * size)) - start, low - high);
      [below, above] = [least, most];
    }
    return;
  }
  const period = dashes.reduce((sum, dash) => sum + dash, 0);
  const point = (/** @type {number} */ node, /** @type {0 | 1} */ side, /** @type {'moveTo' | 'lineTo'} */ way) =>
    pen[way](x(Math.min(series.count - 1, Math.floor((node + 0.5) * size))), yOf(axis, nodes[2 * node + side]) + (0.5 - side) * thickness);
  for (let begin = from, node = from; node <= until; node += 1) {
    // NaN and the gap after a dash end a stretch: along its largest values, and back along the smallest.
    if (node < until && nodes[2 * node] === nodes[2 * node] && !((node * size * width) / (end - first) % period >= dashes[0])) continue;
    for (let at = begin; at < node; at += 1) point(at, 1, at > begin ? 'lineTo' : 'moveTo');
    for (let at = node - 1; at >= begin; at -= 1) point(at, 0, 'lineTo');
    if (begin < node) pen.closePath();
    begin = node + 1;
  }
  pen.fill();
}

/** @param {Pen} pen @param {Line[]} lines @param {Times} times @param {Area} area @param {number} thickness CSS pixels */
export function drawLines(pen, lines, times, area, thickness) {
  pen.lineWidth = thickness;
  pen.lineJoin = 'bevel';
  for (const line of lines) drawLine(pen, line, times, area, thickness);
  pen.setLineDash([]);
  if (times.keys) drawKeys(pen, lines, times, area);
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
