/** Ranges of a clip, and moments in them. */
import { refusal } from './refusal.js';

/** @typedef {import('../player/session/session.js').Session} Session */

export const COUNTS = { least: 3, most: 24, usual: 8 };

/**
 * The requested range, clamped to the clip; by default the loop range, or the whole clip.
 * @param {Session} session @param {{ from?: number, to?: number }} options seconds @returns {[number, number]} @throws a RangeError
 */
export function part(session, { from, to }) {
  const { playback } = session;
  const [first, last] = playback.span;
  const within = (/** @type {number} */ time) => Math.min(playback.duration || 0, Math.max(0, time));
  for (const [name, value] of Object.entries({ from, to }))
    if (value !== undefined && !Number.isFinite(value)) throw refusal(new RangeError(`${name} takes seconds`));
  const [start, end] = [within(from ?? first), within(to ?? last)];
  if (end < start) throw refusal(new RangeError('to comes before from'));
  return [start, end];
}

/** Evenly spaced moments, including both ends. @param {[number, number]} part @param {number} count */
export function moments([from, to], count) {
  if (!(count >= COUNTS.least && count <= COUNTS.most)) throw refusal(new RangeError(`count goes from ${COUNTS.least} to ${COUNTS.most}`));
  const whole = Math.round(count);
  return Array.from({ length: whole }, (_, index) => from + ((to - from) * index) / (whole - 1));
}

/** The frames of a film so long: each is shown until the next one, the last one, too. @param {number} seconds @param {number} fps */
export const framesOf = (seconds, fps) => Math.max(1, Math.round(seconds * fps));
