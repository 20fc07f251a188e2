/** A chart of numbers over time, as wide as the timeline: lines, scales, and the numbers at the playhead and at the pointer. */
import css from './chart.css';
import { h, setAttr, setText } from '../../player/base/dom.js';
import { style } from '../../player/element/shell.js';
import { clock } from '../../player/words/format.js';
import { axesFor, padded, spread, yOf } from './axes.js';
import { drawLines, framesIn, paintLines } from './draw.js';
import { Readout, reading } from './readout.js';
import { placeAt, valueAt } from '../../actors/series.js';
import { V } from './strings.js';

/** @typedef {import('./axes.js').Axis} Axis */
/** @typedef {import('./draw.js').Line} Line */
/** @typedef {import('../../actors/series.js').Unit} Unit */
/**
 * What the chart is about.
 * @typedef {object} Subject
 * @property {boolean} on it is shown
 * @property {import('../controls.js').Controls} ui
 * @property {import('../timeline.js').Timeline} timeline
 * @property {{ times: import('../../actors/series.js').Times }} source
 * @property {[from: number, to: number]} window seconds
 * @property {number} joint whose lines need no name; -1 for none
 * @property {(joint: number) => string} nameOf
 * @property {() => void} writeWindow
 */

/** Room at the right of the lines for their letters, above and below them, CSS pixels. */
const LETTERS_PX = 18;
const TOP_PX = 12;
const BOTTOM_PX = 8;
const APART_PX = 16;
const LINE_PX = 1.8;
const FONT_PX = 12;
/** Most lines that are drawn smoothly where frames share pixels. */
const SMOOTH = 16;
/** Numbers change at most this often while the motion plays: faster ones cannot be read. */
const NUMBERS_MS = 100;
/** The playhead rests when it has not moved for this long. */
const REST_MS = 500;
/** Of lines that have not been drawn. @type {Axis} */
const NO_AXIS = { unit: 'deg', side: 'left', range: [0, 1], top: 0, bottom: 0, lines: [] };
/** Rows for screen readers. */
const MOST_ROWS = 24;
/** As the style sheet of the dock has it. */
const SPARK = { width: 120, height: 16 };

export class Plot {
  /** Two fingers pinch: neither drags nor seeks. */
  pinching = false;
  /** @type {Line[]} */
  lines = [];
  /** The readouts have these lines. */
  #filled = false;
  /** Of many curves. @type {ImageData | undefined} */
  #image;
  /** @type {Map<Unit, [number, number]>} */
  #ranges = new Map();
  /** What the ranges belong to. */
  #of = '';
  #pending = 0;
  #writtenAt = 0;
  #pointed = NaN;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  #canvas = h('canvas', { role: 'img' });
  #nothing = h('p', { class: 'nothing' }, V.choose);
  #now = new Readout('now-of-curves');
  #there = new Readout('there-of-curves');
  #rows = h('tbody');
  #voice = h('div', { class: 'sr', 'aria-live': 'polite' });
  table = h('table', { class: 'sr' }, h('caption', {}, V.values), this.#rows);
  surface = h('div', { class: 'surface' });
  root = h('div', { class: 'plot' }, this.#canvas, this.#nothing, this.#now.root, this.#there.root, this.surface, this.#voice);

  /** @param {Subject} pane */
  constructor(pane) {
    this.pane = pane;
    style(pane.ui.shadow, css);
    // The GPU's process crashed and took the picture with it.
    this.#canvas.oncontextrestored = () => this.later();
  }

  /** CSS pixels: in a low player the timeline is narrower. */
  get width() {
    return this.root.offsetWidth;
  }

  /** @param {Omit<Line, 'axis'>[]} lines */
  fill(lines) {
    const of = lines.map(({ curve: { series } }) => series.key).join();
    if (of !== this.#of) this.#ranges.clear();
    this.#of = of;
    this.lines = lines.map((line) => ({ ...line, axis: NO_AXIS }));
    this.#filled = false;
    this.later();
  }

  /** The lines with letters and numbers. */
  get #read() {
    return this.lines.filter(({ behind }) => !behind);
  }

  /** Draws before the next picture. */
  later() {
    this.#pending ||= requestAnimationFrame(() => {
      this.#pending = 0;
      this.draw();
    });
  }

