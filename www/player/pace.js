/**
 * Draws less while pictures come late, and has no more than one or two on their way: behind a queue of them every click would wait.
 * Fetched with the first figure of many joints, or when pictures come late.
 */
import { Budget } from './budget.js';
import { NAMES } from './settings.js';

/** What has stood still for so long is drawn as well as it can be. An input is answered before that. */
const REST_MS = 250;
/** Where one picture takes longer, the next one waits for it. */
const LONG_MS = 60;
const SIMPLE = NAMES.indexOf('simple');

/** A canvas's context, where it tells its device. @typedef {{ getConfiguration?(): { device: { queue: { onSubmittedWorkDone(): Promise<unknown> } } } | null }} GpuContext */

/**
 * Settles when all that WebGPU drew on a canvas is there; in browsers that do not tell, with the second animation frame.
 * @param {HTMLCanvasElement} canvas
 */
export const doneOn = (canvas) => () => {
  const context = /** @type {GpuContext | null} */ (/** @type {unknown} */ (canvas.getContext('webgpu')));
  return context?.getConfiguration?.()?.device.queue.onSubmittedWorkDone()
    ?? new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
};

/**
 * @typedef {object} Host what draws
 * @property {import('./size.js').Size} size
 * @property {import('./live-stage.js').LiveStage['read']} read
 * @property {{ pace: () => void }} hooks
 */

export class Pace {
  /** Of the pixels along a side. */
  share = 1;
  /** Pictures on their way. */
  flying = 0;
  #host;
  #budget;
  #done;
  /** It moves, or was changed. */
  #stirred = true;
  #movedAt = 0;
  /** The level of the last picture. */
  #drawn = -1;
  #beganAt = 0;
  #took = 0;
  #doneAt = 0;
  /** Until then it rests. */
  #restsUntil = 0;
  #told = '';
  #closed = false;

  /**
   * @param {Host} host
   * @param {() => Promise<unknown>} done settles when all that was drawn is there
   * @param {number} joints
   * @param {boolean} late pictures came late before there was this
   */
  constructor(host, done, joints, late) {
    const { width, height, ratio } = host.size;
    this.#host = host;
    this.#done = done;
    this.#budget = new Budget(joints, width * height * ratio * ratio, late);
    // Before anybody can ask for it, it is not there.
    queueMicrotask(() => this.#tell());
  }

  /** What is left out of what moves, and of what stands still; null: nothing. */
  get left() {
    const { levels, level, still } = this.#budget;
    return level ? { moving: levels[level], still: levels[still] } : null;
  }

  /** It was changed, or begins to move. */
  stir() { this.#stirred = true; }

  /** What stands still can be drawn better than it was. */
  get owes() { return this.#drawn > this.#budget.still; }

  /** Whether a picture may be drawn now. */
  get ready() { return this.flying < (this.#took > LONG_MS && !this.#budget.few ? 1 : 2) && performance.now() >= this.#restsUntil; }

  /** Before a picture. */
  begin() {
    this.#beganAt = performance.now();
    const { level, still } = this.#budget;
    if (this.#stirred) this.#apply(level);
    else if (this.owes && this.#beganAt - this.#movedAt > REST_MS) this.#apply(still);
  }

  /** The next picture leaves nothing out, whatever it takes. */
  full() { this.#apply(0); }

  /** @param {number} level */
  #apply(level) {
    if (level === this.#drawn) return;
    this.#drawn = level;
    this.#set(Number(this.#budget.levels[level].simple), this.#budget.levels[level].share);
  }

  /** @param {number} simple @param {number} share */
  #set(simple, share) {
    const { width, height, ratio } = this.#host.size;
    const resized = share !== this.share;
    this.share = share;
    this.#host.read((stage) => {
      stage.set(SIMPLE, simple, 0);
      if (resized && width && height) stage.resize(width, height, ratio * share);
    }, undefined);
  }

  /** After it. @param {boolean} drew @param {boolean} runs it goes on moving */
  end(drew, runs) {
    if (drew && this.#stirred) this.#movedAt = performance.now();
    this.#stirred = runs;
    if (!drew) return;
    const [level, began] = [this.#drawn, this.#beganAt];
    this.flying += 1;
    const done = () => {
      this.flying -= 1;
      if (this.#closed) return;
      const now = performance.now();
      // While it waited for the one before, it took no time.
      this.#took = now - Math.max(began, this.#doneAt);
      this.#doneAt = now;
      if (this.#budget.levels[level].half) this.#restsUntil = now + this.#took;
      this.#budget.took(this.#took, level);
      this.#tell();
    };
    this.#done().then(done, done);
  }

  #tell() {
    const now = `${this.#budget.level} ${this.#budget.still}`;
    if (now === this.#told) return;
    this.#told = now;
    this.#host.hooks.pace();
  }

  /** From now on nothing is left out but what the stage leaves out by itself. */
  close() {
    this.#closed = true;
    this.#set(2, 1);
    this.#host.hooks.pace();
  }
}
