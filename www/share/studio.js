/**
 * Draws what a player shows once more, on a canvas that nobody sees: in another size, at another moment, from elsewhere. A second
 * stage does it, with a camera, a clock and settings of its own. The clip is lent to it while a picture is drawn, so that it is
 * in memory once, and the player itself never notices.
 */
import { h } from '../player/dom.js';
import { panels } from '../player/panels.js';
import { NAMES } from '../player/settings.js';
import { DREW } from '../player/frame-bits.js';
import { fitting } from './fitting.js';
import { refusal } from './refusal.js';

/** @typedef {import('../player/session.js').Session} Session */
/** @typedef {import('../player/settings.js').Values} Values */
/** @typedef {import('../types.d.ts').WasmStage} WasmStage */
/**
 * @typedef {object} Look
 * @property {number} width CSS pixels
 * @property {number} height
 * @property {number} [scale]
 * @property {string} [camera]
 * @property {'dark' | 'light'} [theme]
 * @property {boolean | string} [background]
 * @property {boolean} [grid]
 * @property {boolean} [shadow]
 * @property {boolean | number[]} [controls] with room for them: as it is, or CSS pixels at the top, right, bottom, left
 * @property {Partial<Record<keyof Values, number>>} [settings] as the stage takes them
 */

/** How long a player may take to draw again after it lost its device, or its instance. */
const BACK_MS = 20_000;
const LOOK_MS = 100;

/** The page gets its turn. Timers would wait for a second in a page that is hidden. @returns {Promise<void>} */
export const breath = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

export class Studio {
  /** Pixels for each CSS pixel of the look, as far as they can be drawn. */
  ratio = 1;
  #session;
  #look;
  #own;
  #source;
  #behaviour;
  /** @type {WasmStage | null} */
  #twin = null;
  /** @type {import('../player/instance.js').Instance | null} */
  #instance = null;
  /** @type {import('../types.d.ts').Device | null} */
  #device = null;
  /** @type {ReturnType<import('../types.d.ts').Device['attach']>} */
  #surface = null;
  #canvas = h('canvas');
  /** Where it looked from last, for another stage. */
  #camera = '';
  /** How far the camera has gone round, radians. */
  #turned = 0;

  /**
   * @param {Session} session
   * @param {Look} look
   * @param {import('../types.d.ts').Device} [device] what draws, if not what the player draws with
   */
  constructor(session, look, device) {
    this.#session = session;
    this.#look = look;
    this.#own = device;
    this.#source = session.source;
    this.#behaviour = session.get('behaviour');
  }

