/** Several moments side by side, like figures in papers. All are seen from the same side; the camera follows the figure. */
import { drawable } from './drawable.js';
import { COUNTS, moments, part } from './moments.js';
import { painters } from './overlay.js';
import { drawn, sheet, sizeOf, written } from './picture.js';
import { strip as vectors } from './filmstrip-svg.js';
import { Studio } from './studio.js';
import { X } from './strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').FilmstripOptions} FilmstripOptions */

/** Each figure is cropped from a square picture with this side, CSS pixels. */
export const SIDE = 600;
const HEIGHT = 240;
/** Margin around a figure, as a share of its height. */
const ROOM = 0.04;
const LABEL_PX = 22;
const FONT_PX = 12;
/** Largest width, and most pixels, of a row: every browser supports such a canvas. */
const MAX_WIDTH = 16_384;
const MAX_PIXELS = 60e6;
/** Scale of the pictures that only measure the figures. */
const MEASURE_SCALE = 0.2;

/** @param {Session} session @param {FilmstripOptions} options @returns {Promise<Blob>} */
export async function filmstrip(session, options) {
  const { type = 'image/png', labels = true } = options;
  await drawable(session);
  if (!type.startsWith('image/svg')) return written(await row(session, options), type, options.quality);
  const { height, background, look, times, from, to } = plan(session, options);
  return vectors(session, look, times, { height, labels, from, to, background });
}

/** Moments and look of the figures. @param {Session} session @param {FilmstripOptions} options */
function plan(session, options) {
  const { height = HEIGHT, scale = 1, background = false } = options;
  sizeOf(session, { height, scale });
  const [from, to] = part(session, options);
  const times = moments([from, to], options.count ?? COUNTS.usual);
  const theme = options.theme ?? (background === true ? undefined : 'light');
  const look = {
    ...options,
    width: SIDE,
    height: SIDE,
    scale: MEASURE_SCALE,
    background,
    theme,
    grid: options.grid ?? background === true,
    settings: { follow: 1, highlight: -1 },
  };
  return { height, scale, background, theme, look, times, from, to };
}

/** The row of figures as a canvas, with the trails of each moment. @param {Session} session @param {FilmstripOptions} options @param {AbortSignal} [signal] */
export async function row(session, options, signal) {
  const { height, scale, background, theme, look, times, from, to } = plan(session, options);
  const size = { width: SIDE, height: SIDE };
  const all = await painters(session, { ...size, theme: theme ?? session.get('theme'), span: [from, to] });
  const rows = all.flatMap(({ inRow }) => inRow ?? []);
  const studio = new Studio(session, look);
  try {
    /** @type {number[][]} */
    const boxes = [];
    for (const time of times) {
      signal?.throwIfAborted();
      await drawn(studio, () => {}, time);
      boxes.push(clampedBox([studio.box(), ...rows.map(({ box }) => box(studio, time))]));
    }
    const top = Math.min(...boxes.map((box) => box[1]));
    const tall = Math.max(...boxes.map((box) => box[3])) - top || SIDE;
    const room = ROOM * tall;
    const wide = Math.max(...boxes.map((box) => box[2] - box[0])) + 2 * room;
    const high = tall + 2 * room;
    const label = (options.labels ?? true) ? LABEL_PX : 0;
    const below = rows.reduce((sum, { legendPx }) => sum + legendPx, label);
    // Largest number of row pixels per CSS pixel of the squares.
    const most = Math.sqrt(MAX_PIXELS / (times.length * wide * (high + (below * high) / height)));
    studio.zoom(Math.min((height / high) * scale, MAX_WIDTH / (times.length * wide), most));
    const { ratio } = studio;
    const [cell, tallPixels] = [Math.round(wide * ratio), Math.round(high * ratio)];
    const unit = tallPixels / height;
    const { canvas, context } = sheet(cell * times.length, tallPixels + Math.round(below * unit), background);
    // The text stands on the page, or on a background of its own.
    const textTheme = background === true ? 'light' : (theme ?? session.get('theme'));
    /** Adds what tools show. @param {HTMLCanvasElement} square @param {number} time */
    const complete = (square, time) => {
      if (!rows.length) return square;
      const whole = sheet(square.width, square.height);
      whole.context.drawImage(square, 0, 0);
      for (const each of rows) each.draw(whole.context, studio, time);
      return whole.canvas;
    };
    /** @param {HTMLCanvasElement} square @param {number} index */
    const draw = (square, index) => {
      const [left, , right] = boxes[index];
      context.save();
      context.beginPath();
      // Shadows may extend below the next figure; the background and the grid may not.
      context.rect(
        look.grid || background === true ? index * cell : 0,
        0,
        look.grid || background === true ? cell : canvas.width,
        tallPixels,
      );
      context.clip();
      context.drawImage(square, Math.round(index * cell + cell / 2 - ((left + right) / 2) * ratio), Math.round((room - top) * ratio));
      context.restore();
    };
    for (const [index, time] of times.entries()) {
      signal?.throwIfAborted();
      await drawn(studio, (square) => draw(complete(square, time), index), time);
      if (!label) continue;
      context.font = `${FONT_PX * unit}px system-ui, sans-serif`;
      context.textAlign = 'center';
      context.fillStyle = textTheme === 'light' ? '#3a4152' : '#e9ecf4';
      context.fillText(X.moment(time), (index + 0.5) * cell, tallPixels + (LABEL_PX - 7) * unit);
    }
    let legendTop = tallPixels / unit + label;
    for (const { legend, legendPx } of rows) {
      legend(context, { width: canvas.width / unit, ratio: unit, theme: textTheme, top: legendTop });
      legendTop += legendPx;
    }
    return canvas;
  } finally {
    studio.close();
  }
}

/** The box around those of a figure and of what is drawn with it, clamped to its square. @param {ArrayLike<number>[]} boxes */
function clampedBox(boxes) {
  const side = (/** @type {0 | 1 | 2 | 3} */ at) =>
    boxes.map(({ [at]: value = at < 2 ? 0 : SIDE }) => value).reduce((a, b) => (at < 2 ? Math.min(a, b) : Math.max(a, b)));
  return /** @type {const} */ ([0, 1, 2, 3]).map((at) => Math.min(SIDE, Math.max(0, side(at))));
}
