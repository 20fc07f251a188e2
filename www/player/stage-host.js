/**
 * The canvas and the wasm Stage on it: made, sized, driven and, when the instance behind it dies, made again.
 * No animation frame is asked for unless the stage wants one and somebody can see it.
 */
import { condemn, glueWithoutGpu, gpu, onCondemned, onLateAdapter } from './gpu.js';
import { h } from './dom.js';

/** @typedef {import('../types.d.ts').WasmStage} WasmStage */
/**
 * @typedef {object} Hooks
 * @property {() => Promise<void>} show settles when there is something to show, or nothing to wait for
 * @property {(stage: WasmStage) => void} ready the stage was made, and stands empty
 * @property {(error: unknown, guilty: boolean) => void} died guilty: it trapped in our own call
 * @property {(error: unknown) => void} failed no stage can be made
 * @property {(bits: number) => void} frame
 * @property {() => void} resized
 * @property {() => void} late an adapter has come after all
 */

export const WANTS = 1;
export const DREW = 2;
export const TIME = 4;
export const ENDED = 8;
export const LOOPED = 16;
export const CAMERA = 32;

const MAX_RATIO = 2;

export class StageHost {
  /** @type {WasmStage | null} */
  #stage = null;
  /** @type {import('./gpu.js').Gpu | null} */
  #gpu = null;
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  #raf = 0;
  #seen = true;
  /** Runs only while frames do: whatever time passed unseen is not caught up. */
  #clock = 0;
  #last = 0;
  #attempt = 0;
  #size = { width: 0, height: 0, ratio: 1 };
  /** @type {(() => void)[]} */
  #undo = [];

  /**
   * @param {HTMLElement} box
   * @param {Hooks} hooks
   */
  constructor(box, hooks) {
    this.box = box;
    this.hooks = hooks;
  }

