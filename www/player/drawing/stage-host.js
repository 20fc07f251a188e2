/** Draws a player's stage with the wanted renderer or the best that works, with Canvas 2D until that is ready, and with another after each loss. */
import { h } from '../base/dom.js';
import { watchSize } from '../base/size.js';
import { tooOften } from '../base/too-often.js';
import { LastPicture, shown } from '../recovery/last-picture.js';
import { LiveStage } from '../recovery/live-stage.js';
import { faultOf, gpuFault, named } from '../words/errors.js';
import { earlyAdapter, onLateAdapter } from './adapter.js';
import { DREW, WANTS } from './frame-bits.js';
import { FrameLoop } from './frame-loop.js';
import { anyLost, barred, bestDevice, interimDevice, lacksDevice, onDeviceLost, standIn } from './ladder.js';
import { LatePictures } from './late-pictures.js';
import { watchPointers } from './pointers.js';

/** @typedef {import('../../types.d.ts').Device} Device */
/** @typedef {import('../../types.d.ts').Fault} Fault */
/** @typedef {import('../../types.d.ts').WasmStage} WasmStage */
/**
 * @typedef {object} Hooks
 * @property {() => void} stage a fresh and empty stage exists: the first, or a replacement
 * @property {() => Promise<void>} content settles when there is something to draw, or nothing to wait for
 * @property {() => void} picture a renderer draws the stage now
 * @property {(fault: Fault) => void} noPicture no renderer can draw
 * @property {(bits: number) => void} frame
 * @property {() => void} resized
 * @property {() => void} printing the page is about to be printed
 * @property {() => void} pace the level of detail has changed
 */

/** How often within a minute a renderer may be lost. */
const LOSSES = 4;

export class StageHost extends LiveStage {
  /** @type {Device | null} */
  #device = null;
  /** Draws the frame that the stage leaves in memory. @type {ReturnType<Device['attach']> | null} */
  #surface = null;
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  /** The present renderer draws only until the wanted one is ready. */
  #interim = false;
  #requested = 'auto';
  /** The picture of the previous device, shown until the next has drawn. */
  #last = new LastPicture();
  /** The player is to be drawn. */
  #wanted = false;
  #attempt = 0;
  /** @type {number[]} */
  #losses = [];
  /** @type {(() => void)[]} */
  #undo = [];
  /** @type {ReturnType<typeof watchPointers> | null} */
  #pointers = null;
  pacing = new LatePictures(this);
  #frames = new FrameLoop((clock, gap) => this.#frame(clock, gap), this.pacing);

  /** @param {HTMLElement} box @param {Hooks} hooks */
  constructor(box, hooks) {
    super(hooks.stage);
    this.box = box;
    this.hooks = hooks;
  }

  get drawing() {
    return this.#device !== null;
  }
  /** The renderer that draws now, also an interim one. */
  get current() {
    return this.#device?.rung ?? null;
  }
  /** The renderer, unless it is an interim one. */
  get rung() {
    return this.#interim ? null : (this.#device?.rung ?? null);
  }

