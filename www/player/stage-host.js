/**
 * What draws the stage of a player, on a canvas in its box: the renderer that is wanted and works, another one after each loss, and
 * none where nothing works. The stage itself outlives them all.
 */
import { h } from './dom.js';
import { earlyAdapter, onLateAdapter } from './adapter.js';
import { faultOf, gpuFault, named } from './errors.js';
import { DREW, WANTS } from './frame-bits.js';
import { FrameLoop } from './frame-loop.js';
import { instance } from './instance.js';
import { anyLost, barred, deviceOf, meanwhile, onDeviceLost } from './ladder.js';
import { LastPicture, shown } from './last-picture.js';
import { LatePictures } from './late-pictures.js';
import { LiveStage } from './live-stage.js';
import { watchSize } from './size.js';
import { tooOften } from './too-often.js';

/** @typedef {import('../types.d.ts').Device} Device */
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

/** How often within a minute a renderer may be lost. */
const LOSSES = 4;

export class StageHost extends LiveStage {
  /** @type {Device | null} */
  #device = null;
  /** Draws what the stage leaves in memory. Null: the stage draws by itself. @type {ReturnType<Device['attach']>} */
  #surface = null;
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  /** What draws does so only until the one that is to draw has begun. */
  #forNow = false;
  /** Who should draw. */
  #wish = 'auto';
  /** Of the device that is gone, shown until the next one has drawn. */
  #last = new LastPicture();
  /** Somebody wants to see it. */
  #wanted = false;
  #attempt = 0;
  /** @type {number[]} */
  #losses = [];
  /** @type {(() => void)[]} */
  #undo = [];
  late = new LatePictures(this);
  #frames = new FrameLoop((clock, gap) => this.#frame(clock, gap), this.late);

  /**
   * @param {HTMLElement} box
   * @param {Hooks} hooks
   */
  constructor(box, hooks) {
    super(hooks.stage);
    this.box = box;
    this.hooks = hooks;
  }