  /** What it draws is still what the player shows. */
  get #same() {
    const { source } = this.#session;
    return source !== null && source === this.#source && this.#session.get('behaviour') === this.#behaviour;
  }

  /**
   * Has all it needs to draw, again after a loss.
   * @throws an AbortError where the player shows something else by now, an InvalidStateError where it draws nothing
   */
  async ready() {
    for (let waited = 0; ; waited += LOOK_MS) {
      if (!this.#same) throw refusal(new DOMException('the player shows something else by now', 'AbortError'));
      const means = this.#session.host.means;
      // A film whose renderer was lost waits for it: what draws in its place meanwhile looks different.
      const standsIn = means?.forNow && this.#device && waited < BACK_MS;
      if (means && !standsIn && !means.device.lost && this.#session.shown) {
        if (this.#instance !== means.instance || means.instance.dead) this.#begin(means);
        const device = this.#own ?? means.device;
        if (this.#device !== device) await this.#attach(device);
        if (!device.lost && !means.instance.dead) return;
      } else if (!this.#device || waited >= BACK_MS) throw refusal(new DOMException('there is no picture', 'InvalidStateError'));
      await new Promise((resolve) => { setTimeout(resolve, LOOK_MS); });
    }
  }

  /** A stage beside the player's own. @param {{ stage: WasmStage, instance: import('../player/instance.js').Instance }} means */
  #begin({ instance }) {
    this.#surface = null;
    this.#device = null;
    this.#instance = instance;
    this.#twin = this.#lent((stage) => stage.twin());
    this.#lend((twin) => this.#dress(twin));
  }

  /** @param {WasmStage} twin */
  #dress(twin) {
    const { width, height, scale = 1, camera, theme, background, grid, shadow, controls, settings = {} } = this.#look;
    const set = (/** @type {keyof Values} */ name, /** @type {number} */ value) => twin.set(NAMES.indexOf(name), value, 0);
    set('smooth', 0);
    if (theme) set('theme', Number(theme === 'light'));
    if (background !== undefined) set('transparent', Number(background !== true));
    set('floor', Number(grid ?? true) + 2 * Number(shadow ?? true));
    for (const [name, value] of Object.entries(settings)) set(/** @type {keyof Values} */ (name), value);
    const [top, right, bottom, left] = Array.isArray(controls) ? controls : [0, 0, 0, 0];
    if (controls !== true) twin.setInsets(top, right, bottom, left);
    this.ratio = fitting(width, height, scale).scale;
    twin.resize(width, height, this.ratio);
    if (this.#camera || camera) twin.setCamera(this.#camera || camera || '');
  }

  /** @param {import('../types.d.ts').Device} device */
  async #attach(device) {
    const { info, element } = this.#session;
    this.#surface?.close();
    this.#canvas = h('canvas');
    const surface = device.attach(/** @type {WasmStage} */ (this.#twin), /** @type {import('../player/instance.js').Instance} */ (this.#instance), this.#canvas);
    this.#surface = surface;
    this.#device = device;
    if (info?.pictures.length) await (await panels(element))?.paint(this.#session, (...picture) => { if (surface) surface.setPicture(...picture); else this.#twin?.setPicture(...picture); });
  }

  /** @template T @param {(stage: WasmStage) => T} use the player's own stage, which may trap @returns {T | null} */
  #lent(use) { return this.#session.host.read(/** @type {(stage: WasmStage) => T | null} */ (use), null); }

  /** The clip is on the second stage as long as this takes. @template T @param {(twin: WasmStage) => T} use @returns {T | null} */
  #lend(use) {
    const twin = this.#twin;
    return twin && this.#lent((stage) => {
      twin.swap(stage);
      try {
        return use(twin);
      } finally {
        twin.swap(stage);
      }
    });
  }

  /**
   * Draws a moment. The canvas can be read until this task ends.
   * @param {number} [time] seconds; as it stands unless told
   * @param {number} [turn] how far round the camera is by then, radians
   * @returns {HTMLCanvasElement | null} null: it could not be drawn just now
   */
  draw(time, turn = 0) {
    if (!this.#device || this.#device.lost) return null;
    const bits = this.#lend((twin) => {
      if (time !== undefined) twin.seek(time);
      if (turn !== this.#turned) twin.orbit(turn - this.#turned, 0);
      this.#turned = turn;
      twin.redraw();
      const done = twin.frame(0);
      this.#camera = twin.camera();
      return done;
    });
    // Not while the clip is lent: what goes wrong here is no fault of the player's stage.
    return bits && bits & DREW && this.#surface?.draw(this.#surface.frame) !== false ? this.#canvas : null;
  }

  /**
   * What was drawn last is a picture: on a device that was lost just before it would be blank, and WebGPU tells so a moment later.
   * @returns {Promise<boolean>}
   */
  async sound() {
    const device = this.#device;
    if (device?.rung !== 'webgpu' || this.#surface) return true;
    const context = /** @type {import('../player/pace.js').GpuContext | null} */ (/** @type {unknown} */ (this.#canvas.getContext('webgpu')));
    await context?.getConfiguration?.()?.device.queue.onSubmittedWorkDone().catch(() => {});
    await breath();
    return !device.lost;
  }

  /** From now on with so many pixels for each CSS pixel, or as many as can be drawn. @param {number} scale */
  zoom(scale) {
    const { width, height } = this.#look;
    this.#look = { ...this.#look, scale };
    this.ratio = fitting(width, height, scale).scale;
    this.#lend((twin) => twin.resize(width, height, this.ratio));
  }

  /** Where the figure was in the last picture, CSS pixels: left, top, right, bottom. @returns {ArrayLike<number>} */
  box() { return (this.#twin && !this.#instance?.dead && this.#twin.figureBox()) || []; }

  close() {
    this.#surface?.close();
    if (!this.#instance?.dead) this.#twin?.free();
    this.#twin = null;
    this.#device = null;
  }
}
