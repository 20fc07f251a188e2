/** A player's wasm stage: holds the clip, outlives every canvas and device, and is replaced if its instance dies. */
import { tooOften } from '../base/too-often.js';
import { faultOf } from '../words/errors.js';
import { discard, instance, onDiscarded } from './instance.js';
import { Report } from './report.js';

/** @typedef {import('../../types.d.ts').Fault} Fault */
/** @typedef {import('../../types.d.ts').WasmStage} WasmStage */

/**
 * Maximum size of a clip's frames. An instance has at most 4 GB, and a growing vector briefly exists twice; a phone's
 * browser kills a page long before that. Not every browser tells the device's memory (in GB).
 */
function motionBytes() {
  const { deviceMemory } = /** @type {Navigator & { deviceMemory?: number }} */ (navigator);
  return Math.min(256e6 * (deviceMemory ?? (matchMedia('(pointer: coarse)').matches ? 2 : 8)), 1.6e9);
}

/** How often within a minute a stage that trapped may move to another instance. */
const TRAPS = 1;

export class LiveStage {
  /** Size of the picture. @type {import('../base/size.js').Size} */
  size = { width: 0, height: 0, ratio: 1 };
  #onFresh;
  /** @type {WasmStage | null} */
  #stage = null;
  /** @type {Report | null} */
  #report = null;
  /** The stage was changed since its last report. */
  #outdated = false;
  /** @type {import('./instance.js').Instance | null} */
  #instance = null;
  /** @type {Promise<void> | null} */
  #opening = null;
  #clipBytes = 0;
  /** @type {number[]} */
  #traps = [];

  /** @param {() => void} onFresh called when a fresh and empty stage exists: the first, or a replacement */
  constructor(onFresh) {
    this.#onFresh = onFresh;
  }

  // Overridden by the class that draws the stage

  detach() {}

  /** The stage was changed and needs another picture. */
  wake() {}

  /** Replaces a stage that is gone. */
  restart() {
    this.open();
  }

  /** Gives up until the visitor tries again. @param {Fault} _ */
  fail(_) {}

  /** The stage, or null if it has none or its instance has died unnoticed. */
  get stage() {
    if (this.#instance?.dead) this.#drop(false);
    return this.#stage;
  }

  get ready() {
    return this.stage !== null;
  }

  get instance() {
    return this.#instance;
  }

  /** Bytes of the clip on the stage. */
  get clipBytes() {
    return this.#clipBytes;
  }
  set clipBytes(bytes) {
    if (this.#instance) this.#instance.bytes += bytes - this.#clipBytes;
    this.#clipBytes = bytes;
  }

  /** Makes the stage if there is none. @returns {Promise<void>} */
  open() {
    if (this.stage) return Promise.resolve();
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
      // The new stage may die while it is filled: another is opened then.
      this.#opening = null;
      this.#onFresh();
    } catch (error) {
      this.#opening = null;
      if (error instanceof WebAssembly.RuntimeError) this.trap(error);
      else this.fail(faultOf(error));
    }
  }

  /** Watches for the end of its instance. @returns {() => void} stops watching */
  watchInstance() {
    return onDiscarded((gone, trapped) => {
      if (gone !== this.#instance) return;
      this.#drop(!trapped);
      this.restart();
    });
  }

  /** Drops the stage, since its instance is gone. @param {boolean} alive whether the stage may still be called */
  #drop(alive) {
    const stage = this.#stage;
    this.#stage = null;
    this.#report = null;
    this.detach();
    if (this.#instance) this.#instance.bytes -= this.#clipBytes;
    this.#instance = null;
    if (alive) stage?.free();
  }

  /** Handles a trap in a call to the stage. @param {unknown} error */
  trap(error) {
    const gone = this.#instance;
    this.#drop(false);
    if (gone) discard(gone);
    if (!tooOften(this.#traps, TRAPS)) return this.restart();
    const fault = faultOf(error);
    this.fail({ ...fault, kind: 'gpu', code: fault.code ?? 'trap' });
  }

  /** Opens a stage again after the clip that trapped it was removed. */
  revive() {
    this.#traps = [];
    this.restart();
  }

  /** @template T @param {(stage: WasmStage) => T} read @param {T} otherwise the answer while no stage exists @returns {T} */
  read(read, otherwise) {
    const stage = this.stage;
    if (!stage) return otherwise;
    try {
      return read(stage);
    } catch (error) {
      this.trap(error);
      return otherwise;
    }
  }

  /** Changes the stage and requests a picture of the change. @template T @param {(stage: WasmStage) => T} change @param {T} [otherwise] */
  change(change, otherwise) {
    const result = this.read(/** @type {(stage: WasmStage) => T | undefined} */ (change), otherwise);
    this.#outdated = true;
    this.wake();
    return result;
  }

  /** Steps the stage by one frame. Returns the bits of `frame-bits.js`. @param {number} clock milliseconds */
  frame(clock) {
    const bits = this.read((stage) => stage.frame(clock), 0);
    this.#outdated = false;
    return bits;
  }

  /** Passes the size to the stage. @param {number} scale fraction of the pixels along a side that are drawn */
  resize(scale) {
    const { width, height, ratio } = this.size;
    this.read((stage) => stage.resize(width, height, ratio * scale), undefined);
    this.#outdated = true;
  }

  /** The stage's report, brought up to date; null without a stage. */
  #currentReport() {
    if (this.#outdated) {
      this.read((stage) => stage.report(), undefined);
      this.#outdated = false;
    }
    return this.stage && this.#report;
  }

  /** A number of the report. @param {import('./report.js').Field} field @param {number} [otherwise] without a stage */
  number(field, otherwise = 0) {
    return this.#currentReport()?.get(field) ?? otherwise;
  }

  /** Several numbers of the report, NaN without a stage. @param {import('./report.js').Field} field @returns {ArrayLike<number>} */
  numbers(field) {
    return this.#currentReport()?.list(field) ?? [NaN];
  }
}