  /** The ranges of the values in the window. While the motion plays they stay as long as the window does. */
  #scale() {
    const {
      source: { times },
      ui: { session },
      window,
    } = this.pane;
    const [first, end] = framesIn(times, window);
    /** @type {Map<Unit, [number, number]>} */
    const ranges = new Map();
    for (const {
      curve: {
        pyramid,
        series: { unit },
      },
    } of this.lines) {
      const [least, most] = pyramid.range(first, end);
      const [low, high] = ranges.get(unit) ?? [NaN, NaN];
      ranges.set(unit, [least >= low ? low : least, most <= high ? high : most]);
    }
    const key = window.join();
    if (!session.playback.paused && key === this.#windowed && [...ranges.keys()].every((unit) => this.#ranges.has(unit))) return;
    this.#windowed = key;
    this.#ranges = ranges;
  }
  #windowed = '';

  draw() {
    const { pane } = this;
    const {
      source: { times },
      window,
    } = pane;
    const { width } = this;
    const { offsetHeight: height } = this.root;
    if (!pane.on || !height || !width) return;
    pane.writeWindow();
    this.#scale();
    const units = [...this.#ranges].map(([unit, range]) => ({ unit, range: padded(range, unit) }));
    const axes = axesFor(units.length ? units : [{ unit: 'deg', range: [-60, 60] }], TOP_PX, height - BOTTOM_PX);
    for (const line of this.lines) line.axis = /** @type {Axis} */ (axes.find(({ unit }) => unit === line.curve.series.unit));
    const ratio = devicePixelRatio;
    const [wide, high] = [Math.round((width + LETTERS_PX) * ratio), Math.round(height * ratio)];
    if (this.#canvas.width !== wide || this.#canvas.height !== high) Object.assign(this.#canvas, { width: wide, height: high });
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width + LETTERS_PX, height);
    const ink = getComputedStyle(this.root).color;
    const area = { window, left: 0, width };
    const [first, end] = framesIn(times, window);
    const many = this.lines.length > SMOOTH && end - first > width / 2;
    if (many) {
      const across = Math.round(width * ratio);
      if (this.#image?.width !== across || this.#image.height !== high) this.#image = context.createImageData(across, high);
      paintLines(this.#image, ratio, this.lines, times, area, LINE_PX);
      context.putImageData(this.#image, 0, 0);
      context.globalCompositeOperation = 'destination-over';
    }
    drawAxes(context, axes, width, ink, Boolean(units.length));
    context.globalCompositeOperation = 'source-over';
    if (!many) {
      context.save();
      context.beginPath();
      context.rect(0, 0, width, height);
      context.clip();
      drawLines(context, this.lines, times, area, LINE_PX);
      context.restore();
    }
    this.#letters(context, width, height);
    if (!this.#filled) {
      this.#filled = true;
      this.#nothing.hidden = pane.joint >= 0 || this.lines.length > 0;
      setAttr(this.#canvas, 'aria-label', V.shown(pane.nameOf(pane.joint), this.#read.length));
      const nameOf = (/** @type {Line} */ { curve: { joint, series } }) =>
        series.title || joint === pane.joint ? '' : ` ${pane.nameOf(joint)}`;
      for (const each of [this.#now, this.#there]) each.fill(this.#read, nameOf);
    }
    this.move(true);
    this.point(this.#pointed);
  }

  /** The lines without scales and numbers, as high as a line of text; null without any. */
  spark() {
    const {
      source: { times },
      window,
    } = this.pane;
    if (!this.lines.length || !times.count) return null;
    const ratio = devicePixelRatio;
    const canvas = h('canvas', { class: 'spark', width: SPARK.width * ratio, height: SPARK.height * ratio, 'aria-hidden': 'true' });
    const context = canvas.getContext('2d');
    if (!context) return null;
    this.#scale();
    const units = [...this.#ranges].map(([unit, range]) => ({ unit, range: padded(range, unit) }));
    const axes = axesFor(units, 1, SPARK.height - 1);
    const lines = this.lines.map((line) => ({
      ...line,
      axis: /** @type {Axis} */ (axes.find(({ unit }) => unit === line.curve.series.unit)),
    }));
    context.scale(ratio, ratio);
    drawLines(context, lines, times, { window, left: 0, width: SPARK.width }, 1);
    return canvas;
  }

  /** Names the lines at their right ends. @param {CanvasRenderingContext2D} context @param {number} width @param {number} height */
  #letters(context, width, height) {
    const {
      source: { times },
      window: [, to],
    } = this.pane;
    const ends = this.#read
      .map((line) => ({ line, y: yOf(line.axis, valueAt(line.curve.series, placeAt(times, to))) }))
      .filter(({ y, line: { axis } }) => y >= axis.top && y <= axis.bottom);
    // More letters than the height has room for would name nothing.
    if (ends.length * APART_PX > height) return;
    context.font = `600 ${FONT_PX}px ${getComputedStyle(this.root).fontFamily}`;
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    spread(
      ends.map(({ y }) => y),
      APART_PX,
      APART_PX / 2,
      height - APART_PX / 2,
    ).forEach((y, index) => {
      const {
        line: { colour, curve },
      } = ends[index];
      context.fillStyle = colour;
      context.fillText(curve.series.letter ?? '', width + 3, y);
    });
  }

  /** Moves the line at the playhead. @param {boolean} [redrawn] */
  move(redrawn = false) {
    const { pane } = this;
    const {
      source: { times },
      timeline: { zoom },
      ui: {
        session: { playback },
      },
    } = pane;
    const { width } = this;
    if (!pane.on || !width) return;
    const now = performance.now();
    const numbers = redrawn || playback.paused || now - this.#writtenAt >= NUMBERS_MS;
    if (numbers) this.#writtenAt = now;
    this.#now.show(zoom.across(playback.placeOf(playback.time)) * width, playback.time, { width, times }, numbers);
    clearTimeout(this.#resting);
    if (playback.paused) this.#resting = setTimeout(() => this.#rest(), REST_MS);
  }

  /** Writes the numbers where screen readers find them, and lets them be read if the keyboard is here. */
  #rest() {
    const { pane } = this;
    const {
      source: { times },
      ui: {
        session: { info, playback },
        shadow,
        bar,
      },
    } = pane;
    if (!pane.on || !info) return;
    const place = placeAt(times, playback.time);
    const rows = this.lines
      .slice(0, MOST_ROWS)
      .map(({ curve: { joint, series } }) => [
        series.title ?? `${pane.nameOf(joint)}, ${series.label}`,
        reading(series, valueAt(series, place)),
      ]);
    this.#rows.replaceChildren(...rows.map(([name, value]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, value))));
    if (bar?.root.contains(shadow.activeElement)) setText(this.#voice, rows.map((row) => row.join(' ')).join('; '));
  }

  /** Reads the numbers at the pointer. @param {number} x CSS pixels; NaN: it is elsewhere */
  point(x) {
    const {
      source: { times },
      timeline: { zoom },
      ui: {
        session: { playback },
      },
    } = this.pane;
    this.#pointed = x;
    this.root.toggleAttribute('data-pointed', x === x && this.lines.length > 0);
    if (x !== x || !this.lines.length) {
      this.#there.hide();
      return;
    }
    const seconds = playback.secondsAt(zoom.place(x / this.width));
    this.#there.show(x, seconds, { width: this.width, times }, true, V.when(clock(seconds, playback.duration || 0)));
  }
}

/** @param {CanvasRenderingContext2D} context @param {Axis[]} axes @param {number} width @param {string} ink @param {boolean} numbers */
function drawAxes(context, axes, width, ink, numbers) {
  context.font = `${FONT_PX}px ${getComputedStyle(/** @type {Element} */ (context.canvas.parentElement)).fontFamily}`;
  context.textBaseline = 'alphabetic';
  for (const axis of axes) {
    const left = axis.side === 'left';
    for (const value of axis.lines) {
      const y = Math.round(yOf(axis, value)) + 0.5;
      if (left) {
        context.globalAlpha = value ? 0.08 : 0.2;
        context.fillStyle = ink;
        context.fillRect(0, y - 0.5, width, 1);
      }
      if (!numbers) continue;
      context.globalAlpha = 0.72;
      context.fillStyle = ink;
      context.textAlign = left ? 'left' : 'right';
      if (y > FONT_PX) context.fillText(V.tick(value, V.units[axis.unit]), left ? 4 : width - 4, y - 4);
    }
  }
  context.globalAlpha = 1;
}
