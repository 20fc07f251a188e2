/** Curves as a figure for papers: black on white, with the axes outside, and a key above. */
import { axesFor, padded, yOf } from '../../controls/chart/axes.js';
import { drawLines, framesIn } from '../../controls/chart/draw.js';
import { reading } from '../../controls/chart/readout.js';
import { placeAt, valueAt } from '../../actors/series.js';
import { V as C } from '../../controls/chart/strings.js';
import { V } from './strings.js';

/** @typedef {import('./index.js').Pane} Pane */
/** @typedef {import('../../controls/chart/draw.js').Pen} Pen */

export const FONT = '12px Helvetica, Arial, sans-serif';
/** Room around the curves. */
const ROOM = { left: 52, right: 58, top: 34, bottom: 40 };
const INK = '#1a2132';
const PAPER = '#ffffff';
const FAINT = '#d5dae4';
/** Seconds between the numbers of the time axis. */
const SECONDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800];
const APART = 64;
/** Of the key: the length of a line, the height of a row, and the usual width of a letter. */
const SAMPLE = 22;
const ROW = 18;
const LETTER = 6.2;

/** @param {Pen} pen @param {Pane} pane @param {{ width: number, height: number }} size CSS pixels @param {boolean} [values] with the playhead and the values there */
export function paintPaper(pen, pane, { width, height }, values = false) {
  const {
    plot,
    source: { times },
    ui: {
      session: {
        playback: { time: now },
      },
    },
    window,
  } = pane;
  const [left, right] = [ROOM.left, width - ROOM.right];
  const [first, end] = framesIn(times, window);
  /** @type {Map<import('../../actors/series.js').Unit, [number, number]>} */
  const ranges = new Map();
  for (const {
    curve: {
      pyramid,
      series: { unit },
    },
  } of plot.lines) {
    const [least, most] = pyramid.range(first, end);
    const [low, high] = ranges.get(unit) ?? [least, most];
    ranges.set(unit, [Math.min(low, least), Math.max(high, most)]);
  }
  const lines = plot.lines.map((each) => ({ ...each, colour: each.paper }));
  // The key, in as many rows as it needs.
  let [x, y] = [left, 20];
  const key = lines.map((each) => {
    const {
      curve: { joint, what, series },
    } = each;
    const { label, title } = series;
    const value = values ? `  ${reading(series, valueAt(series, placeAt(times, now)))}` : '';
    const words = (title ?? `${pane.nameOf(joint)} ${what?.length === 1 ? V.first(label) : label}`) + value;
    const wide = SAMPLE + 22 + LETTER * words.length;
    if (x > left && x + wide > width) [x, y] = [left, y + ROW];
    x += wide;
    return { x: x - wide, y, words, line: each };
  });
  const axes = axesFor(
    [...ranges].map(([unit, range]) => ({ unit, range: padded(range, unit) })),
    ROOM.top + y - 20,
    height - ROOM.bottom,
  );
  const line = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ wide, /** @type {number} */ high, colour = INK) => {
    pen.fillStyle = colour;
    pen.fillRect(x, y, wide, high);
  };
  const text = (/** @type {string} */ words, /** @type {number} */ x, /** @type {number} */ y, /** @type {CanvasTextAlign} */ align) => {
    pen.fillStyle = INK;
    pen.textAlign = align;
    pen.fillText(words, x, y);
  };
  line(0, 0, width, height, PAPER);
  for (const axis of axes) {
    if (axis.side === 'left') for (const value of axis.lines) line(left, yOf(axis, value) - 0.25, right - left, 0.5, value ? FAINT : INK);
  }
  drawLines(
    pen,
    lines.map((each) => ({
      ...each,
      axis: /** @type {import('../../controls/chart/axes.js').Axis} */ (axes.find(({ unit }) => unit === each.curve.series.unit)),
    })),
    times,
    { window, left, width: right - left },
    1.2,
  );
  if (values && now >= window[0] && now <= window[1])
    line(
      left + ((now - window[0]) * (right - left)) / (window[1] - window[0]) - 0.5,
      ROOM.top + y - 20,
      1,
      height - ROOM.bottom - ROOM.top - y + 20,
    );
  // Covers the frames at both sides of the window.
  line(0, 0, left, height, PAPER);
  line(right, 0, width - right, height, PAPER);
  for (const axis of axes) {
    const atLeft = axis.side === 'left';
    for (const value of axis.lines)
      text(C.tick(value, C.units[axis.unit]), atLeft ? left - 6 : right + 6, yOf(axis, value) + 4, atLeft ? 'right' : 'left');
    line(atLeft ? left : right, axis.top, 0.5, axis.bottom - axis.top);
  }
  // The axis of time.
  const scale = (right - left) / (window[1] - window[0]);
  const step = SECONDS.find((each) => each * scale >= APART) ?? 3600;
  const below = height - ROOM.bottom;
  line(left, below, right - left, 0.5);
  for (let n = Math.ceil(window[0] / step - 1e-6); n * step <= window[1] + 1e-9; n += 1) {
    const x = left + (n * step - window[0]) * scale;
    line(x, below, 0.5, 4);
    text(C.tick(n * step, n * step + step > window[1] ? V.second : ''), x, below + 18, 'center');
  }
  for (const {
    x,
    y,
    words,
    line: { colour, dashes },
  } of key) {
    pen.strokeStyle = colour;
    pen.lineWidth = 1.6;
    pen.setLineDash(dashes);
    pen.beginPath();
    pen.moveTo(x, y - 4);
    pen.lineTo(x + SAMPLE, y - 4);
    pen.stroke();
    text(words, x + SAMPLE + 6, y, 'left');
  }
  pen.setLineDash([]);
}

