/** The limits of numbers in attributes, links and frames: within them moments on the clock and places on the stage stay exact. */
import { number } from '../words/format.js';
import { FPS, MOST_MOMENTS, RATE, UNIT, limited, parseMoments } from './settings.js';

/** The longest times between clips and between ghosts: a day. */
const DAY_S = 86_400;

/** By attribute of a player or of a clip beside its own. @satisfies {Record<string, import('./settings.js').Limits>} */
export const LIMITS = {
  speed: RATE,
  fps: FPS,
  unit: UNIT,
  moments: [0, MOST_MOMENTS],
  ghosts: [0, 12],
  'ghost-step': [0, DAY_S],
  offset: [0, DAY_S],
  // Metres.
  position: [0, 10_000],
  // Degrees.
  turn: [0, 36_000],
};
/** Attributes that may be negative; in others such a number is ignored. */
const SIGNED = ['speed', 'offset', 'position', 'turn'];
/** Attributes of whole numbers, which have no exponents. */
const WHOLE = ['moments', 'ghosts'];

/** The numbers of an attribute that are beyond its limits, and what is shown in their place. @param {string} name @param {string | null} text @returns {{ asked: number, shown: number }[]} */
export function beyond(name, text) {
  if (!text || !Object.hasOwn(LIMITS, name) || (name === 'moments' && parseMoments(text))) return [];
  const limits = LIMITS[/** @type {keyof typeof LIMITS} */ (name)];
  return text
    .split(/[\s,]+/)
    .filter((part) => !WHOLE.includes(name) || /^\+?\d+$/.test(part))
    .map((part) => number(part, 0))
    .filter((asked) => asked > 0 || SIGNED.includes(name))
    .map((asked) => ({ asked, shown: limited(asked, limits) }))
    .filter(({ asked, shown }) => asked !== shown);
}
