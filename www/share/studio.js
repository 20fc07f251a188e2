/** Draws the player's clip on a hidden canvas with a second stage. The clip is lent to it during each draw, so it is in memory once. */
import { h } from '../player/base/dom.js';
import { panels } from '../player/element/rooms.js';
import { NAMES } from '../player/base/settings.js';
import { DREW } from '../player/drawing/frame-bits.js';
import { put } from '../actors/cast.js';
import { fit } from './fit.js';
import { fitting } from './fitting.js';
import { refusal } from './refusal.js';
import { crop } from './tiles.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../player/base/settings.js').Values} Values */
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
 * @property {boolean | number[]} [controls] room for controls: true keeps the player's, or CSS pixels at top, right, bottom, left
 * @property {boolean} [tiled] it is drawn in tiles if it is large
 * @property {boolean} [fit] the figure fills the picture
 * @property {Partial<Record<keyof Values, number>>} [settings] in the stage's numbers
 */

/** How long to wait for a player that lost its device or its instance. */
const RECOVERY_MS = 20_000;
const POLL_MS = 100;

/** Yields to the page. Timers would take a second on a hidden page. @returns {Promise<void>} */
export const yieldToPage = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

export class Studio {
  /** Device pixels per CSS pixel, within the limits. */
  ratio = 1;
  #session;
  #look;
  #ownDevice;
  #source;
  #behaviour;
  /** @type {WasmStage | null} */
  #twin = null;
  /** @type {import('../player/recovery/instance.js').Instance | null} */
  #instance = null;
  /** @type {import('../types.d.ts').Device | null} */
  #device = null;
  /** @type {ReturnType<import('../types.d.ts').Device['attach']> | null} */
  #surface = null;
  #canvas = h('canvas');
  /** The last camera, for the next stage. */
  #camera = '';
  /** The camera's rotation so far, radians. */
  #turned = 0;

  /** @param {Session} session @param {Look} look @param {import('../types.d.ts').Device} [device] replaces the player's renderer */
  constructor(session, look, device) {
    this.#session = session;
    this.#look = look;
    this.#ownDevice = device;
    this.#source = session.source;
    this.#behaviour = session.get('behaviour');
  }

