/** All settings of a stage with their defaults, and how they are passed to it. */

/** @typedef {import('../../types.d.ts').WasmStage} WasmStage */

/** @typedef {'forward' | 'reverse' | 'pingpong'} LoopMode from the start again, backwards from the end, or turning round at both ends */

/**
 * @typedef {object} Values
 * @property {number} behaviour index
 * @property {number} rate negative plays backwards
 * @property {'' | LoopMode} loop '' stops at the end
 * @property {[number, number] | null} range seconds
 * @property {number} frameTime seconds, 0: as in the file
 * @property {'linear' | 'nearest'} interpolation
 * @property {boolean} inPlace
 * @property {number} unit metres, 0: guess
 * @property {string} up axis, '': guess
 * @property {'auto' | 'replace' | 'add'} positions
 * @property {'auto' | 'on' | 'off'} follow
 * @property {boolean} patterns
 * @property {'dark' | 'light'} theme
 * @property {boolean} transparent
 * @property {number} highlight index of a joint, -1: none
 * @property {boolean} massCentre
 * @property {boolean} skin
 * @property {boolean} segments meshes on the bones
 * @property {boolean | null} sites null: shown unless a surface hides the joints
 * @property {boolean} bones shown inside the skin; without a skin always
 * @property {boolean} smooth
 * @property {boolean | null} simple simple bones, and no joints between them; null: for many joints. Only `pace.js` sets it
 * @property {number} floor visible parts: 1 lines, 2 the shadow, 3 both
 * @property {'auto' | 'zero'} ground the floor: below the figure, or at the file's zero
 * @property {number | number[]} moments number of figures of the chronophotograph, 0: none; or their seconds, chosen by hand
 * @property {'time' | 'distance' | 'contacts'} spacing of its moments
 * @property {number} fade of its first figure: from 0, like the last, to 1
 * @property {'fade' | 'viridis'} tint how its figures show their order
 * @property {[before: number, after: number] | null} ghosts how many; null: none
 * @property {string} ghostStep between ghosts: seconds, frames ("5f"), "keys" or "contacts"
 * @property {number} ghostFade how faint ghosts are, from 0 to 1
 * @property {string[] | null} trails names of joints; an empty list: those that travel farthest; null: none
 * @property {string | null} measures which measures are drawn; null: none, and no controls of them
 * @property {string | null} marks own marks; null: none
 * @property {string | null} contacts thresholds of feet on the ground, whose lanes are shown; null: no lanes
 * @property {string | null} curves which curves are shown above the timeline; null: none
 * @property {number | null} trailWindow seconds of a trail before and after the moment; Infinity: all of it; null: as far as ghosts reach
 */

/** In the order in which they are applied to a new stage. @type {Omit<Values, keyof typeof OF_PAGE>} */
const DEFAULTS = {
  // First, since each behaviour has its own rate and length.
  behaviour: 0,
  rate: 1,
  loop: '',
  frameTime: 0,
  range: null,
  interpolation: 'linear',
  inPlace: false,
  unit: 0,
  up: '',
  positions: 'auto',
  follow: 'auto',
  patterns: false,
  theme: 'dark',
  transparent: false,
  highlight: -1,
  massCentre: false,
  skin: true,
  segments: true,
  sites: null,
  bones: false,
  smooth: true,
  simple: null,
  floor: 3,
  ground: 'auto',
};

/** What the chronophotograph, ghosts, trails, measures, marks and curves are made from. The stage does not know these. */
const OF_PAGE =
  /** @type {Pick<Values, 'moments' | 'spacing' | 'fade' | 'tint' | 'ghosts' | 'ghostStep' | 'ghostFade' | 'trails' | 'trailWindow' | 'measures' | 'marks' | 'contacts' | 'curves'>} */ ({
    moments: 0,
    spacing: 'time',
    fade: 1,
    tint: 'fade',
    ghosts: null,
    ghostStep: '',
    ghostFade: 0.5,
    trails: null,
    trailWindow: null,
    measures: null,
    marks: null,
    contacts: null,
    curves: null,
  });

/** The stage identifies a setting by its index here. */
export const NAMES = /** @type {(keyof Values)[]} */ (Object.keys(DEFAULTS));
const AXES = ['x', 'y', 'z', '-x', '-y', '-z'];

/** Numbers for the stage; all other settings are numbers or booleans. @type {Partial<Record<keyof Values, (value: any) => number>>} */
const AS_NUMBER = {
  loop: (mode) => ['', 'forward', 'reverse', 'pingpong'].indexOf(mode),
  interpolation: (mode) => Number(mode === 'nearest'),
  up: (axis) => AXES.indexOf(axis),
  positions: (mode) => ['auto', 'replace', 'add'].indexOf(mode),
  follow: (mode) => ['off', 'on', 'auto'].indexOf(mode),
  sites: (on) => on ?? 2,
  simple: (on) => on ?? 2,
  theme: (theme) => Number(theme === 'light'),
  ground: (at) => Number(at === 'zero'),
};

/** Settings of one clip, reset to their defaults for the next. */
export const PER_CLIP = /** @type {const} */ (['behaviour', 'range', 'frameTime', 'unit', 'up', 'positions', 'ground', 'highlight']);

export class Settings {
  /** @type {Values} */
  values = { ...DEFAULTS, ...OF_PAGE };

  /** @param {keyof Values} name @param {WasmStage} stage */
  apply(name, stage) {
    if (name in OF_PAGE) return;
    const value = this.values[name];
    const [from, to] = name === 'range' ? (this.values.range ?? [NaN, NaN]) : [AS_NUMBER[name]?.(value) ?? Number(value), 0];
    stage.set(NAMES.indexOf(name), from, to);
  }

  /** @param {WasmStage} stage */
  applyAll(stage) {
    for (const name of NAMES) this.apply(name, stage);
  }
}

/** A figure of more joints is drawn in full only once the cost is known. `stage.rs` has the same number. */
export const MANY_JOINTS = 500;

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
