/** The rule that picks how much detail to draw: from the counts of joints and pixels and how long each picture took. */
import { MANY_JOINTS } from '../base/settings.js';

/**
 * @typedef {object} Level
 * @property {boolean} simple simple bones, and no joints between them
 * @property {number} scale fraction of the pixels along a side
 * @property {boolean} halfRate idles after each picture for as long as it took
 */

/** Each level draws less than the one before. @type {Level[]} */
const LEVELS = [
  { simple: false, scale: 1, halfRate: false },
  { simple: true, scale: 1, halfRate: false },
  { simple: true, scale: 0.5, halfRate: false },
  { simple: true, scale: 0.5, halfRate: true },
];
/** Relative cost of a joint with its bone, by `simple`, and of a pixel: measured on a software adapter, to estimate unknown levels. */
const JOINT = [1500, 30];
const PIXEL = 0.5;

/** A slower picture is late. The level drops after two in a row, so that inputs are answered within 200 ms. */
export const LATE_MS = 150;
/** A faster picture leaves room for more detail. */
const EARLY_MS = 60;
/** How many in a row lower the level of detail, or raise it. */
const LATE_COUNT = 2;
const EARLY_COUNT = 10;
/** Maximum duration of a picture of a figure that stands still. */
const STILL_MS = 2000;

export class Budget {
  #late = 0;
  #early = 0;
  levels = LEVELS;
  /** How many fast pictures raise the detail. Doubles when a raise turned out to be too much. */
  #needed = EARLY_COUNT;
  /** Pictures since the last raise. */
  #since = Infinity;
  /** Average milliseconds of a picture at each level; 0: not known. @type {number[]} */
  #took;
  /** Estimated relative cost of each level. @type {number[]} */
  #weights;

  /** @param {number} joints @param {number} pixels @param {boolean} late pictures were late before this budget existed */
  constructor(joints, pixels, late = false) {
    // A figure of few joints is always drawn in full when it stands still.
    this.few = joints <= MANY_JOINTS;
    this.#took = LEVELS.map(() => 0);
    this.#weights = LEVELS.map(({ simple, scale }) => joints * JOINT[Number(simple)] + PIXEL * pixels * scale * scale);
    /** Index of the level at which a moving figure is drawn. */
    this.level = Number(late || !this.few);
  }

  /** Milliseconds of a picture at this level: measured, or scaled from the nearest measured level. @param {number} level */
  expected(level) {
    if (this.#took[level]) return this.#took[level];
    const known = this.#took
      .map((took, at) => ({ took, at }))
      .filter(({ took }) => took)
      .sort((a, b) => Math.abs(a.at - level) - Math.abs(b.at - level))[0];
    return known ? (known.took * this.#weights[level]) / this.#weights[known.at] : Infinity;
  }

  /** The level for a figure that stands still: the best below the moving one that takes at most STILL_MS. */
  get still() {
    if (this.few) return 0;
    const fits = this.levels.findIndex((_, level) => level < this.level && this.expected(level) <= STILL_MS);
    return fits < 0 ? this.level : fits;
  }

  /** Records a drawn picture. @param {number} ms its duration @param {number} level its level */
  record(ms, level) {
    const before = this.#took[level];
    this.#took[level] = before ? before + (ms - before) / 4 : ms;
    if (level !== this.level) return;
    this.#since += 1;
    this.#late = ms > LATE_MS ? this.#late + 1 : 0;
    this.#early = ms < EARLY_MS ? this.#early + 1 : 0;
    if (this.#late >= LATE_COUNT && level < this.levels.length - 1) {
      // The last raise was too much.
      if (this.#since < 3 * EARLY_COUNT) this.#needed *= 2;
      this.#setLevel(level + 1);
    } else if (this.#early >= this.#needed && level > 0 && !(this.expected(level - 1) > 2 * LATE_MS)) {
      this.#since = 0;
      this.#setLevel(level - 1);
    }
  }

  /** @param {number} level */
  #setLevel(level) {
    this.level = level;
    this.#late = 0;
    this.#early = 0;
  }
}
