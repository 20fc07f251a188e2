/** What the texts of options mean: units, axes, what arrays hold, moments and rates, and the limits of numbers. */

/** Metres of each unit, by the names that attributes and links use. @type {Map<string, number>} */
export const UNITS = new Map([
  ['m', 1],
  ['cm', 0.01],
  ['mm', 0.001],
  ['in', 0.0254],
  ['cmu', 0.0254 / 0.45],
  ['dm', 0.1],
]);

/** Metres of a unit, given by name or in metres; 0: guess. @param {string | null} text */
export function parseUnit(text) {
  const value = (text ?? '').trim().toLowerCase();
  const metres = UNITS.get(value) ?? Number(value || 0);
  return Number.isFinite(metres) && metres > 0 ? limited(metres, UNIT) : 0;
}

/** @param {string | null} text */
export function parseUp(text) {
  const axis = (text ?? '').trim().toLowerCase().replace(/^\+/, '');
  return /^-?[xyz]$/.test(axis) ? axis : '';
}

/** What an array's numbers may be: the words of `holds`. */
export const HOLDS = ['positions', 'axis-angles', '6d', 'matrices', 'quaternions'];

/** A word of `holds`, '' for another one. @param {string | null | undefined} text */
export function parseHolds(text) {
  const word = (text ?? '').trim().toLowerCase();
  return HOLDS.includes(word) ? word : '';
}

/** The most figures of a chronophotograph. */
export const MOST_MOMENTS = 100;

/** The seconds of figures, in order: at least two, with spaces or commas between them. @param {string | null} text @returns {number[] | null} */
export function parseMoments(text) {
  const seconds = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map((part) => Number(part || NaN));
  const valid = seconds.length > 1 && seconds.every((at) => at >= 0 && at < Infinity);
  return valid ? seconds.sort((a, b) => a - b).slice(0, MOST_MOMENTS) : null;
}

export const SPEEDS = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4];

/** The limits of a number, apart from its sign. @typedef {readonly [least: number, most: number]} Limits */

/** Of rates, as browsers limit those of media. @type {Limits} */
export const RATE = [1 / 16, 16];
/** Of frames a second, as readers limit frame times. @type {Limits} */
export const FPS = [1 / 3600, 1e6];
/** Of a unit, metres, as the core has them. @type {Limits} */
export const UNIT = [1e-6, 1e6];

/** The longest times between clips and between ghosts, seconds: a day. @type {Limits} */
export const DAY = [0, 86_400];
/** Of the place of a clip, metres. @type {Limits} */
export const PLACE = [0, 10_000];
/** Of the turn of a clip, degrees. @type {Limits} */
export const TURN = [0, 36_000];

/** A number within its limits; 0 stays. @param {number} number @param {Limits} limits */
export const limited = (number, [least, most]) => Math.sign(number) * Math.min(most, Math.max(least, Math.abs(number)));
