/**
 * The wasm stage of one player, and the canvas it draws on while there is one. The stage comes as soon as there is an
 * instance, takes the clip, answers and outlives every canvas and device. No animation frame is asked for unless the stage
 * wants one and somebody can see it.
 */
import { h } from './dom.js';
import { earlyAdapter, onLateAdapter } from './adapter.js';
import { fault, faultOf, named } from './errors.js';
import { discard, instance, onDiscarded } from './instance.js';
import { anyLost, barred, deviceOf, meanwhile, onDeviceLost } from './ladder.js';
import { LastPicture, shown } from './last-picture.js';
import { lazy } from './parts.js';
import { Report } from './report.js';
import { MANY_JOINTS } from './settings.js';
import { watchSize } from './size.js';

/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').WasmStage} WasmStage */
/**
 * @typedef {object} Hooks
 * @property {() => void} stage a fresh and empty stage is there: the first one, or one in place of another
 * @property {() => Promise<void>} content settles when there is something to draw, or nothing to wait for
 * @property {() => void} picture the stage has a canvas to draw on
 * @property {(fault: Fault) => void} noPicture and will have none
 * @property {(bits: number) => void} frame
 * @property {() => void} resized
 * @property {() => void} printing the page is about to be printed
 * @property {() => void} pace something else is left out of pictures that would come late
 */

export const WANTS = 1;
export const DREW = 2;
export const TIME = 4;
export const ENDED = 8;
export const LOOPED = 16;
export const CAMERA = 32;

/** How often within a minute a stage gets another instance after its own trap, and another device after a loss. */
const TRAPS = 1;
const LOSSES = 4;
const MINUTE_MS = 60_000;
/**
 * Pictures further apart are late; one that takes several times as long counts for up to `LATE_MOST`, and one in time takes one back.
 * So many are no hiccup, as when the controls come or a GPU begins.
 */
const LATE_MS = 150;
const LATE_MOST = 3;
const LATE = 8;

const pacing = lazy(() => import('./pace.js'));

export class StageHost {
  /** @type {WasmStage | null} */
  #stage = null;
  /** @type {Report | null} */
  #report = null;
  /** The stage was changed since it last told. */
  #outdated = false;
  /** @type {import('./instance.js').Instance | null} */
  #instance = null;
  /** @type {import('../types.d.ts').Device | null} */
  #device = null;
  /** Draws what the stage leaves in memory. Null: the stage draws by itself. @type {ReturnType<import('../types.d.ts').Device['attach']>} */
  #surface = null;
  /** Who should draw. */
  #wish = 'auto';
  /** What draws does so only until the one that is to draw has begun. */
  #forNow = false;
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  /** Of the device that is gone, shown until the next one has drawn. */
  #last = new LastPicture();
  /** @type {Promise<void> | null} */
  #opening = null;
  /** Somebody wants to see it. */
  #wanted = false;
  #attempt = 0;
  #raf = 0;
  #seen = true;
  /** Runs only while frames do: whatever time passed unseen is not caught up. */
  #clock = 0;
  /** When the last frame was, 0: the next one begins anew. */
  #before = 0;
  #size = { width: 0, height: 0, ratio: 1 };
  #clipBytes = 0;
  /** @type {number[]} */
  #traps = [];
  /** @type {number[]} */
  #losses = [];
  /** @type {(() => void)[]} */
  #undo = [];
  #joints = 0;
  /** How many pictures were late. */
  #late = 0;
  /** Draws less where pictures come late. @type {import('./pace.js').Pace | null} */
  #pace = null;

  /**
   * @param {HTMLElement} box
   * @param {Hooks} hooks
   */
  constructor(box, hooks) {
    this.box = box;
    this.hooks = hooks;
  }

