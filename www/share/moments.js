/** Which part of a clip, and which moments of it. */
import { refusal } from './refusal.js';

/** @typedef {import('../player/session.js').Session} Session */

export const COUNTS = { least: 3, most: 24, usual: 8 };

/**
 * The part that is asked for, within the clip; otherwise the loop's range, or all of it.
 * @param {Session} session
 * @param {{ from?: number, to?: number }} options seconds
 * @returns {[number, number]}
 * @throws a RangeError
 */
export function part(session, { from, to }) {
  const { playback } = session;
  const [first, last] = playback.span;
  const within = (/** @type {number} */ time) => Math.min(playback.duration || 0, Math.max(0, time));
  for (const [name, value] of Object.entries({ from, to })) if (value !== undefined && !Number.isFinite(value)) throw refusal(new RangeError(`${name} takes seconds`));
  const [start, end] = [within(from ?? first), within(to ?? last)];
  if (end < start) throw refusal(new RangeError('to comes before from'));
  return [start, end];
}

/** So many moments at even distances, the first and the last among them. @param {[number, number]} part @param {number} count */
export function moments([from, to], count) {
  if (!(count >= COUNTS.least && count <= COUNTS.most)) throw refusal(new RangeError(`count goes from ${COUNTS.least} to ${COUNTS.most}`));
  const whole = Math.round(count);
  return Array.from({ length: whole }, (_, index) => from + ((to - from) * index) / (whole - 1));
}
