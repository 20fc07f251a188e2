/** The part of a clip that goes into a table: the loop range, else what the timeline shows. */
import { clock } from '../player/words/format.js';
import { words } from '../player/words/words.js';

/** @typedef {{ span: [from: number, to: number], words: string }} Part seconds, and what is said of it */

export const T = words('share', {
  tables: {
    range: (/** @type {string} */ from, /** @type {string} */ to) => `the loop range, ${from} \u2013 ${to} s`,
    shown: (/** @type {string} */ from, /** @type {string} */ to) => `what the timeline shows, ${from} \u2013 ${to} s`,
    whole: 'the whole clip',
    copied: (/** @type {string} */ part) => `Copied as CSV: ${part}`,
    saved: (/** @type {string} */ name, /** @type {string} */ part) => `Saved ${name}: ${part}`,
  },
}).tables;

/** @param {import('../player/session/session.js').Session} session @param {[from: number, to: number]} shown by the timeline, seconds @returns {Part} */
export function partOf(session, shown) {
  const { begin, duration } = session.playback;
  const range = session.get('range');
  const span = range ?? shown;
  const isWhole = span[0] <= begin && span[1] >= duration;
  const [from, to] = span.map((at) => clock(at, duration));
  return { span, words: range ? T.range(from, to) : isWhole ? T.whole : T.shown(from, to) };
}
