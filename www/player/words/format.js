/** Times as people read and write them, and numbers in attributes and links. */
import { local } from './words.js';

export { count } from './words.js';

/** "8.86", "2:03.50": minutes only if the clip has them. @param {number} seconds @param {number} longest the largest time beside this one */
export function clock(seconds, longest) {
  if (longest < 60) return local(seconds.toFixed(2));
  const cents = Math.round(seconds * 100);
  const minutes = Math.floor(cents / 6000);
  const rest = local(((cents % 6000) / 100).toFixed(2).padStart(5, '0'));
  if (longest < 3600) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

/**
 * A moment as links and attributes spell it: 12.5, 2:03, 1:02:03.5, 2m3s, 90s, or f120 for a frame.
 * @param {string | null | undefined} text @returns {{ seconds: number } | { frame: number } | null}
 */
export function parseMoment(text) {
  const value = (text ?? '').trim().toLowerCase();
  const frame = /^f(\d{1,9})$/.exec(value);
  if (frame) return { frame: Number(frame[1]) };
  if (/^\d{1,9}(\.\d*)?$|^\.\d+$/.test(value)) return { seconds: Number(value) };
  if (/^(\d{1,5}:)?\d{1,5}:\d{1,2}(\.\d*)?$/.test(value)) {
    return { seconds: value.split(':').reduce((total, part) => total * 60 + Number(part), 0) };
  }
  const units = /^(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,9}(?:\.\d*)?)s)?$/.exec(value);
  if (value && units) return { seconds: Number(units[1] ?? 0) * 3600 + Number(units[2] ?? 0) * 60 + Number(units[3] ?? 0) };
  return null;
}

/** A finite number, or the fallback. @param {string | null | undefined} text @param {number} fallback */
export function number(text, fallback) {
  const value = text == null || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : fallback;
}
