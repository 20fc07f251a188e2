/** Shows the last picture of the previous renderer until the next one has drawn. */
import { h } from '../base/dom.js';
import { reducedMotion } from '../base/motion.js';

/** Maximum age of the copy of the picture while the clip plays. */
const COPY_MS = 2000;
const FADE_MS = 150;
/** Maximum wait for a drawn picture to reach the screen. */
const SHOWN_MS = 300;

export class LastPicture {
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  #fades = false;
  /** A copy of the picture, outside the GPU. @type {ImageData | null} */
  #copy = null;
  #copiedAt = 0;
  /** A picture was drawn since the copy. */
  #outdated = false;

  get visible() {
    return this.#canvas !== null;
  }

  /**
   * Keeps showing this canvas.
   * @param {HTMLCanvasElement} canvas @param {boolean} lost the canvas may be blank by now: show the copy instead
   * @param {boolean} fades the next renderer's picture looks different
   */
  show(canvas, lost, fades) {
    this.drop();
    this.#canvas = canvas;
    this.#fades = fades;
    if (lost && this.#copy) {
      const { width, height } = this.#copy;
      this.#canvas = h('canvas', { width, height });
      this.#canvas.getContext('2d', { willReadFrequently: true })?.putImageData(this.#copy, 0, 0);
      canvas.replaceWith(this.#canvas);
    }
    this.#copy = null;
  }

  /** Removes the picture, since the next renderer has drawn on a canvas below it. */
  async fade() {
    const canvas = this.#canvas;
    this.#canvas = null;
    if (canvas && this.#fades && !reducedMotion.now) {
      await shown();
      await canvas.animate({ opacity: [1, 0] }, FADE_MS).finished.catch(() => {});
    }
    canvas?.remove();
  }

  drop() {
    this.#canvas?.remove();
    this.#canvas = null;
  }

  /**
   * Copies the picture when the stage comes to rest, and every COPY_MS while it moves. Canvases go blank when the browser's GPU
   * process crashes, and after a second crash they may stay so.
   * @param {HTMLCanvasElement | null} canvas @param {boolean} drew the canvas has a new picture
   * @param {boolean} plays the next picture comes soon @param {number} now milliseconds
   */
  copy(canvas, drew, plays, now) {
    this.#outdated ||= drew;
    if (!canvas || !this.#outdated || (plays && this.#copy && now - this.#copiedAt < COPY_MS)) return;
    this.#outdated = false;
    this.#copiedAt = now;
    const { width, height } = canvas;
    // In a crash of the GPU process any canvas may lose its content, but not plain bytes.
    const reader = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    reader?.drawImage(canvas, 0, 0);
    this.#copy = reader?.getImageData(0, 0, width, height) ?? null;
  }
}

/** Settles when the latest picture is on the screen, or should be. @returns {Promise<unknown>} */
export const shown = () =>
  new Promise((resolve) => {
    // A hidden page gets no animation frames.
    setTimeout(resolve, SHOWN_MS);
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
