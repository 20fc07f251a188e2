/** Draws trails and the legend of their speeds into a picture, as the player shows them. Fetched with the first such picture. */
import { decimal } from '../player/words/format.js';
import { reachOf } from '../trails/choose.js';
import { LIMBS, drawTrails, shownPart } from '../trails/draw.js';
import { STOPS, scaleOf, ticks } from '../trails/speed.js';
import { T } from '../trails/strings.js';

const COLOURS = { dark: { text: '#e9ecf4', dim: '#a3adc2', halo: 'rgb(16 21 30 / .7)' }, light: { text: '#1a2132', dim: '#4d566b', halo: 'rgb(255 255 255 / .7)' } };
const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
/** Width of the legend, and its distance from the edges, CSS pixels. */
const WIDE = 212;
const MARGIN = 24;

/**
 * @param {CanvasRenderingContext2D} context of the picture @param {import('../player/session/session.js').Session} session
 * @param {NonNullable<ReturnType<import('./studio.js').Studio['trails']>>} seen
 * @param {{ width: number, height: number, ratio: number, theme: 'dark' | 'light' }} how width and height: CSS pixels; ratio: pixels per CSS pixel
 */
export function drawTrailsOnPaper(context, session, { trails, matrix, places, now }, { width, height, ratio, theme }) {
  const reach = reachOf(session);
  const colours = trails.tracks.map(({ joint }) => LIMBS[theme][session.info?.joints[joint]?.side ?? 'middle']);
  const [from, to] = shownPart(trails.times, now, reach);
  const most = scaleOf(trails.tracks.map(({ speeds }) => ({ speeds, from, to })));
  drawTrails(context, trails, { matrix, places, now, reach, most, width, height, ratio, colours });
  drawLegend(context, most, { width, ratio, theme });
}

/** @param {CanvasRenderingContext2D} context @param {number} most metres a second @param {{ width: number, ratio: number, theme: 'dark' | 'light' }} how */
function drawLegend(context, most, { width, ratio, theme }) {
  const { text, dim, halo } = COLOURS[theme];
  const wide = Math.min(WIDE, width / 3);
  const left = width - MARGIN - wide;
  context.save();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const ramp = context.createLinearGradient(left, 0, left + wide, 0);
  for (const { at, colour } of STOPS) ramp.addColorStop(at, colour);
  context.fillStyle = ramp;
  context.fillRect(left, MARGIN + 18, wide, 6);
  Object.assign(context, { font: FONT, textBaseline: 'middle', lineWidth: 3, lineJoin: 'round', strokeStyle: halo });
  /** @param {string} words @param {CanvasTextAlign} align @param {string} colour @param {number} x @param {number} y */
  const write = (words, align, colour, x, y) => {
    Object.assign(context, { textAlign: align, fillStyle: colour });
    context.strokeText(words, x, y);
    context.fillText(words, x, y);
  };
  write(T.speed, 'left', text, left, MARGIN + 6);
  write(T.unit, 'right', dim, left + wide, MARGIN + 6);
  const numbers = ticks(most);
  const last = numbers.length - 1;
  numbers.forEach((number, index) => write(decimal(number), index === 0 ? 'left' : index === last ? 'right' : 'center', dim, left + (wide * index) / last, MARGIN + 34));
  context.restore();
}