  /** There is a picture. */
  get drawing() { return this.#device !== null; }
  /** Who draws. */
  get rung() { return this.#forNow ? null : this.#device?.rung ?? null; }

  /** Who should draw: a rung of the ladder, `auto` or `none`. @param {string} wish */
  set renderer(wish) {
    if (wish === this.#wish) return;
    this.#wish = wish;
    if (!this.#wanted) return;
    this.detach();
    this.show();
  }

  /** Shows the stage in its box, now and after every loss. */
  async show() {
    this.#wanted = true;
    if (!this.#undo.length) this.#watch();
    if (this.#device && !this.#forNow) return;
    const attempt = ++this.#attempt;
    const over = () => attempt !== this.#attempt || !this.living;
    // The device is asked for while the stage and its clip are on their way.
    if (this.#wish === 'auto' || this.#wish === 'webgpu') earlyAdapter();
    const coming = deviceOf(instance(), this.#wish);
    coming.catch(() => {});
    // Where that does not come, the GPU's picture is the first.
    const first = (this.#wish === 'auto' || (anyLost() && this.#wish !== 'none')) && !this.#device ? meanwhile(coming).catch(() => null) : null;
    await this.open();
    if (over()) return;
    /** @type {Device | undefined} */
    let device;
    try {
      // Drawing an empty stage first would cost a picture, just when every one counts.
      await this.hooks.content();
      // It came in this very task, and drawing is a task of its own: the page is to answer in between.
      await new Promise((resolve) => { setTimeout(resolve); });
      if (over()) return;
      const earlier = await first;
      if (over()) return;
      if (earlier && this.#frames.visible) {
        await this.#drawFirst(earlier);
        if (over()) return;
      }
      device = await coming;
      if (over()) return;
      if (device.lost) this.again();
      else if (device === this.#device) this.#stays();
      else this.#attach(device);
    } catch (error) {
      if (over()) return;
      if (error instanceof WebAssembly.RuntimeError) {
        this.trap(error);
        return;
      }
      // It does not take this canvas: perhaps the next one does.
      if (device) {
        barred.set(device.rung, faultOf(error));
        this.again();
      } else this.give(faultOf(error));
    }
  }

  /** @param {Device} device @param {boolean} [forNow] */
  #attach(device, forNow = false) {
    this.detach();
    const canvas = h('canvas');
    this.#surface = device.attach(/** @type {WasmStage} */ (this.living), /** @type {import('./instance.js').Instance} */ (this.instance), canvas);
    if (this.#surface) this.#surface.again = () => this.change((stage) => stage.redraw());
    this.box.prepend(canvas);
    this.#canvas = canvas;
    this.#device = device;
    this.#forNow = forNow;
    this.#frames.on = true;
    this.hooks.picture();
    if (this.#device !== device) return;
    this.late.watch(device, canvas);
    this.#resize();
    this.wake();
  }

  /** Until what is to draw has begun, this does. @param {Device} device */
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
    this.detach();
    this.#last.drop();
  }

  /** Another try after a failure. */
  retry() {
    this.#losses = [];
    barred.clear();
    this.detach();
    this.revive();
  }

  /** From now on there is no picture; the last one is seen until the next. @param {boolean} [lost] its canvas may be blank */
  detach(lost = false) {
    this.#frames.end();
    if (!this.#device) return;
    this.#device = null;
    this.late.watch();
    this.#surface?.close();
    this.#surface = null;
    if (this.#canvas) this.#last.take(this.#canvas, lost, this.#forNow);
    this.#forNow = false;
    this.#canvas = null;
    this.read((stage) => stage.detach(), undefined);
  }

  again() {
    if (this.#wanted) this.show();
    else this.open();
  }

  /** No picture, until somebody tries again. @param {Fault} fault */
  give(fault) {
    this.#attempt += 1;
    this.hooks.noPicture(fault);
  }

  // Pictures

  wake() { this.#frames.wake(); }

  /** @param {number} clock @param {number} gap */
  #frame(clock, gap) {
    this.late.pace?.begin();
    let bits = this.frame(clock);
    const drawn = Boolean(bits & DREW) && this.#paint();
    if (!drawn) bits &= ~DREW;
    if (drawn) this.#frames.first = false;
    const wants = Boolean(bits & WANTS);
    this.late.pace?.end(drawn, wants);
    this.late.drew(gap);
    if (drawn && this.#last.there) {
      // The first picture of a GPU may take a second, which is not to be missing in what is shown.
      this.#frames.skip();
      this.#last.giveWay();
    }
    if (anyLost()) this.#last.keep(this.#canvas, drawn, wants, clock);
    if (bits) this.hooks.frame(bits);
    return wants;
  }

  /** Draws what the stage has left, where it does not do so by itself. Tells whether there is a picture now. */
  #paint() {
    if (!this.#surface) return true;
    try {
      return this.#surface.draw(this.#surface.frame);
    } catch (error) {
      // What cannot draw this gives way to what is below it.
      if (this.#device) barred.set(this.#device.rung, gpuFault(error));
      this.detach();
      this.again();
      return false;
    }
  }

  /** There is another clip. Its skin begins without pictures; the stage forgets its own by itself. */
  newClip() {
    this.#surface?.forgetPictures();
    this.#frames.first = true;
  }

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
    const { width, height, ratio } = this.size;
    if (!canvas || !width || !height) return null;
    // In another size it is drawn at once. The canvas can be read until this task ends.
    this.late.pace?.full();
    const draw = (/** @type {number} */ times) => {
      this.change((stage) => stage.resize(width, height, ratio * times));
      this.#paint();
    };
    if (scale === 1) draw(2);
    draw(scale);
    const copy = h('canvas', { width: canvas.width, height: canvas.height });
    copy.getContext('2d')?.drawImage(canvas, 0, 0);
    if (scale !== 1) draw(1);
    return copy;
  }

  /** What it takes to draw the same on another canvas. Null: there is no stage, or nothing that draws. `forNow`: something better will soon. */
  get means() {
    const { living: stage, instance } = this;
    return stage && instance && this.#device ? { stage, instance, device: this.#device, forNow: this.#forNow } : null;
  }

  // The box

  #watch() {
    addEventListener('beforeprint', this.hooks.printing);
    this.#undo.push(
      () => removeEventListener('beforeprint', this.hooks.printing),
      this.#frames.watch(this.box),
      watchSize(this.box, (changed) => { this.size = changed; this.#resize(); }),
      this.watchInstance(),
      onDeviceLost((gone) => {
        if (gone !== this.#device) return;
        this.detach(true);
        if (tooOften(this.#losses, LOSSES)) barred.set(gone.rung, named('gpu', 'lost').fault);
        this.again();
      }),
      onLateAdapter(() => {
        barred.delete('webgpu');
        if (this.#device?.rung === 'webgpu' || !/auto|webgpu/.test(this.#wish)) return;
        this.detach();
        this.show();
      }),
    );
  }

  /** Sized and drawn in one go: an empty canvas between the two would flicker. */
  #resize() {
    const { width, height } = this.size;
    if (!width || !height) return;
    this.hooks.resized();
    this.resize(this.late.pace?.share ?? 1);
    this.#frames.now();
  }
}