  get size() { return this.#size; }
  /** There is a stage: it takes packets and answers. */
  get ready() { return this.#living() !== null; }
  /** There is a picture. */
  get drawing() { return this.#device !== null; }
  /** What is left out of pictures that would come late. */
  get left() { return this.#pace?.left ?? null; }
  /** Who draws. */
  get rung() { return this.#forNow ? null : this.#device?.rung ?? null; }

  /** Who should draw: a rung of the ladder, `auto` or `none`. @param {string} wish */
  set renderer(wish) {
    if (wish === this.#wish) return;
    this.#wish = wish;
    if (!this.#wanted) return;
    this.#detach();
    this.show();
  }

  /** The stage, unless its instance died while nobody listened. */
  #living() {
    if (this.#instance?.dead) this.#drop(false);
    return this.#stage;
  }

  /** Makes the stage if there is none. What goes wrong is told by the hooks. @returns {Promise<void>} */
  open() {
    if (this.#living()) return Promise.resolve();
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open() {
    try {
      const made = await instance();
      this.#instance = made;
      this.#stage = new made.glue.Stage();
      this.#report = new Report(made.memory, this.#stage);
      this.#outdated = true;
      made.bytes += this.#clipBytes;
      const { width, height, ratio } = this.#size;
      if (width && height) this.#stage.resize(width, height, ratio);
      // It may die of what it is given: then another one is opened.
      this.#opening = null;
      this.hooks.stage();
    } catch (error) {
      this.#opening = null;
      if (error instanceof WebAssembly.RuntimeError) this.#trap(error);
      else this.#give(faultOf(error));
    }
  }

  /** Shows the stage in its box, now and after every loss. */
  async show() {
    this.#wanted = true;
    if (!this.#undo.length) this.#watch();
    if (this.#device && !this.#forNow) return;
    const attempt = ++this.#attempt;
    const over = () => attempt !== this.#attempt || !this.#living();
    // The device is asked for while the stage and its clip are on their way.
    if (this.#wish === 'auto' || this.#wish === 'webgpu') earlyAdapter();
    const coming = deviceOf(instance(), this.#wish);
    coming.catch(() => {});
    // Where that does not come, the GPU's picture is the first.
    const first = this.#wish === 'auto' && !this.#last.there && !this.#device ? meanwhile().catch(() => null) : null;
    await this.open();
    if (over()) return;
    /** @type {import('../types.d.ts').Device | undefined} */
    let device;
    try {
      // Drawing an empty stage first would cost a picture, just when every one counts.
      await this.hooks.content();
      // It came in this very task, and drawing is a task of its own: the page is to answer in between.
      await new Promise((resolve) => { setTimeout(resolve); });
      if (over()) return;
      const earlier = await first;
      if (over()) return;
      if (earlier && this.#visible()) {
        await this.#drawFirst(earlier);
        if (over()) return;
      }
      device = await coming;
      if (over()) return;
      if (device.lost) this.#again();
      else if (device === this.#device) this.#stays();
      else this.#attach(device);
    } catch (error) {
      if (over()) return;
      if (error instanceof WebAssembly.RuntimeError) {
        this.#trap(error);
        return;
      }
      // It does not take this canvas: perhaps the next one does.
      if (device) {
        barred.set(device.rung, faultOf(error));
        this.#again();
      } else this.#give(faultOf(error));
    }
  }

  /** @param {import('../types.d.ts').Device} device @param {boolean} [forNow] */
  #attach(device, forNow = false) {
    this.#detach();
    const canvas = h('canvas');
    this.#surface = device.attach(/** @type {WasmStage} */ (this.#stage), /** @type {import('./instance.js').Instance} */ (this.#instance), canvas);
    if (this.#surface) this.#surface.again = () => this.change((stage) => stage.redraw());
    this.box.prepend(canvas);
    this.#canvas = canvas;
    this.#device = device;
    this.#forNow = forNow;
    this.hooks.picture();
    if (this.#device !== device) return;
    this.#plan();
    this.#resize();
    this.wake();
  }

  /** Until what is to draw has begun, this does. @param {import('../types.d.ts').Device} device */
  async #drawFirst(device) {
    try {
      this.#attach(device, true);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      barred.set(device.rung, faultOf(error));
      return;
    }
    await this.hooks.content();
    // It is to be seen before the GPU gets other things to do.
    await shown();
  }

  /** What draws for now goes on: there is nothing better. */
  #stays() {
    this.#forNow = false;
    this.hooks.picture();
  }

  /** Gives the canvas back. The stage, with all that is on it, stays. */
  hide() {
    this.#wanted = false;
    this.#attempt += 1;
    for (const undo of this.#undo.splice(0)) undo();
    this.#detach();
    this.#last.drop();
  }

  /** Another try after a failure. */
  retry() {
    this.#losses = [];
    barred.clear();
    this.#detach();
    this.revive();
  }

  /** What trapped the stage is gone. */
  revive() {
    this.#traps = [];
    this.#again();
  }

  /** From now on there is no picture; the last one is seen until the next. @param {boolean} [lost] its canvas may be blank */
  #detach(lost = false) {
    this.#sleep();
    if (!this.#device) return;
    this.#device = null;
    this.#plan();
    this.#surface?.close();
    this.#surface = null;
    if (this.#canvas) this.#last.take(this.#canvas, lost, this.#forNow);
    this.#forNow = false;
    this.#canvas = null;
    this.read((stage) => stage.detach(), undefined);
  }

  /** The instance is gone, and the stage with it. @param {boolean} alive whether it may still be called */
  #drop(alive) {
    const stage = this.#stage;
    this.#stage = null;
    this.#report = null;
    this.#detach();
    if (this.#instance) this.#instance.bytes -= this.#clipBytes;
    this.#instance = null;
    if (alive) stage?.free();
  }

  /** What the clip on the stage weighs. */
  get clipBytes() { return this.#clipBytes; }
  set clipBytes(bytes) {
    if (this.#instance) this.#instance.bytes += bytes - this.#clipBytes;
    this.#clipBytes = bytes;
  }

  get instance() { return this.#instance; }

  // What is left out

  /** How many joints the clip on the stage has. @param {number} count */
  set joints(count) {
    this.#joints = count;
    this.#plan();
  }

  /** Nothing is left out, unless there is much of it. */
  #plan() {
    const before = this.#pace;
    this.#pace = null;
    before?.close();
    this.#late = 0;
    if (this.#joints > MANY_JOINTS) this.#slow();
  }

  /** Watches how long pictures take. */
  async #slow() {
    const [device, canvas, joints, late] = [this.#device, this.#canvas, this.#joints, this.#late > 0];
    const script = await pacing().catch(() => null);
    if (!script || !device || !canvas || this.#pace || device !== this.#device || joints !== this.#joints) return;
    this.#pace = new script.Pace(this, device.done ?? script.doneOn(canvas), joints, late);
    this.wake();
  }

  // What may break

  /** Our own call trapped. @param {unknown} error */
  #trap(error) {
    const gone = this.#instance;
    this.#drop(false);
    if (gone) discard(gone);
    if (often(this.#traps, TRAPS)) this.#give({ ...faultOf(error), kind: 'gpu', code: 'trap' });
    else this.#again();
  }

  #again() {
    if (this.#wanted) this.show();
    else this.open();
  }

  /** No picture, until somebody tries again. @param {Fault} fault */
  #give(fault) {
    this.#attempt += 1;
    this.hooks.noPicture(fault);
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
    const stage = this.#living();
    if (!stage) return otherwise;
    try {
      return read(stage);
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
    this.#outdated = true;
    this.wake();
    return result;
  }

  /** What the stage tells at every picture, up to date. */
  #told() {
    if (this.#outdated) {
      this.read((stage) => stage.report(), undefined);
      this.#outdated = false;
    }
    return this.#living() && this.#report;
  }

  /** A number of that. @param {import('./report.js').Field} field @param {number} [otherwise] without a stage */
  number(field, otherwise = 0) { return this.#told()?.get(field) ?? otherwise; }

  /** Several numbers of that, NaN where there are none. @param {import('./report.js').Field} field @returns {ArrayLike<number>} */
  numbers(field) { return this.#told()?.list(field) ?? [NaN]; }

  // Pictures, one after the other

  wake() {
    this.#pace?.stir();
    if (!this.#device || this.#raf || !this.#visible()) return;
    this.#before = 0;
    this.#raf = requestAnimationFrame(this.#tick);
  }

  #visible() { return this.#seen && !document.hidden; }

  #tick = (/** @type {number} */ now) => {
    this.#raf = 0;
    const again = this.#pace?.ready === false || this.#frame(now) & WANTS || this.#pace?.owes;
    if (again && this.#device && !this.#raf && this.#visible()) this.#raf = requestAnimationFrame(this.#tick);
  };

  /** @param {number} now */
  #frame(now) {
    const gap = this.#before && now - this.#before;
    if (gap > 0) this.#clock += gap;
    this.#before = now;
    this.#pace?.begin();
    let bits = this.read((stage) => stage.frame(this.#clock), 0);
    this.#outdated = false;
    const drawn = Boolean(bits & DREW) && this.#paint();
    if (!drawn) bits &= ~DREW;
    this.#pace?.end(drawn, Boolean(bits & WANTS));
    this.#late = Math.max(0, this.#late + (Math.min(Math.floor(gap / LATE_MS), LATE_MOST) || -1));
    if (this.#late >= LATE && !this.#pace) this.#slow();
    if (drawn && this.#last.there) {
      // The first picture of a GPU may take a second, which is not to be missing in what is shown.
      this.#before = 0;
      this.#last.giveWay();
    }
    if (anyLost()) this.#last.keep(this.#canvas, drawn, Boolean(bits & WANTS), this.#clock);
    if (bits) this.hooks.frame(bits);
    return bits;
  }

  /** Draws what the stage has left, where it does not do so by itself. Tells whether there is a picture now. */
  #paint() {
    if (!this.#surface) return true;
    try {
      return this.#surface.draw(this.#surface.frame);
    } catch (error) {
      // What cannot draw this gives way to what is below it.
      if (this.#device) barred.set(this.#device.rung, fault('gpu', /** @type {Error} */ (error).message).fault);
      this.#detach();
      this.#again();
      return false;
    }
  }

  /** Another clip's skin begins without pictures. The stage forgets its own by itself. */
  forgetPictures() { this.#surface?.forgetPictures(); }

  /**
   * A picture that the clip's skin wears, for whoever draws.
   * @param {Parameters<WasmStage['setPicture']>} picture
   */
  setPicture(...picture) {
    this.#surface?.setPicture(...picture);
    this.change((stage) => (this.#surface ? stage.redraw() : stage.setPicture(...picture)));
  }

  /**
   * A copy of the picture, drawn anew with so many pixels for each on the screen. Null where there is none.
   * @param {number} scale
   */
  snapshot(scale) {
    const canvas = this.#canvas;
    const { width, height, ratio } = this.#size;
    if (!canvas || !width || !height) return null;
    // In another size it is drawn at once. The canvas can be read until this task ends.
    this.#pace?.full();
    const draw = (/** @type {number} */ times) => {
      this.change((stage) => stage.resize(width, height, ratio * times));
      // Canvas 2D draws its first picture in two parts.
      if (!this.#paint()) this.#paint();
    };
    if (scale === 1) draw(2);
    draw(scale);
    const copy = h('canvas', { width: canvas.width, height: canvas.height });
    copy.getContext('2d')?.drawImage(canvas, 0, 0);
    if (scale !== 1) draw(1);
    return copy;
  }

  /** What it takes to draw the same on another canvas. Null: there is no stage, or nothing that draws. */
  get means() {
    const stage = this.#living();
    return stage && this.#instance && this.#device ? { stage, instance: this.#instance, device: this.#device } : null;
  }

  #sleep() {
    cancelAnimationFrame(this.#raf);
    this.#raf = 0;
  }

  // The box

  #watch() {
    const views = new IntersectionObserver((entries) => {
      this.#seen = entries[entries.length - 1].isIntersecting;
      if (this.#seen) this.wake();
      else this.#sleep();
    }, { threshold: 0.00001 });
    views.observe(this.box);
    const hidden = () => (document.hidden ? this.#sleep() : this.wake());
    document.addEventListener('visibilitychange', hidden);
    addEventListener('beforeprint', this.hooks.printing);
    this.#undo.push(
      () => views.disconnect(),
      () => document.removeEventListener('visibilitychange', hidden),
      () => removeEventListener('beforeprint', this.hooks.printing),
      watchSize(this.box, (changed) => { this.#size = changed; this.#resize(); }),
      onDiscarded((gone, trapped) => {
        if (gone !== this.#instance) return;
        this.#drop(!trapped);
        this.#again();
      }),
      onDeviceLost((gone) => {
        if (gone !== this.#device) return;
        this.#detach(true);
        if (often(this.#losses, LOSSES)) barred.set(gone.rung, named('gpu', 'lost').fault);
        this.#again();
      }),
      onLateAdapter(() => {
        barred.delete('webgpu');
        if (this.#device?.rung === 'webgpu' || !/auto|webgpu/.test(this.#wish)) return;
        this.#detach();
        this.show();
      }),
    );
  }

  /** Sized and drawn in one go: an empty canvas between the two would flicker. */
  #resize() {
    const { width, height, ratio } = this.#size;
    if (width === 0 || height === 0) return;
    this.hooks.resized();
    if (!this.#stage) return;
    this.read((stage) => stage.resize(width, height, ratio * (this.#pace?.share ?? 1)), undefined);
    this.#outdated = true;
    if (!this.#device || !this.#visible()) return;
    if (this.#raf) {
      const bits = this.#frame(performance.now());
      if (!(bits & WANTS)) this.#sleep();
    } else {
      this.#before = 0;
      if (this.#frame(performance.now()) & WANTS) this.#raf = requestAnimationFrame(this.#tick);
    }
  }
}

/**
 * Notes that something happened, and tells whether that was too often within a minute.
 * @param {number[]} times
 * @param {number} most
 */
function often(times, most) {
  const now = performance.now();
  while (times.length && now - times[0] > MINUTE_MS) times.shift();
  times.push(now);
  return times.length > most;
}
