/** Draws less while pictures are late, and at most two at a time: input would wait behind a longer queue. */
import { NAMES } from '../base/settings.js';
import { Budget } from './budget.js';

/** A figure at rest for this long is drawn in the best quality; input comes first. */
const REST_MS = 250;
/** If a picture takes longer, only one is in flight. */
const LONG_MS = 60;
const SIMPLE = NAMES.indexOf('simple');

// Not all browsers have `getConfiguration`.
/** @typedef {{ getConfiguration?(): { device: { queue: { onSubmittedWorkDone(): Promise<unknown> } } } | null }} GpuContext */

/** Returns a function that waits for a canvas's pictures, or for two frames if WebGPU does not tell. @param {HTMLCanvasElement} canvas */
export const doneOn = (canvas) => () => {
  const context = /** @type {GpuContext | null} */ (/** @type {unknown} */ (canvas.getContext('webgpu')));
  return (
    context?.getConfiguration?.()?.device.queue.onSubmittedWorkDone() ??
    new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    })
  );
};

/**
 * @typedef {object} Host the stage host that draws
 * @property {import('../base/size.js').Size} size
 * @property {import('../recovery/live-stage.js').LiveStage['read']} read
 * @property {{ pace: () => void }} hooks
 */

export class Pace {
  /** Fraction of the pixels along a side that are drawn. */
  scale = 1;
  inFlight = 0;
  #host;
  #budget;
  #done;
  /** The stage moves, or was changed. */
  #changed = true;
  #movedAt = 0;
  /** The level of the last picture. */
  #drawn = -1;
  #beganAt = 0;
  #took = 0;
  #doneAt = 0;
  #idleUntil = 0;
  #reported = '';
  #closed = false;

  /**
   * @param {Host} host @param {() => Promise<unknown>} done settles when all submitted pictures are finished @param {number} joints
   * @param {boolean} late pictures were late before this object existed
   */
  constructor(host, done, joints, late) {
    const { width, height, ratio } = host.size;
    this.#host = host;
    this.#done = done;
    this.#budget = new Budget(joints, width * height * ratio * ratio, late);
    // The host stores this object after the constructor: listeners could not read it yet.
    queueMicrotask(() => this.#report());
  }

  /** The levels for a moving and for a still figure; null: everything is drawn. */
  get reduced() {
    const { levels, level, still } = this.#budget;
    return level ? { moving: levels[level], still: levels[still] } : null;
  }

  /** The stage was changed, or begins to move. */
  changed() {
    this.#changed = true;
  }

  /** A figure at rest should be drawn again, in better quality. */
  get coarse() {
    return this.#drawn > this.#budget.still;
  }

  get ready() {
    return this.inFlight < (this.#took > LONG_MS && !this.#budget.few ? 1 : 2) && performance.now() >= this.#idleUntil;
  }

  /** Call before each picture. */
  begin() {
    this.#beganAt = performance.now();
    const { level, still } = this.#budget;
    if (this.#changed) this.#apply(level);
    else if (this.coarse && this.#beganAt - this.#movedAt > REST_MS) this.#apply(still);
  }

  /** Draws the next picture in full, however long it takes. */
  refine() {
    this.#apply(0);
  }

  /** @param {number} level */
  #apply(level) {
    if (level === this.#drawn) return;
    this.#drawn = level;
    this.#set(Number(this.#budget.levels[level].simple), this.#budget.levels[level].scale);
  }

  /** @param {number} simple @param {number} scale */
  #set(simple, scale) {
    const { width, height, ratio } = this.#host.size;
    const resized = scale !== this.scale;
    this.scale = scale;
    this.#host.read((stage) => {
      stage.set(SIMPLE, simple, 0);
      if (resized && width && height) stage.resize(width, height, ratio * scale);
    }, undefined);
  }

  /** Call after each picture. @param {boolean} drew @param {boolean} runs the figure goes on moving */
  end(drew, runs) {
    if (drew && this.#changed) this.#movedAt = performance.now();
    this.#changed = runs;
    if (!drew) return;
    const [level, began] = [this.#drawn, this.#beganAt];
    this.inFlight += 1;
    const done = () => {
      this.inFlight -= 1;
      if (this.#closed) return;
      const now = performance.now();
      // Time spent waiting for the picture before does not count.
      this.#took = now - Math.max(began, this.#doneAt);
      this.#doneAt = now;
      if (this.#budget.levels[level].halfRate) this.#idleUntil = now + this.#took;
      this.#budget.record(this.#took, level);
      this.#report();
    };
    this.#done().then(done, done);
  }

  #report() {
    const now = `${this.#budget.level} ${this.#budget.still}`;
    if (now === this.#reported) return;
    this.#reported = now;
    this.#host.hooks.pace();
  }

  /** Stops: only the stage's own rule still simplifies. */
  close() {
    this.#closed = true;
    this.#set(2, 1);
    this.#host.hooks.pace();
  }
}
