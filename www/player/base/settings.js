/** All settings of a stage with their defaults, and how they are passed to it. */
import { ROWS } from './options.js';

/** @typedef {import('../../types.d.ts').WasmStage} WasmStage */

/** @typedef {'forward' | 'reverse' | 'pingpong'} LoopMode from the start again, backwards from the end, or turning round at both ends */

/**
 * @typedef {object} OwnValues
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
 * @property {number} fade of its first figure: from 0, like the last, to 1
 * @property {'fade' | 'viridis'} tint how its figures show their order
 * @property {number} ghostFade how faint ghosts are, from 0 to 1
 */

/** @typedef {typeof import('./options.js').OPTIONS} Options */
/** The settings that options have, by their names. @template O @template K @typedef {O extends { setting: 1 } ? K : O extends { setting: infer S extends string } ? S : never} SettingOf */
/** @typedef {OwnValues & { [K in keyof Options as SettingOf<Options[K], K>]: Options[K] extends import('./options.js').Option<infer T> ? T : never }} Values */
/** What the stage does not know. @typedef {'moments' | 'fade' | 'tint' | 'ghostFade' | Exclude<keyof Values, keyof OwnValues>} OfPage */

/** In the order in which they are applied to a new stage. @type {Omit<Values, OfPage>} */
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

/** Settings that the stage does not know: what tools are made from. Most are options, whose rows have their defaults. @type {Record<string, unknown>} */
const OF_PAGE = {
  ...Object.fromEntries(ROWS.flatMap(({ setting, read }) => (setting && !(setting in DEFAULTS) ? [[setting, read(null)]] : []))),
  moments: 0,
  fade: 1,
  tint: 'fade',
  ghostFade: 0.5,
};

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
  values = /** @type {Values} */ ({ ...DEFAULTS, ...OF_PAGE });

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