  /** Whether the player still shows the same clip and behaviour. */
  get #unchanged() {
    const { source } = this.#session;
    return source !== null && source === this.#source && this.#session.get('behaviour') === this.#behaviour;
  }

  /** Resolves when it can draw. @throws an AbortError if the player shows something else, an InvalidStateError if it draws nothing */
  async ready() {
    for (let waited = 0; ; waited += POLL_MS) {
      if (!this.#unchanged) throw refusal(new DOMException('the player shows another clip now', 'AbortError'));
      const context = this.#session.host.context;
      // A film waits for its lost renderer, because a temporary replacement looks different.
      const isInterim = context?.interim && this.#device && waited < RECOVERY_MS;
      if (context && !isInterim && !context.device.lost && this.#session.shown) {
        if (this.#instance !== context.instance || context.instance.dead) this.#createTwin(context);
        const device = this.#ownDevice ?? context.device;
        if (this.#device !== device) await this.#attach(device);
        if (!device.lost && !context.instance.dead) return;
      } else if (!this.#device || waited >= RECOVERY_MS) throw refusal(new DOMException('there is no picture', 'InvalidStateError'));
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MS);
      });
    }
  }

  /** Creates a second stage. @param {{ stage: WasmStage, instance: import('../player/recovery/instance.js').Instance }} means */
  #createTwin({ instance }) {
    this.#surface = null;
    this.#device = null;
    this.#instance = instance;
    this.#twin = this.#withStage((stage) => stage.twin());
    this.#withTwin((twin) => this.#configure(twin));
  }

  /** @param {WasmStage} twin */
  #configure(twin) {
    const { width, height, scale = 1, camera, theme, background, grid, shadow, controls, tiled, settings = {} } = this.#look;
    const set = (/** @type {keyof Values} */ name, /** @type {number} */ value) => twin.set(NAMES.indexOf(name), value, 0);
    set('smooth', 0);
    if (theme) set('theme', Number(theme === 'light'));
    if (background !== undefined) set('transparent', Number(background !== true));
    set('floor', Number(grid ?? true) + 2 * Number(shadow ?? true));
    for (const [name, value] of Object.entries(settings)) set(/** @type {keyof Values} */ (name), value);
    const [top, right, bottom, left] = Array.isArray(controls) ? controls : [0, 0, 0, 0];
    const { actors } = this.#session.state;
    if (theme)
      put(
        twin,
        Object.fromEntries(
          Object.entries(actors).map(([part, all]) => [part, { ...all, numbers: all.recoloured?.(theme) ?? all.numbers }]),
        ),
      );
    if (controls !== true) twin.setInsets(top, right, bottom, left);
    this.ratio = fitting(width, height, scale, tiled).scale;
    twin.resize(width, height, this.ratio);
    if (this.#camera || camera) twin.setCamera(this.#camera || camera || '');
  }

  /** @param {import('../types.d.ts').Device} device */
  async #attach(device) {
    const { info, element } = this.#session;
    this.#surface?.close();
    this.#canvas = h('canvas');
    const surface = device.attach(
      /** @type {WasmStage} */ (this.#twin),
      /** @type {import('../player/recovery/instance.js').Instance} */ (this.#instance),
      this.#canvas,
    );
    this.#surface = surface;
    this.#device = device;
    await device.skins?.();
    if (info?.pictures.length) await (await panels(element))?.paint(this.#session, (...picture) => surface.setPicture(...picture));
  }

  /** Calls `use` with the player's stage, which may trap. @template T @param {(stage: WasmStage) => T} use @returns {T | null} */
  #withStage(use) {
    return this.#session.host.read(/** @type {(stage: WasmStage) => T | null} */ (use), null);
  }

  /** Lends the clip to the second stage during `use`. @template T @param {(twin: WasmStage) => T} use @returns {T | null} */
  #withTwin(use) {
    const twin = this.#twin;
    return (
      twin &&
      this.#withStage((stage) => {
        twin.swap(stage);
        try {
          return use(twin);
        } finally {
          twin.swap(stage);
        }
      })
    );
  }

  /**
   * Draws a moment. The canvas is readable until the current task ends.
   * @param {number} [time] seconds; by default the current moment @param {number} [turn] total rotation of the camera, radians
   * @param {import('./tiles.js').Crop} [part] draws only this tile of the picture
   * @returns {HTMLCanvasElement | null} null if it could not be drawn now
   */
  draw(time, turn = 0, part) {
    if (!this.#device || this.#device.lost) return null;
    const bits = this.#withTwin((twin) => {
      if (time !== undefined) twin.seek(time);
      if (this.#look.fit) fit(twin, this.#look, twin.figureBox());
      if (turn !== this.#turned) twin.orbit(turn - this.#turned, 0);
      this.#turned = turn;
      twin.redraw();
      const done = twin.frame(0);
      this.#camera = twin.camera();
      return done;
    });
    if (!bits || !(bits & DREW) || !this.#surface) return null;
    if (part) crop(this.#surface.frame, part);
    // Draw after the clip is returned: an error here is no fault of the player's stage.
    return this.#surface.draw(this.#surface.frame) !== false ? this.#canvas : null;
  }

  /** Whether the last drawing is valid: on a lost device it is blank, which WebGPU reports a moment later. @returns {Promise<boolean>} */
  async isValid() {
    const device = this.#device;
    if (device?.rung !== 'webgpu') return true;
    const context = /** @type {import('../player/drawing/pace.js').GpuContext | null} */ (
      /** @type {unknown} */ (this.#canvas.getContext('webgpu'))
    );
    await context
      ?.getConfiguration?.()
      ?.device.queue.onSubmittedWorkDone()
      .catch(() => {});
    await yieldToPage();
    return !device.lost;
  }

  /** Changes the scale to `scale`, within the limits. @param {number} scale device pixels per CSS pixel */
  zoom(scale) {
    const { width, height } = this.#look;
    this.#look = { ...this.#look, scale };
    this.ratio = fitting(width, height, scale).scale;
    this.#withTwin((twin) => twin.resize(width, height, this.ratio));
  }

  /** What was drawn last, as `render/frame.js` has it. */
  get frame() {
    return this.#surface?.frame;
  }

  /** Asks the stage of the last picture; null if it does not answer. @template T @param {(stage: WasmStage) => T} ask */
  read(ask) {
    return this.#withTwin(ask);
  }

  /** The figure's box in the last picture, CSS pixels: left, top, right, bottom. @returns {ArrayLike<number>} */
  box() {
    return (this.#twin && !this.#instance?.dead && this.#twin.figureBox()) || [];
  }

  close() {
    this.#surface?.close();
    if (!this.#instance?.dead) this.#twin?.free();
    this.#twin = null;
    this.#device = null;
  }
}