  /** Sets the wanted renderer: a rung of the ladder, `auto` or `none`. @param {string} wanted */
  set renderer(wanted) {
    if (wanted === this.#requested) return;
    this.#requested = wanted;
    if (this.#wanted) this.#seek();
  }

  /** Draws the stage in its box, now and after every loss. */
  async show() {
    this.#wanted = true;
    if (!this.#undo.length) this.#watch();
    if (this.#device && !this.#interim) return;
    const attempt = ++this.#attempt;
    const over = () => attempt !== this.#attempt || !this.stage;
    // The adapter is requested while the stage and its clip are on their way.
    if (this.#requested === 'auto' || this.#requested === 'webgpu') earlyAdapter();
    const pending = this.#requested === 'auto' && lacksDevice() ? null : bestDevice(this.#requested);
    pending?.catch(() => {});
    // Without an interim device the wanted one draws the first picture.
    const needsInterim = !this.#device && lacksDevice() && (this.#requested === 'auto' || (anyLost() && this.#requested !== 'none'));
    const first = needsInterim ? interimDevice()?.catch(() => null) : null;
    await this.open();
    if (over()) return;
    /** @type {Device | undefined} */
    let device;
    try {
      // Wait: a picture of the empty stage would delay the first one of the clip.
      await this.hooks.content();
      // Drawing gets a task of its own, so that the page can react in between.
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      if (over()) return;
      const earlier = await first;
      if (over()) return;
      if (earlier && this.#frames.visible) {
        await this.#drawFirst(earlier);
        if (over()) return;
      }
      device = await (pending ?? bestDevice(this.#requested));
      if (over()) return;
      // During a drag the visitor would notice the change of renderers.
      if (this.#interim) await this.#pointers?.released();
      if (over()) return;
      if (device.lost) this.restart();
      else if (device === this.#device) this.#keepInterim();
      else this.#attach(device);
    } catch (error) {
      if (over()) return;
      if (error instanceof WebAssembly.RuntimeError) {
        this.trap(error);
        return;
      }
      // The device cannot draw on this canvas: try the next renderer.
      if (device) {
        barred.set(device.rung, faultOf(error));
        this.#replace();
      } else this.fail(faultOf(error));
    }
  }

  /** Looks for the wanted renderer. The present one draws until that is there. */
  #seek() {
    if (this.#requested === 'none') this.detach();
    this.#setInterim(this.#device !== null);
    this.show();
  }

  /** Looks for a renderer in place of one that is gone. Canvas 2D draws the next picture, and more until another renderer is there. */
  #replace() {
    const device = standIn();
    try {
      if (device && this.#wanted && !this.#device && this.stage) this.#attachInterim(device);
    } catch (error) {
      this.trap(error);
      return;
    }
    this.restart();
  }

  /** @param {Device} device @param {boolean} [interim] */
  #attach(device, interim = false) {
    this.detach();
    const canvas = h('canvas');
    this.#surface = device.attach(
      /** @type {WasmStage} */ (this.stage),
      /** @type {import('../recovery/instance.js').Instance} */ (this.instance),
      canvas,
    );
    // The first picture comes sooner with coarse shadows.
    this.#surface.coarse = interim;
    this.#surface.onRestored = () => this.change((stage) => stage.redraw());
    this.box.prepend(canvas);
    this.#canvas = canvas;
    this.#device = device;
    this.#setInterim(interim);
    this.#frames.on = true;
    this.hooks.picture();
    if (this.#device !== device) return;
    this.pacing.watch(device, canvas);
    this.#resize();
    this.wake();
  }

  /** Draws with an interim device, and tells whether that can. @param {Device} device */
  #attachInterim(device) {
    try {
      this.#attach(device, true);
      return true;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      barred.set(device.rung, faultOf(error));
      return false;
    }
  }

  /** @param {boolean} interim */
  #setInterim(interim) {
    this.#interim = interim;
    this.#canvas?.toggleAttribute('data-interim', interim);
  }

  /** Draws with an interim device until the wanted one has started. @param {Device} device */
  async #drawFirst(device) {
    if (!this.#attachInterim(device)) return;
    await this.hooks.content();
    // The picture must reach the screen before the GPU gets other work.
    await shown();
  }

  /** Keeps the interim device, since there is no better one. */
  #keepInterim() {
    this.#setInterim(false);
    this.hooks.picture();
  }

  /** Removes the canvas; the stage keeps its content. */
  hide() {
    this.#wanted = false;
    this.#attempt += 1;
    for (const undo of this.#undo.splice(0)) undo();
    this.detach();
    this.#last.drop();
  }

  /** Tries all renderers again. */
  retry() {
    this.#losses = [];
    barred.clear();
    this.#setInterim(this.#device !== null);
    this.revive();
  }

  /** Stops drawing; the last picture stays until the next. */
  detach() {
    this.#frames.end();
    if (!this.#device) return;
    this.#device = null;
    this.pacing.watch();
    this.#surface?.close();
    this.#surface = null;
    if (this.#canvas) this.#last.show(this.#canvas, this.#interim);
    this.#setInterim(false);
    this.#canvas = null;
    this.read((stage) => stage.detach(), undefined);
  }

  restart() {
    if (this.#wanted) this.show();
    else this.open();
  }

  /** @param {Fault} fault */
  fail(fault) {
    this.#attempt += 1;
    this.detach();
    this.hooks.noPicture(fault);
  }

  wake() {
    this.#frames.wake();
  }

  /** @param {number} clock @param {number} gap */
  #frame(clock, gap) {
    this.pacing.pace?.begin();
    let bits = this.frame(clock);
    const drawn = Boolean(bits & DREW) && this.#paint();
    if (!drawn) bits &= ~DREW;
    if (drawn) this.#frames.first = false;
    const coarse = drawn && this.#surface?.coarse;
    if (this.#surface && coarse) {
      this.#surface.coarse = false;
      this.read((stage) => stage.redraw(), undefined);
    }
    const wants = Boolean(bits & WANTS);
    this.pacing.pace?.end(drawn, wants);
    this.pacing.drew(gap);
    if (drawn && this.#last.visible) {
      // A GPU's first picture may take a second, by which the clock must not advance.
      this.#frames.skip();
      this.#last.fade();
    }
    if (bits) this.hooks.frame(bits);
    return wants || Boolean(coarse);
  }

  /** Draws the stage's frame. Returns whether there is a picture now. */
  #paint() {
    if (!this.#surface) return false;
    try {
      const drawn = this.#surface.draw(this.#surface.frame);
      // The stage takes the frame for drawn: make it write another.
      if (!drawn) this.read((stage) => stage.redraw(), undefined);
      return drawn;
    } catch (error) {
      // The renderer cannot draw this: fall back to the next rung.
      if (this.#device) barred.set(this.#device.rung, gpuFault(error));
      this.detach();
      // The next renderer would draw within this picture.
      queueMicrotask(() => this.#replace());
      return false;
    }
  }

  /** Prepares for a new clip: drops the textures of the old skin. */
  newClip() {
    this.#surface?.forgetPictures();
    this.#frames.first = true;
  }

  /** Sets a texture of the clip's skin. @param {Parameters<import('../../types.d.ts').Surface['setPicture']>} picture */
  setPicture(...picture) {
    this.#surface?.setPicture(...picture);
    this.change((stage) => stage.redraw());
  }

  /** Draws the picture again at `scale` times its pixels, and copies it. Null if nothing draws. @param {number} scale */
  snapshot(scale) {
    const canvas = this.#canvas;
    const { width, height, ratio } = this.size;
    if (!canvas || !width || !height) return null;
    // The canvas can be read until this task ends.
    this.pacing.pace?.refine();
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

  /** The objects needed to draw the same on another canvas; null without a stage or a renderer. `interim`: a better device comes soon; `frame`: what is drawn. */
  get context() {
    const { stage, instance } = this;
    return stage && instance && this.#device
      ? { stage, instance, device: this.#device, interim: this.#interim, frame: this.#surface?.frame }
      : null;
  }

  #watch() {
    addEventListener('beforeprint', this.hooks.printing);
    const pointers = watchPointers(this.box.getRootNode());
    this.#pointers = pointers;
    this.#undo.push(
      pointers.end,
      () => removeEventListener('beforeprint', this.hooks.printing),
      this.#frames.watch(this.box),
      watchSize(this.box, (changed) => {
        this.size = changed;
        this.#resize();
      }),
      this.watchInstance(),
      onDeviceLost((gone) => {
        if (gone !== this.#device) return;
        this.detach();
        if (tooOften(this.#losses, LOSSES)) barred.set(gone.rung, named('gpu', 'lost').fault);
        this.#replace();
      }),
      onLateAdapter(() => {
        barred.delete('webgpu');
        if (this.#device?.rung !== 'webgpu' && /auto|webgpu/.test(this.#requested)) this.#seek();
      }),
    );
  }

  /** Resizes and draws at once: between the two the canvas is empty and would flicker. */
  #resize() {
    const { width, height } = this.size;
    if (!width || !height) return;
    this.hooks.resized();
    this.resize(this.pacing.pace?.scale ?? 1);
    this.#frames.now();
  }
}
