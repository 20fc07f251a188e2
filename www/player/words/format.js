/** Numbers and times as people read and write them. */
import { local } from './words.js';

export { count } from './words.js';

/** At most `digits` decimals, without trailing zeros; not localized, for links and fields. @param {number} n @param {number} [digits] */
export const short = (n, digits = 2) => String(Number(n.toFixed(digits)));

/** Localized, for people. @param {number} n @param {number} [digits] */
export const decimal = (n, digits) => local(short(n, digits));

/** "8.86", "−0.25", "2:03.50": minutes only if the clip has them. @param {number} seconds @param {number} longest the largest time beside this one @returns {string} */
export function clock(seconds, longest) {
  const cents = Math.round(seconds * 100);
  if (cents < 0) return `\u2212${clock(-seconds, longest)}`;
  if (longest < 60) return local(Math.abs(seconds).toFixed(2));
  const minutes = Math.floor(cents / 6000);
  const rest = local(((cents % 6000) / 100).toFixed(2).padStart(5, '0'));
  if (longest < 3600) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

/** @param {number} n */
export const signed = (n) => (n < 0 ? '\u2212' : '') + decimal(Math.abs(n));

/** @param {number} rate */
export const speed = (rate) => `${signed(rate)}\u00d7`;

/** @param {number} metres */
export const length = (metres) =>
  local(metres >= 1 ? `${metres.toFixed(2)} m` : metres >= 0.01 ? `${(metres * 100).toFixed(1)} cm` : `${short(metres * 1000)} mm`);

/** With exactly `digits` decimals, so that columns align. @param {number} n @param {number} digits */
export const fixed = (n, digits) => {
  const text = Math.abs(n).toFixed(digits);
  return `${n < 0 && Number(text) ? '\u2212' : ''}${local(text)}`;
};

/** @param {number} degrees */
export const angle = (degrees) => `${fixed(degrees, 1)}\u00b0`;

/**
 * A moment as links and attributes spell it: 12.5, -0.25, 2:03, 1:02:03.5, 2m3s, 90s, or f120 for a frame.
 * @param {string | null | undefined} text @returns {{ seconds: number } | { frame: number } | null}
 */
export function parseMoment(text) {
  const value = (text ?? '').trim().toLowerCase();
  const frame = /^f(\d{1,9})$/.exec(value);
  if (frame) return { frame: Number(frame[1]) };
  if (/^-?(\d{1,9}(\.\d*)?|\.\d+)$/.test(value)) return { seconds: Number(value) };
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
