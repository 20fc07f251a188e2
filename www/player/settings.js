/** Everything that can be set on a stage, its default, and how the stage is told. A new stage is told all of it. */

/** @typedef {import('../types.d.ts').WasmStage} WasmStage */

/**
 * @typedef {object} Values
 * @property {number} behaviour index
 * @property {number} rate negative plays backwards
 * @property {boolean} loop
 * @property {[number, number] | null} range seconds
 * @property {number} frameTime seconds, 0 as in the file
 * @property {'linear' | 'nearest'} interpolation
 * @property {boolean} inPlace
 * @property {number} unit metres, 0 guesses
 * @property {string} up axis, '' guesses
 * @property {'auto' | 'replace' | 'add'} positions
 * @property {boolean} follow
 * @property {boolean} patterns
 * @property {'dark' | 'light'} theme
 * @property {boolean} transparent
 * @property {number} highlight joint, -1 none
 * @property {boolean} massCentre
 * @property {boolean} skin
 * @property {boolean} segments the shapes on the bones
 * @property {boolean} sites
 * @property {boolean} bones inside the skin; without one they are always shown
 * @property {boolean} smooth
 */

/** @type {Values} */
const DEFAULTS = {
  behaviour: 0,
  rate: 1,
  loop: false,
  range: null,
  frameTime: 0,
  interpolation: 'linear',
  inPlace: false,
  unit: 0,
  up: '',
  positions: 'auto',
  follow: false,
  patterns: false,
  theme: 'dark',
  transparent: false,
  highlight: -1,
  massCentre: false,
  skin: true,
  segments: true,
  sites: true,
  bones: false,
  smooth: true,
};

/** @type {{ [K in keyof Values]: (stage: WasmStage, value: Values[K]) => void }} */
const APPLY = {
  // First: another behaviour has a rate and a length of its own.
  behaviour: (stage, index) => stage.setBehaviour(index),
  rate: (stage, rate) => stage.setRate(rate),
  loop: (stage, on) => stage.setLoop(on),
  frameTime: (stage, seconds) => stage.setFrameTime(seconds),
  range: (stage, range) => stage.setRange(range ? range[0] : NaN, range ? range[1] : NaN),
  interpolation: (stage, mode) => stage.setInterpolation(mode),
  inPlace: (stage, on) => stage.setInPlace(on),
  unit: (stage, metres) => stage.setUnit(metres),
  up: (stage, axis) => stage.setUp(axis),
  positions: (stage, mode) => stage.setPositions(mode),
  follow: (stage, on) => stage.setFollow(on),
  patterns: (stage, on) => stage.setPatterns(on),
  theme: (stage, theme) => stage.setTheme(theme),
  transparent: (stage, on) => stage.setTransparent(on),
  highlight: (stage, joint) => stage.highlight(joint),
  massCentre: (stage, on) => stage.setMassCentre(on),
  skin: (stage, on) => stage.setSkin(on),
  segments: (stage, on) => stage.setSegments(on),
  sites: (stage, on) => stage.setSites(on),
  bones: (stage, on) => stage.setBones(on),
  smooth: (stage, on) => stage.setSmooth(on),
};

/** What belongs to one clip, and goes back to its default with the next. */
export const PER_CLIP = /** @type {const} */ (['behaviour', 'range', 'frameTime', 'unit', 'up', 'positions', 'highlight']);

export class Settings {
  values = { ...DEFAULTS };

  /**
   * @template {keyof Values} K
   * @param {K} name
   * @param {WasmStage} stage
   */
  apply(name, stage) {
    APPLY[name](stage, this.values[name]);
  }

  /** @param {WasmStage} stage */
  applyAll(stage) {
    for (const name of /** @type {(keyof Values)[]} */ (Object.keys(APPLY))) this.apply(name, stage);
  }
}

/** Units by the names attributes and links use, in metres. @type {Map<string, number>} */
export const UNITS = new Map([['m', 1], ['cm', 0.01], ['mm', 0.001], ['in', 0.0254], ['cmu', 0.0254 / 0.45]]);

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

/** @param {number} rate */
export const saneRate = (rate) => (Number.isFinite(rate) ? Math.sign(rate) * Math.min(16, Math.max(Math.abs(rate), 0)) : 1);
