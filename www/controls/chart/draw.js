/** Draws curves on a canvas. */
import { yOf } from './axes.js';
import { placeAt, timeOf, valueOf } from '../../actors/series.js';

/** @typedef {import('./axes.js').Axis} Axis */
/** @typedef {import('../../actors/series.js').Series} Series */
/** @typedef {import('../../actors/series.js').Times} Times */
/** A curve: its numbers and their pyramid. what: it shows of a joint. @typedef {{ series: Series, pyramid: import('./pyramid.js').Pyramid, joint: number, what?: string }} Curve */
/** A curve to draw. @typedef {{ curve: Curve, axis: Axis, colour: string, paper: string, dashes: number[], behind?: boolean }} Line paper: the colour on paper; behind: another curve is read, this one is seen beside it */
/**
 * @typedef {object} Area
 * @property {[from: number, to: number]} window seconds
 * @property {number} left of the window, CSS pixels
 * @property {number} width
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
function drawLine(pen, { curve: { series, pyramid }, axis, colour, dashes }, times, { window, left, width }, thickness) {
  const [first, end] = framesIn(times, window);
  const scale = width / (window[1] - window[0]);
  const x = (/** @type {number} */ frame) => left + (timeOf(times, frame) - window[0]) * scale;
  const level = Math.max(0, Math.ceil(Math.log2((end - first) / width)));
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
  const period = dashes.reduce((sum, dash) => sum + dash, 0);
  const point = (/** @type {number} */ node, /** @type {0 | 1} */ side, /** @type {'moveTo' | 'lineTo'} */ way) =>
    pen[way](x(Math.min(series.count - 1, Math.floor((node + 0.5) * size))), yOf(axis, nodes[2 * node + side]) + (0.5 - side) * thickness);
  for (let begin = from, node = from; node <= until; node += 1) {
    // NaN and the gap after a dash end a stretch: along its largest values, and back along the smallest.
    if (node < until && nodes[2 * node] === nodes[2 * node] && !(((node * size * width) / (end - first)) % period >= dashes[0])) continue;
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

/**
 * Paints many curves whose frames share pixels: columns from the smallest to the largest value, without smooth edges, at a fraction of the cost. Each
 * pixel is painted once, by the last curve that covers it.
 * @param {ImageData} image @param {number} ratio its pixels per CSS pixel
 * @param {Line[]} lines @param {Times} times @param {Omit<Area, 'left'>} area @param {number} thickness CSS pixels
 */
export function paintLines({ data, width: across, height }, ratio, lines, times, { window, width }, thickness) {
  const pixels = new Uint32Array(data.buffer);
  pixels.fill(0);
  const [first, end] = framesIn(times, window);
  const level = Math.max(1, Math.ceil(Math.log2((end - first) / width)));
  const size = 2 ** level;
  const [from, until] = [Math.floor(first / size), Math.ceil(end / size)];
  const x = (/** @type {number} */ node) =>
    Math.max(
      0,
      Math.min(
        across,
        Math.round(((timeOf(times, Math.min(times.count - 1, node * size)) - window[0]) * width * ratio) / (window[1] - window[0])),
      ),
    );
  const starts = Int32Array.from({ length: until - from + 1 }, (_, index) => x(from + index));
  const rows = lines.map(({ curve: { pyramid } }) => pyramid.nodes(level, from, until));
  // Bytes are red, green, blue, opacity: a number with the lowest first.
  const inks = Uint32Array.from(
    lines,
    ({ colour }) => 0xff000000 + parseInt(colour.slice(5) + colour.slice(3, 5) + colour.slice(1, 3), 16),
  );
  // Where the value 0 is, and the height of 1.
  const zeros = Float64Array.from(lines, ({ axis }) => yOf(axis, 0) * ratio);
  const ones = Float64Array.from(lines, ({ axis }, index) => yOf(axis, 1) * ratio - zeros[index]);
  const half = (thickness * ratio) / 2;
  // For each row of a column the next one, itself included, that has no colour yet.
  const free = new Uint32Array(height + 1);
  for (let node = from; node < until; node += 1) {
    const [start, stop] = [starts[node - from], starts[node - from + 1]];
    for (let y = 0; y <= height; y += 1) free[y] = y;
    for (let index = lines.length - 1; index >= 0; index -= 1) {
      const nodes = rows[index];
      // Destructuring an array would cost more than the drawing.
      let least = nodes[2 * node];
      let most = nodes[2 * node + 1];
      // As far as the column before, so that the line has no gaps; comparisons with NaN are false.
      if (node > from) {
        if (least > nodes[2 * node - 1]) least = nodes[2 * node - 1];
        if (most < nodes[2 * node - 2]) most = nodes[2 * node - 2];
      }
      const bottom = Math.min(height, Math.round(zeros[index] + ones[index] * least + half));
      let y = Math.max(0, Math.round(zeros[index] + ones[index] * most - half));
      while (y < bottom) {
        const next = free[y];
        if (next === y) for (let at = y * across + start; at < y * across + stop; at += 1) pixels[at] = inks[index];
        // All rows down to the bottom have a colour after this curve.
        if (next < bottom) free[y] = bottom;
        y = next === y ? y + 1 : next;
      }
    }
  }
}

/** Marks the keys with diamonds, where there is room. @param {Pen} context @param {Line[]} lines @param {Times} times @param {Area} area */
function drawKeys(context, lines, times, { window, left, width }) {
  const [first, end] = framesIn(times, window);
  if ((end - first) * KEY_PX > width) return;
  for (const {
    curve: { series },
    axis,
    colour,
  } of lines) {
    context.fillStyle = colour;
    context.beginPath();
    for (let frame = first; frame < end; frame += 1) {
      const [x, y] = [left + ((timeOf(times, frame) - window[0]) * width) / (window[1] - window[0]), yOf(axis, valueOf(series, frame))];
      context.moveTo(x, y - KEY);
      for (const [across, down] of [
        [KEY, 0],
        [0, KEY],
        [-KEY, 0],
      ])
        context.lineTo(x + across, y + down);
      context.closePath();
    }
    context.fill();
  }
}
