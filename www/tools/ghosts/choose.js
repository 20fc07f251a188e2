/** When ghosts stand, and in which colours. */
import { LIMITS } from '../../player/base/limits.js';
import { limited } from '../../player/base/values.js';
import { BEYOND, PLAYS, STANDS, actor } from '../../actors/cast.js';

/** @typedef {{ at: number, moves: boolean, before: boolean, rank: number }} Ghost at: seconds, from now if it moves with the clock; rank: 0 for the nearest to 1 for the farthest of its side */

/** Seconds between ghosts. */
const STEP = 0.1;
/** What ghosts are mixed with: those before the moment bluish, those after it greyish. */
const COLOURS = {
  dark: { before: [0x45, 0x66, 0x99], after: [0x75, 0x6e, 0x75] },
  light: { before: [0x7f, 0x9c, 0xc9], after: [0xa8, 0xa0, 0x9c] },
};
/** Shares of these colours, of the nearest and of the farthest ghost. */
const MIXED = [0.6, 0.76];
/** Their opacities at half the fading. */
const OPAQUE = [0.74, 0.46];
const LEAST = 0.12;

/** @param {string} text seconds ("0.1"), frames ("5f"), "keys" or "contacts" @returns {{ seconds: number } | { frames: number } | 'keys' | 'contacts'} */
export function parseStep(text) {
  const value = text.trim().toLowerCase();
  if (value === 'keys' || value === 'contacts') return value;
  const [, number, frames] = /^(\d*\.?\d+)(f?)$/.exec(value) ?? [];
  const step = Number(number);
  if (!(step > 0)) return { seconds: STEP };
  return frames ? { frames: Math.max(1, Math.round(step)) } : { seconds: limited(step, LIMITS['ghost-step']) };
}

/**
 * @param {[before: number, after: number]} counts @param {ReturnType<typeof parseStep>} step
 * @param {{ now: number, frameTime: number, keys: ArrayLike<number> }} clip keys: seconds of keys or contacts; empty if there are none
 * @returns {Ghost[]} in order of time
 */
export function ghosts([before, after], step, { now, frameTime, keys }) {
  if (typeof step === 'string' && keys.length) {
    const times = Array.from(keys);
    const past = times.filter((at) => at < now - 1e-3);
    const future = times.filter((at) => at > now + 1e-3).slice(0, after);
    return sides(past.slice(Math.max(0, past.length - before)), future, false);
  }
  const seconds = typeof step === 'string' ? STEP : 'seconds' in step ? step.seconds : step.frames * frameTime;
  const list = (/** @type {number} */ count, /** @type {number} */ way) =>
    Array.from({ length: count }, (_, index) => way * (index + 1) * seconds);
  return sides(list(before, -1).reverse(), list(after, 1), true);
}

/** @param {number[]} past @param {number[]} future @param {boolean} moves @returns {Ghost[]} */
function sides(past, future, moves) {
  const rank = (/** @type {number} */ index, /** @type {number} */ count) => (count > 1 ? index / (count - 1) : 0);
  return [
    ...past.map((at, index) => ({ at, moves, before: true, rank: rank(past.length - 1 - index, past.length) })),
    ...future.map((at, index) => ({ at, moves, before: false, rank: rank(index, future.length) })),
  ];
}

/**
 * The ghosts as actors of the stage.
 * @param {Ghost[]} all @param {{ fade: number, theme: 'dark' | 'light', place: { x: number, z: number, turn: number } }} how place: of the figure
 */
export const numbersOf = (all, { fade, theme, place }) =>
  all.flatMap((ghost) =>
    actor({
      ...place,
      tint: tintOf(ghost, fade, theme),
      beyond: BEYOND.indexOf('leave'),
      // The clip of one that moves begins as much earlier as it is ahead of the clock.
      ...(ghost.moves ? { kind: PLAYS, at: -ghost.at } : { kind: STANDS, at: ghost.at }),
    }),
  );

/** As many ghosts as there is room for: the farther ones are left out first. @param {[before: number, after: number]} counts @param {number} room @returns {[before: number, after: number]} */
export function within([before, after], room) {
  const over = Math.max(0, before + after - Math.max(1, room));
  // The longer side loses more.
  const first = Math.min(before, Math.max(0, Math.round((over + before - after) / 2)));
  const fromBefore = Math.max(first, over - after);
  const less = Math.min(over, fromBefore);
  return [before - less, after - (over - less)];
}

/** The tint of an actor: colour, its share, lost saturation, brightness of right limbs, opacity. @param {Ghost} ghost @param {number} fade from 0 to 1 @param {'dark' | 'light'} theme */
export function tintOf({ before, rank }, fade, theme) {
  const between = ([near, far] = MIXED) => near + (far - near) * rank;
  const opacity = Math.max(LEAST, 1 - 2 * fade * (1 - between(OPAQUE)));
  return [...COLOURS[theme][before ? 'before' : 'after'], between(MIXED), 0, 1, opacity];
}
