/** Everything that can be set on a stage, its default, and how the stage is told. A new stage is told all of it. */

/** @typedef {import('../types.d.ts').WasmStage} WasmStage */

/** @typedef {'forward' | 'reverse' | 'pingpong'} LoopMode anew, from the end to the start and anew there, turning round at both ends */

/**
 * @typedef {object} Values
 * @property {number} behaviour index
 * @property {number} rate negative plays backwards
 * @property {'' | LoopMode} loop '' stops at the end
 * @property {[number, number] | null} range seconds
 * @property {number} frameTime seconds, 0 as in the file
 * @property {'linear' | 'nearest'} interpolation
 * @property {boolean} inPlace
 * @property {number} unit metres, 0 guesses
 * @property {string} up axis, '' guesses
 * @property {'auto' | 'replace' | 'add'} positions
 * @property {'auto' | 'on' | 'off'} follow
 * @property {boolean} patterns
 * @property {'dark' | 'light'} theme
 * @property {boolean} transparent
 * @property {number} highlight joint, -1 none
 * @property {boolean} massCentre
 * @property {boolean} skin
 * @property {boolean} segments the shapes on the bones
 * @property {boolean | null} sites null: where no surface hides the joints
 * @property {boolean} bones inside the skin; without one they are always shown
 * @property {boolean} smooth
 * @property {boolean | null} simple bones are simple and have no joints between them; null: where there are many. Pace alone sets it
 * @property {number} floor what is seen of it: 1 lines, 2 the shadow, 3 both
 * @property {'auto' | 'zero'} ground where the floor is: below the figure, or at the file's zero
 */

/** In the order in which a new stage is told. @type {Values} */
const DEFAULTS = {
  // First: another behaviour has a rate and a length of its own.
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

/** The stage knows them by their places here. */
export const NAMES = /** @type {(keyof Values)[]} */ (Object.keys(DEFAULTS));
const AXES = ['x', 'y', 'z', '-x', '-y', '-z'];

/** The stage takes numbers. What is not here is a number or a switch. @type {Partial<Record<keyof Values, (value: any) => number>>} */
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

/** What belongs to one clip, and goes back to its default with the next. */
export const PER_CLIP = /** @type {const} */ (['behaviour', 'range', 'frameTime', 'unit', 'up', 'positions', 'ground', 'highlight']);

export class Settings {
  values = { ...DEFAULTS };

  /**
   * @param {keyof Values} name
   * @param {WasmStage} stage
   */
  apply(name, stage) {
    const value = this.values[name];
    const [from, to] = name === 'range' ? this.values.range ?? [NaN, NaN] : [AS_NUMBER[name]?.(value) ?? Number(value), 0];
    stage.set(NAMES.indexOf(name), from, to);
  }

  /** @param {WasmStage} stage */
  applyAll(stage) {
    for (const name of NAMES) this.apply(name, stage);
  }
}

/** More of them are not drawn in full before it is known how long that takes. `stage.rs` has the same number. */
export const MANY_JOINTS = 500;

/** Units by the names attributes and links use, in metres. @type {Map<string, number>} */
export const UNITS = new Map([['m', 1], ['cm', 0.01], ['mm', 0.001], ['in', 0.0254], ['cmu', 0.0254 / 0.45], ['dm', 0.1]]);

/** A unit's name or its length in metres; 0 guesses. @param {string | null} text */
export function parseUnit(text) {
  const value = (text ?? '').trim().toLowerCase();
  const metres = UNITS.get(value) ?? Number(value || 0);
  return Number.isFinite(metres) && metres > 0 ? metres : 0;
}

/** @param {string | null} text */
export function parseUp(text) {
  const axis = (text ?? '').trim().toLowerCase().replace(/^\+/, '');
  return /^-?[xyz]$/.test(axis) ? axis : '';
}

export const SPEEDS = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4];

/** As browsers limit media. */
export const RATE_LIMITS = { least: 1 / 16, most: 16 };

/** @param {number} rate */
export const saneRate = (rate) => (Number.isFinite(rate) ? Math.sign(rate) * Math.min(RATE_LIMITS.most, Math.abs(rate)) : 1);
