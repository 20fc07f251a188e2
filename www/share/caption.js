/** Captions of pictures and films: a text of one's own, or what labels say of each moment. */
import { shownTools } from '../player/element/rooms.js';
import { directionOf } from '../player/words/direction.js';

/** @typedef {import('../player/session/session.js').Session} Session */

/** Their colours, their size and their distance from the edges as shares of the height. */
export const CAPTION = { dark: '#c9d3e6', light: '#3a4152', size: 1 / 24, edge: 1 / 24 };
/** Lines of what labels say, and the height of each as a share of the letters'. */
const [MOST_LINES, LINE] = [2, 1.3];
/** The least size of a text of one's own, pixels. */
const LEAST_PX = 9;
/** Letters that are looked at. */
const MOST_LETTERS = 1000;

/** Whether something that is shown has captions. @param {Session} session */
export const hasCaptions = (session) => shownTools(session).some(({ caption }) => caption);

/**
 * Writes the caption of a moment at the lower left; nothing if there is none.
 * @param {CanvasRenderingContext2D} context in its pixels @param {Session} session
 * @param {{ caption?: string | boolean, time: number, theme: 'dark' | 'light' }} how time: of the motion, seconds
 */
export function writeCaption(context, session, { caption, time, theme }) {
  if (!caption) return;
  const { width, height } = context.canvas;
  context.save();
  context.resetTransform();
  context.fillStyle = CAPTION[theme];
  if (typeof caption === 'string') {
    const edge = height * CAPTION.edge;
    context.font = fontOf(height);
    context.fillText(caption.replaceAll('{time}', `${time.toFixed(2)} s`), edge, height - edge, width - 2 * edge);
  } else {
    const text = shownTools(session)
      .map((shown) => shown.caption?.(time))
      .filter(Boolean)
      .join('\u00a0\u00b7 ');
    // High pictures are as narrow as phones.
    writeLines(context, text.slice(0, MOST_LETTERS), Math.min(width, height));
  }
  context.restore();
}

/** @param {number} extent pixels @param {number} [least] */
const fontOf = (extent, least = LEAST_PX) => `${Math.max(least, Math.round(extent * CAPTION.size))}px system-ui, sans-serif`;

/** @param {CanvasRenderingContext2D} context @param {string} text @param {number} extent pixels of which the letters are a share */
function writeLines(context, text, extent) {
  const { width, height } = context.canvas;
  const edge = extent * CAPTION.edge;
  const direction = directionOf(text);
  // A preview has them as small as it is.
  context.font = fontOf(extent, 1);
  context.direction = direction;
  context.textAlign = 'start';
  const lines = wrapped(text, (part) => context.measureText(part).width <= width - 2 * edge);
  const high = Math.max(1, Math.round(extent * CAPTION.size)) * LINE;
  for (const [index, line] of lines.entries())
    context.fillText(line, direction === 'rtl' ? width - edge : edge, height - edge - (lines.length - 1 - index) * high);
}

/** A text in lines that fit, at spaces where there are some; an ellipsis stands for the rest. @param {string} text @param {(line: string) => boolean} fits */
export function wrapped(text, fits) {
  /** @type {string[]} */
  const lines = [];
  let rest = text.trim();
  while (rest && lines.length < MOST_LINES) {
    const isLast = lines.length === MOST_LINES - 1;
    if (fits(rest)) {
      lines.push(rest);
      break;
    }
    const letters = [...rest];
    const end = isLast ? '\u2026' : '';
    let [fitting, beyond] = [1, letters.length];
    while (beyond - fitting > 1) {
      const middle = (fitting + beyond) >> 1;
      if (fits(letters.slice(0, middle).join('').trimEnd() + end)) fitting = middle;
      else beyond = middle;
    }
    const line = letters.slice(0, fitting).join('');
    // The place of the last space, if the line does not end with a word.
    const space = letters[fitting] === ' ' ? line.length : line.lastIndexOf(' ');
    const kept = space > 0 ? line.slice(0, space) : line;
    lines.push(kept.trimEnd() + end);
    rest = rest.slice(kept.length).trim();
  }
  return lines;
}
