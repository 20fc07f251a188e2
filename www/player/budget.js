/**
 * What is left out of pictures that come late. A rule alone: it knows how many joints and pixels there are, is told how long each
 * picture took, and answers with a level.
 */

import { MANY_JOINTS } from './settings.js';

/**
 * @typedef {object} Level
 * @property {boolean} simple bones are simple and have no joints between them
 * @property {number} share of the pixels along a side
 * @property {boolean} half after each picture it rests for as long as that took
 */

/** Each leaves out more than the one before. @type {Level[]} */
const LEVELS = [
  { simple: false, share: 1, half: false },
  { simple: true, share: 1, half: false },
  { simple: true, share: 0.5, half: false },
  { simple: true, share: 0.5, half: true },
];
/** What a joint and its bone cost, by `simple`, against a pixel: measured on a software adapter, to guess what is not known yet. */
const JOINT = [1500, 30];
const PIXEL = 0.5;

/** A picture that took longer is late. Two of these after each other leave no input without an answer for 200 ms. */
export const LATE_MS = 150;
/** One that took no longer leaves room. */
const EARLY_MS = 60;
/** So many of them after each other lower the cost, or allow more. */
const LATE = 2;
const EARLY = 10;
/** How long the picture of what stands still may take. */
const STILL_MS = 2000;

export class Budget {
  #late = 0;
  #early = 0;
  levels = LEVELS;
  /** So many early ones are needed now. It doubles when more turned out to be too much. */
  #needed = EARLY;
  /** Pictures since more was allowed. */
  #since = Infinity;
  /** How long pictures of each level took; 0: not known. @type {number[]} */
  #took;
  /** What they cost, at a guess. @type {number[]} */
  #weights;

  /** @param {number} joints @param {number} pixels @param {boolean} late pictures came late before there was this */
  constructor(joints, pixels, late = false) {
    // These are always drawn in full when they stand still.
    this.few = joints <= MANY_JOINTS;
    this.#took = LEVELS.map(() => 0);
    this.#weights = LEVELS.map(({ simple, share }) => joints * JOINT[Number(simple)] + PIXEL * pixels * share * share);
    /** What is drawn of what moves: its place among the levels. */
    this.level = Number(late || !this.few);
  }

  /** How long a picture of that level would take: as it did, or in proportion to one that is known. @param {number} level */
  expected(level) {
    if (this.#took[level]) return this.#took[level];
    const known = this.#took.map((took, at) => ({ took, at })).filter(({ took }) => took).sort((a, b) => Math.abs(a.at - level) - Math.abs(b.at - level))[0];
    return known ? known.took * this.#weights[level] / this.#weights[known.at] : Infinity;
  }

  /** The level for what stands still: all, unless that would stop the page for seconds. */
  get still() {
    if (this.few) return 0;
    const fits = this.levels.findIndex((_, level) => level < this.level && this.expected(level) <= STILL_MS);
    return fits < 0 ? this.level : fits;
  }

  /** A picture was drawn. @param {number} ms how long it took @param {number} level its level */
  took(ms, level) {
    const before = this.#took[level];
    this.#took[level] = before ? before + (ms - before) / 4 : ms;
    if (level !== this.level) return;
    this.#since += 1;
    this.#late = ms > LATE_MS ? this.#late + 1 : 0;
    this.#early = ms < EARLY_MS ? this.#early + 1 : 0;
    if (this.#late >= LATE && level < this.levels.length - 1) {
      // What was allowed a moment ago was too much.
      if (this.#since < 3 * EARLY) this.#needed *= 2;
      this.#to(level + 1);
    } else if (this.#early >= this.#needed && level > 0 && !(this.expected(level - 1) > 2 * LATE_MS)) {
      this.#since = 0;
      this.#to(level - 1);
    }
  }

  /** @param {number} level */
  #to(level) {
    this.level = level;
    this.#late = 0;
    this.#early = 0;
  }
}
