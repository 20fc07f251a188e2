/**
 * The wasm stage of one player. It comes as soon as there is an instance of the module, takes the clip, answers, and outlives
 * every canvas and device. Where its instance dies, a fresh stage in another one takes its place.
 */
import { faultOf } from './errors.js';
import { discard, instance, onDiscarded } from './instance.js';
import { Report } from './report.js';
import { tooOften } from './too-often.js';

/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').WasmStage} WasmStage */

/**
 * How many bytes the frames of a clip may take. An instance has at most 4 GB, and a list that grows is there twice for a moment; a
 * phone's browser ends a page long before that. Not every browser tells how many gigabytes the device has.
 */
const motionBytes = () => Math.min(256e6 * (/** @type {any} */ (navigator).deviceMemory ?? (matchMedia('(pointer: coarse)').matches ? 2 : 8)), 1.6e9);

/** How often within a minute a stage gets another instance after its own trap. */
const TRAPS = 1;

export class LiveStage {
  /** Of the picture. @type {import('./size.js').Size} */
  size = { width: 0, height: 0, ratio: 1 };
  #fresh;
  /** @type {WasmStage | null} */
  #stage = null;
  /** @type {Report | null} */
  #report = null;
  /** The stage was changed since it last told. */
  #outdated = false;
  /** @type {import('./instance.js').Instance | null} */
  #instance = null;
  /** @type {Promise<void> | null} */
  #opening = null;
  #clipBytes = 0;
  /** @type {number[]} */
  #traps = [];

  /** @param {() => void} fresh a fresh and empty stage is there: the first one, or one in place of another */
  constructor(fresh) {
    this.#fresh = fresh;
  }

  // For who draws it

  /** From now on there is no picture. */
  detach() {}

  /** It was changed: there is another picture to draw. */
  wake() {}

  /** It is gone, and another one is wanted. */
  again() { this.open(); }

  /** There will be none, until somebody tries again. @param {Fault} _ */
  give(_) {}

  // What there is

  /** The stage, unless its instance died while nobody listened. */
  get living() {
    if (this.#instance?.dead) this.#drop(false);
    return this.#stage;
  }

  /** There is a stage: it takes packets and answers. */
  get ready() { return this.living !== null; }

  get instance() { return this.#instance; }

  /** What the clip on the stage weighs. */
  get clipBytes() { return this.#clipBytes; }
  set clipBytes(bytes) {
    if (this.#instance) this.#instance.bytes += bytes - this.#clipBytes;
    this.#clipBytes = bytes;
  }

  // How it comes and goes

  /** Makes the stage if there is none. @returns {Promise<void>} */
  open() {
    if (this.living) return Promise.resolve();
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open() {
    try {
      const made = await instance();
      this.#instance = made;
      this.#stage = new made.glue.Stage();
      this.#stage.limitMotion(motionBytes());
      this.#report = new Report(made.memory, this.#stage);
      this.#outdated = true;
      made.bytes += this.#clipBytes;
      const { width, height, ratio } = this.size;
      if (width && height) this.#stage.resize(width, height, ratio);
      // It may die of what it is given: then another one is opened.
      this.#opening = null;
      this.#fresh();
    } catch (error) {
      this.#opening = null;
      if (error instanceof WebAssembly.RuntimeError) this.trap(error);
      else this.give(faultOf(error));
    }
  }

  /** Hears of its instance's end. @returns {() => void} ends that */
  watchInstance() {
    return onDiscarded((gone, trapped) => {
      if (gone !== this.#instance) return;
      this.#drop(!trapped);
      this.again();
    });
  }

  /** The instance is gone, and the stage with it. @param {boolean} alive whether it may still be called */
  #drop(alive) {
    const stage = this.#stage;
    this.#stage = null;
    this.#report = null;
    this.detach();
    if (this.#instance) this.#instance.bytes -= this.#clipBytes;
    this.#instance = null;
    if (alive) stage?.free();
  }

  /** A call to the stage trapped. @param {unknown} error */
  trap(error) {
    const gone = this.#instance;
    this.#drop(false);
    if (gone) discard(gone);
    if (!tooOften(this.#traps, TRAPS)) return this.again();
    const fault = faultOf(error);
    this.give({ ...fault, kind: 'gpu', code: fault.code ?? 'trap' });
  }

  /** What trapped the stage is gone. */
  revive() {
    this.#traps = [];
    this.again();
  }

  // Calls to the stage

  /**
   * Reads from the stage.
   * @template T
   * @param {(stage: WasmStage) => T} read
   * @param {T} otherwise what to answer while there is no stage
   * @returns {T}
   */
  read(read, otherwise) {
    const stage = this.living;
    if (!stage) return otherwise;
    try {
      return read(stage);
    } catch (error) {
      this.trap(error);
      return otherwise;
    }
  }

  /**
   * Changes something on the stage, and has the change drawn.
   * @template T
   * @param {(stage: WasmStage) => T} change
   * @param {T} [otherwise]
   */
  change(change, otherwise) {
    const result = this.read(/** @type {(stage: WasmStage) => T | undefined} */ (change), otherwise);
    this.#outdated = true;
    this.wake();
    return result;
  }

  /** One frame. Returns the bits of `frame-bits.js`. @param {number} clock milliseconds */
  frame(clock) {
    const bits = this.read((stage) => stage.frame(clock), 0);
    this.#outdated = false;
    return bits;
  }

  /** The stage learns its size. @param {number} share of the pixels along a side, those that are drawn */
  resize(share) {
    const { width, height, ratio } = this.size;
    this.read((stage) => stage.resize(width, height, ratio * share), undefined);
    this.#outdated = true;
  }

  /** What the stage tells at every picture, up to date. */
  #told() {
    if (this.#outdated) {
      this.read((stage) => stage.report(), undefined);
      this.#outdated = false;
    }
    return this.living && this.#report;
  }

  /** A number of that. @param {import('./report.js').Field} field @param {number} [otherwise] without a stage */
  number(field, otherwise = 0) { return this.#told()?.get(field) ?? otherwise; }

  /** Several numbers of that, NaN where there are none. @param {import('./report.js').Field} field @returns {ArrayLike<number>} */
  numbers(field) { return this.#told()?.list(field) ?? [NaN]; }
}