/** @param {number} value */
const n = (value) => String(Number(value.toFixed(2)));
/** @param {string} words */
const escaped = (words) =>
  words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

/** Writes as SVG what is drawn with it as with a canvas. */
export class SvgPen {
  /** @type {Pen['fillStyle']} */
  fillStyle = INK;
  /** @type {Pen['strokeStyle']} */
  strokeStyle = INK;
  lineWidth = 1;
  /** @type {CanvasLineJoin} */
  lineJoin = 'bevel';
  /** @type {CanvasTextAlign} */
  textAlign = 'left';
  #path = '';
  #dashes = '';
  /** @type {string[]} */
  #parts = [];

  /** @param {{ width: number, height: number }} size */
  constructor(size) {
    this.size = size;
  }

  /** @param {number[]} dashes */
  setLineDash(dashes) {
    this.#dashes = dashes.join(' ');
  }
  beginPath() {
    this.#path = '';
  }
  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#path += `M${n(x)} ${n(y)}`;
  }
  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.#path += `L${n(x)} ${n(y)}`;
  }
  closePath() {
    this.#path += 'Z';
  }
  stroke() {
    const dashes = this.#dashes && ` stroke-dasharray="${this.#dashes}"`;
    if (this.#path)
      this.#parts.push(
        `<path d="${this.#path}" fill="none" stroke="${this.strokeStyle}" stroke-width="${n(this.lineWidth)}" stroke-linejoin="${this.lineJoin}"${dashes}/>`,
      );
  }

  fill() {
    if (this.#path) this.#parts.push(`<path d="${this.#path}" fill="${this.fillStyle}"/>`);
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.#parts.push(`<path d="M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z" fill="${this.fillStyle}"/>`);
  }
  /** @param {string} words @param {number} x @param {number} y */
  fillText(words, x, y) {
    const anchor = { right: ' text-anchor="end"', center: ' text-anchor="middle"' }[String(this.textAlign)] ?? '';
    this.#parts.push(`<text x="${n(x)}" y="${n(y)}" fill="${this.fillStyle}"${anchor}>${escaped(words)}</text>`);
  }

  /** @param {string} title */
  finish(title) {
    const { width, height } = this.size;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="Helvetica, Arial, sans-serif" font-size="12">\n<title>${escaped(`${V.title}: ${title}`)}</title>\n${this.#parts.join('\n')}\n</svg>\n`;
  }
}
