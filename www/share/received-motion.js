/** Motion that was received packed: its errors, and its original text, which can be shared unchanged. */
import { PACKED } from '../player/session/link.js';

/** Title of the note that link readers add to a clip. */
const TITLE = 'Packed with loss';
const ERRORS = /([\d.]+) mm off on average, 99 of 100 places less than ([\d.]+) mm/;

/** Errors in mm for a figure 1.8 m tall; null if nothing was lost. @param {import('../player/session/session.js').Session} session */
export function packingErrors({ info }) {
  const note = info?.notes.find(({ title }) => title === TITLE);
  if (!note) return null;
  const [, mean = NaN, p99 = NaN] = ERRORS.exec(note.text) ?? [];
  return { meanMm: Number(mean), p99Mm: Number(p99) };
}

/**
 * The text that contained the whole motion, since packing again would lose more; null if there is none, if the visitor changed
 * how it is read, or if the text was altered on its way.
 * @param {import('../player/session/session.js').Session} session @returns {import('./packing.js').PackedMotion | null}
 */
export function receivedText(session) {
  const { written = '' } = session.source ?? {};
  const errors =
    written.startsWith(PACKED) && !session.get('frameTime') && session.get('positions') === 'auto' ? packingErrors(session) : null;
  const text = written.slice(PACKED.length);
  return errors?.meanMm && /^[\w-]+$/.test(text) ? { text, ...errors, maxMm: NaN, leftOut: [], received: true } : null;
}
