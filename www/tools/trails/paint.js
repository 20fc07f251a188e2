/** Draws trails and the legend of their speeds into a picture, as the player shows them. Fetched with the first such picture. */
import { decimal } from '../../player/words/format.js';
import { reachOf } from './choose.js';
import { coverOf } from './cover.js';
import { LIMBS, drawTrails, shownPart } from './draw.js';
import { STOPS, scaleOf, ticks } from './speed.js';
import { T } from './strings.js';

/** @typedef {import('../../player/session/session.js').Session} Session */
/** @typedef {import('./choose.js').ChosenTrails} ChosenTrails */

const COLOURS = {
  dark: { text: '#e9ecf4', dim: '#a3adc2', halo: 'rgb(16 21 30 / .7)' },
  light: { text: '#1a2132', dim: '#4d566b', halo: 'rgb(255 255 255 / .7)' },
};
const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
/** Width of the legend, and its distance from the edges, CSS pixels. */
const WIDE = 212;
const MARGIN = 24;

/** The height of the legend below figures in a row, CSS pixels. */
const LEGEND_PX = 48;

/** @param {Session} session @param {ChosenTrails} trails @param {import('../../shown.d.ts').PaintedLook} look @returns {import('../../shown.d.ts').Painter} */
export function paint(session, trails, { width, height, theme, span }) {
  const { times, tracks } = trails;
  const reach = reachOf(session);
  const colours = tracks.map(({ joint }) => LIMBS[theme][session.info?.joints[joint]?.side ?? 'middle']);

  /** The end of the scale of speeds, metres a second. @param {[from: number, to: number]} part whose speeds it covers, seconds */
  const scale = ([from, to]) => {
    const [first, last] = [shownPart(times, from, reach)[0], shownPart(times, to, reach)[1]];
    return scaleOf(tracks.map(({ speeds }) => ({ speeds, from: first, to: last })));
  };

  /** Draws the trails, and returns the end of their scale. @param {CanvasRenderingContext2D} context @param {import('../../share/studio.js').Studio} studio @param {number} now */
  const draw = (context, studio, now) => {
    const most = scale(span ?? [now, now]);
    const moment = Float64Array.of(now);
    studio.read((stage) => {
      const matrix = stage.viewProjection();
      const places = tracks.map(({ joint }) => stage.path(joint, moment));
      const hides = studio.frame && coverOf(studio.frame, { matrix, width, height });
      drawTrails(context, trails, { matrix, places, now, reach, most, width, height, ratio: studio.ratio, colours, hides });
    });
    return most;
  };

  return {
    draw: (context, studio, now) => drawLegend(context, draw(context, studio, now), { width, ratio: studio.ratio, theme }),
    inRow: {
      draw,
      box: (studio, now) =>
        studio.read((stage) => boxOf(trails, shownPart(times, now, reach), { matrix: stage.viewProjection(), width, height })) ?? [],
      legendPx: LEGEND_PX,
      legend: (context, at) => drawLegend(context, scale(span ?? [0, session.playback.duration]), at),
    },
  };
}

/** The rectangle of trails in a picture. @param {ChosenTrails} trails @param {number[]} part indices of their points @param {{ matrix: ArrayLike<number>, width: number, height: number }} view */
function boxOf({ tracks }, [from, to], { matrix, width, height }) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points } of tracks) {
    for (let at = 3 * from; at < 3 * to; at += 3) {
      const along = (/** @type {number} */ row) =>
        matrix[row] * points[at] + matrix[4 + row] * points[at + 1] + matrix[8 + row] * points[at + 2] + matrix[12 + row];
      if (!(along(3) > 1e-6)) continue;
      const [x, y] = [((along(0) / along(3) + 1) * width) / 2, ((1 - along(1) / along(3)) * height) / 2];
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
  }
  return box;
}

/** @param {CanvasRenderingContext2D} context @param {number} most metres a second @param {{ width: number, ratio: number, theme: 'dark' | 'light', top?: number }} how width and top: CSS pixels */
function drawLegend(context, most, { width, ratio, theme, top = MARGIN }) {
  const { text, dim, halo } = COLOURS[theme];
  const wide = Math.min(WIDE, width / 3);
  const left = width - MARGIN - wide;
  context.save();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const ramp = context.createLinearGradient(left, 0, left + wide, 0);
  for (const { at, colour } of STOPS) ramp.addColorStop(at, colour);
  context.fillStyle = ramp;
  context.fillRect(left, top + 18, wide, 6);
  Object.assign(context, { font: FONT, textBaseline: 'middle', lineWidth: 3, lineJoin: 'round', strokeStyle: halo });
  /** @param {string} words @param {CanvasTextAlign} align @param {string} colour @param {number} x @param {number} y */
  const write = (words, align, colour, x, y) => {
    Object.assign(context, { textAlign: align, fillStyle: colour });
    context.strokeText(words, x, y);
    context.fillText(words, x, y);
  };
  write(T.speed, 'left', text, left, top + 6);
  write(T.unit, 'right', dim, left + wide, top + 6);
  const numbers = ticks(most);
  const last = numbers.length - 1;
  numbers.forEach((number, index) =>
    write(decimal(number), index === 0 ? 'left' : index === last ? 'right' : 'center', dim, left + (wide * index) / last, top + 34),
  );
  context.restore();
}
