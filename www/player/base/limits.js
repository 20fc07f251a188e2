/** The limits of numbers in attributes, links and frames: within them moments on the clock and places on the stage stay exact. */
import { number } from '../words/format.js';
import { DAY, FPS, MOST_MOMENTS, PLACE, RATE, TURN, UNIT, limited, parseMoments } from './values.js';

/** By attribute of a player or of a clip beside its own. @satisfies {Record<string, import('./values.js').Limits>} */
export const LIMITS = {
  speed: RATE,
  fps: FPS,
  unit: UNIT,
  moments: [0, MOST_MOMENTS],
  ghosts: [0, 12],
  'ghost-step': DAY,
  offset: DAY,
  position: PLACE,
  turn: TURN,
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