  get size() { return this.#size; }
  get ready() { return this.#stage !== null; }

  async start() {
    if (this.#undo.length) return;
    this.#watch();
    await this.#make();
  }

  /** Gives everything back. Idempotent; start() begins again. */
  stop() {
    this.#attempt += 1;
    for (const undo of this.#undo.splice(0)) undo();
    this.#drop(true);
  }

  /** Another try after a failure. */
  async retry() {
    this.#drop(true);
    await this.#make();
  }

  async #make() {
    const attempt = ++this.#attempt;
    try {
      const shared = await gpu();
      // Drawing an empty stage first would cost a picture, just when every one counts.
      await this.hooks.show();
      if (attempt !== this.#attempt) return;
      const canvas = h('canvas');
      this.box.prepend(canvas);
      this.#gpu = shared;
      this.#canvas = canvas;
      const stage = new shared.glue.Stage();
      stage.attach(shared.engine, canvas);
      this.#stage = stage;
      // What waits for the stage comes first, so that the first picture already shows the figure.
      this.hooks.ready(this.#stage);
      if (attempt !== this.#attempt) return;
      this.#resize();
      this.wake();
    } catch (error) {
      if (attempt !== this.#attempt) return;
      if (error instanceof WebAssembly.RuntimeError) this.#trap(error);
      else this.hooks.failed(error);
    }
  }

  /** A stage that draws nothing: it holds the clip and answers. */
  async withoutSurface() {
    const attempt = ++this.#attempt;
    const glue = await glueWithoutGpu();
    if (attempt !== this.#attempt) return;
    this.#drop(true);
    this.#stage = new glue.Stage();
  }

  /** @param {boolean} alive whether the instance may still be called */
  #drop(alive) {
    cancelAnimationFrame(this.#raf);
    this.#raf = 0;
    const stage = this.#stage;
    this.#stage = null;
    if (alive && stage && !this.#gpu?.dead) {
      try { stage.free(); } catch (error) { if (this.#gpu) condemn(this.#gpu); }
    }
    this.#gpu = null;
    this.#canvas?.remove();
    this.#canvas = null;
  }

  /** @param {unknown} error */
  #trap(error) {
    const gone = this.#gpu;
    this.#drop(false);
    if (gone) condemn(gone);
    this.hooks.died(error, true);
  }

  /**
   * Reads from the stage.
   * @template T
   * @param {(stage: WasmStage) => T} read
   * @param {T} otherwise what to answer while there is no stage
   * @returns {T}
   */
  read(read, otherwise) {
    if (!this.#stage) return otherwise;
    try {
      return read(this.#stage);
    } catch (error) {
      this.#trap(error);
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
    this.wake();
    return result;
  }

  wake() {
    if (!this.#stage || this.#raf || !this.#visible()) return;
    this.#last = 0;
    this.#raf = requestAnimationFrame(this.#tick);
  }

  #visible() { return this.#seen && !document.hidden; }

  #tick = (/** @type {number} */ now) => {
    this.#raf = 0;
    const bits = this.#frame(now);
    if (bits & WANTS && this.#stage && !this.#raf && this.#visible()) this.#raf = requestAnimationFrame(this.#tick);
  };

  /** @param {number} now */
  #frame(now) {
    if (this.#last) this.#clock += Math.max(0, now - this.#last);
    this.#last = now;
    const bits = this.read((stage) => stage.frame(this.#clock), 0);
    if (bits) this.hooks.frame(bits);
    return bits;
  }

  #watch() {
    const sizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      const pixels = entry.devicePixelContentBoxSize?.[0]?.inlineSize;
      this.#size = { width, height, ratio: this.#ratio(pixels && width ? pixels / width : undefined) };
      this.#resize();
    });
    // Not every engine knows the exact box; the fallback multiplies.
    try { sizes.observe(this.box, { box: 'device-pixel-content-box' }); } catch { sizes.observe(this.box); }

    const views = new IntersectionObserver((entries) => {
      this.#seen = entries[entries.length - 1].isIntersecting;
      if (this.#seen) this.wake();
      else this.#sleep();
    }, { threshold: 0.00001 });
    views.observe(this.box);

    const hidden = () => (document.hidden ? this.#sleep() : this.wake());
    document.addEventListener('visibilitychange', hidden);

    const gone = onCondemned((dead) => {
      if (dead !== this.#gpu) return;
      this.#drop(false);
      this.hooks.died(new Error('lost'), false);
    });

    this.#undo.push(() => sizes.disconnect(), () => views.disconnect(), gone, onLateAdapter(() => { if (!this.#gpu) this.hooks.late(); }),
      () => document.removeEventListener('visibilitychange', hidden), this.#watchRatio());
  }

  /** A window moved to another screen changes the ratio, not always the size. */
  #watchRatio() {
    /** @type {MediaQueryList} */
    let query;
    const moved = () => {
      query.removeEventListener('change', moved);
      this.#size = { ...this.#size, ratio: this.#ratio(undefined) };
      this.#resize();
      listen();
    };
    const listen = () => {
      query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
      query.addEventListener('change', moved);
    };
    listen();
    return () => query.removeEventListener('change', moved);
  }

  /** @param {number | undefined} exact */
  #ratio(exact) {
    // The exact box differs from the ratio by a rounded pixel. Where it differs by more, it is not to be believed.
    const ratio = exact && Math.abs(exact / devicePixelRatio - 1) < 0.02 ? exact : devicePixelRatio;
    return Math.min(MAX_RATIO, ratio);
  }

  #sleep() {
    cancelAnimationFrame(this.#raf);
    this.#raf = 0;
  }

  /** Sized and drawn in one go: an empty canvas between the two would flicker. */
  #resize() {
    const { width, height, ratio } = this.#size;
    if (width === 0 || height === 0) return;
    this.hooks.resized();
    if (!this.#stage) return;
    this.read((stage) => stage.resize(width, height, ratio), undefined);
    if (!this.#visible()) return;
    if (this.#raf) {
      const bits = this.#frame(performance.now());
      if (!(bits & WANTS)) this.#sleep();
    } else {
      this.#last = 0;
      if (this.#frame(performance.now()) & WANTS) this.#raf = requestAnimationFrame(this.#tick);
    }
  }
}
