/** Motion that was packed before: what it lost then, and the text that it came in, which goes on as it is. */
import { PACKED } from '../player/link.js';

/** As readers of links write it among the notes of a clip. */
const TITLE = 'Packed with loss';
const ERRORS = /([\d.]+) mm off on average, 99 of 100 places less than ([\d.]+) mm/;

/**
 * How far joints are from what was packed first, in millimetres of a figure 1.8 m tall; null for a clip that lost nothing.
 * @param {import('../player/session.js').Session} session
 */
export function lost({ info }) {
  const note = info?.notes.find(({ title }) => title === TITLE);
  if (!note) return null;
  const [, mean = NaN, p99 = NaN] = ERRORS.exec(note.text) ?? [];
  return { meanMm: Number(mean), p99Mm: Number(p99) };
}

/**
 * The text that all of the motion came in, as if it had been packed now. Packed once more it would lose once more. Null where
 * there is none, or where it is not as it is written: other numbers are seen, or something was added to it on its way.
 * @param {import('../player/session.js').Session} session
 * @returns {import('./packing.js').Inside | null}
 */
export function ownText(session) {
  const { written = '' } = session.source ?? {};
  const errors = written.startsWith(PACKED) && !session.get('frameTime') && session.get('positions') === 'auto' ? lost(session) : null;
  const text = written.slice(PACKED.length);
  return errors?.meanMm && /^[\w-]+$/.test(text) ? { text, ...errors, maxMm: NaN, leftOut: [], own: true } : null;
}
