/** Takes curves out of the player: as CSV, for NumPy, and as pictures for paper. Fetched when something is copied or saved. */
import { fileName, fileOf, save } from '../../share/downloads.js';
import { T, partOf } from '../../share/table-part.js';
import { columnOf, number, quoted, table } from '../../share/table.js';
import { npz } from './npz.js';
import { FONT, SvgPen, paintPaper } from './paper.js';
import { timeOf, valueOf } from '../../actors/series.js';
import { V } from './strings.js';

/** @typedef {import('./index.js').Pane} Pane */

/** Of a picture for paper, CSS pixels; PNG has three times as many. */
const SIZE = { width: 720, height: 340 };
const SCALE = 3;

/** The frames of a part of the clip. @param {Pane} pane @param {[number, number]} span seconds @returns {number[]} */
function framesOf({ source: { times } }, [from, to]) {
  const near = 1e-6;
  return Array.from({ length: times.count }, (_, frame) => frame).filter(
    (frame) => timeOf(times, frame) >= from - near && timeOf(times, frame) <= to + near,
  );
}

/** The curves as a table: a row for each frame, a column for each curve. @param {Pane} pane @param {[number, number]} span seconds */
function csv(pane, span) {
  const {
    plot: { lines },
    source: { times },
    ui: { session },
  } = pane;
  const title = (/** @type {import('../../controls/chart/draw.js').Line} */ { behind, curve: { joint, series, what } }) =>
    `${what ? `${what} ${session.info?.joints[joint].name}${behind ? ' before' : ''}` : columnOf(series.key)} [${series.unit}]`;
  const rows = framesOf(pane, span).map((frame) => [
    String(frame),
    number(timeOf(times, frame)),
    ...lines.map(({ curve: { series } }) => number(valueOf(series, frame))),
  ]);
  return table([['frame', 'time', ...lines.map((line) => quoted(title(line)))], ...rows]);
}

/** The curves as arrays: `frame`, `time`, and one of each curve, named as the attribute `curves` has it. @param {Pane} pane @param {[number, number]} span */
function arrays(pane, span) {
  const {
    plot: { lines },
    source: { times },
  } = pane;
  const frames = framesOf(pane, span);
  return npz([
    ['frame', Int32Array.from(frames)],
    ['time', Float64Array.from(frames, (frame) => timeOf(times, frame))],
    ...lines.map(
      ({ curve: { series } }) =>
        /** @type {[string, Float64Array<ArrayBuffer>]} */ ([series.key, Float64Array.from(frames, (frame) => valueOf(series, frame))]),
    ),
  ]);
}

/** @param {Pane} pane @param {OffscreenCanvas | HTMLCanvasElement} canvas @param {boolean} [values] with the values at the playhead */
function paint(pane, canvas, values) {
  Object.assign(canvas, { width: SIZE.width * SCALE, height: SIZE.height * SCALE });
  const context = /** @type {CanvasRenderingContext2D | null} */ (canvas.getContext('2d'));
  if (!context) throw new DOMException('', 'InvalidStateError');
  context.scale(SCALE, SCALE);
  context.font = FONT;
  paintPaper(context, pane, SIZE, values);
}

/** The curves for a printed page, with the values at the playhead. @param {Pane} pane @returns {HTMLCanvasElement} */
export function sheet(pane) {
  const canvas = document.createElement('canvas');
  paint(pane, canvas, true);
  return canvas;
}

/** @param {Pane} pane */
async function png(pane) {
  const canvas = new OffscreenCanvas(1, 1);
  paint(pane, canvas);
  return canvas.convertToBlob();
}

/** @param {Pane} pane */
function svg(pane) {
  const pen = new SvgPen(SIZE);
  paintPaper(pen, pane, SIZE);
  return pen.finish(pane.ui.session.info?.name ?? '');
}

/**
 * Copies the curves as CSV, or saves them: numbers of the loop range, else of the window or, saved, of the whole clip; pictures of the window.
 * @param {Pane} pane @param {'copy' | 'csv' | 'npz' | 'svg' | 'png'} how
 */
export async function take(pane, how) {
  const { session } = pane.ui;
  const { begin, duration } = session.playback;
  const { span, words } = partOf(session, how === 'copy' ? pane.window : [begin, duration]);
  if (how === 'copy') {
    const done = await navigator.clipboard.writeText(csv(pane, span)).then(
      () => true,
      () => false,
    );
    session.say(done ? T.copied(words) : V.notCopied);
    return;
  }
  const type = { csv: 'text/csv', npz: 'application/npz', svg: 'image/svg+xml', png: 'image/png' }[how];
  const content = how === 'csv' ? csv(pane, span) : how === 'npz' ? arrays(pane, span) : how === 'svg' ? svg(pane) : await png(pane);
  const name = fileName(session.info?.name ?? '', 'curves', type);
  save(session, [fileOf(content, name, type)], how === 'csv' || how === 'npz' ? T.saved(name, words) : undefined);
}
