/**
 * What is seen between two renderers: the last picture of the one that is gone, until the next one has drawn.
 */
import { h } from './dom.js';
import { reducedMotion } from './motion.js';

/** How old the copy of a picture may be while the clip plays. */
const COPY_MS = 2000;
const FADE_MS = 150;
/** A picture that is not on the screen so long after it was drawn is not waited for. */
const SHOWN_MS = 300;

export class LastPicture {
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  #fades = false;
  /** A copy of a picture, outside the GPU. @type {ImageData | null} */
  #copy = null;
  #copiedAt = 0;
  /** Something was drawn since. */
  #outdated = false;

  get there() { return this.#canvas !== null; }

  /**
   * The last picture is on this canvas.
   * @param {HTMLCanvasElement} canvas
   * @param {boolean} lost it may be blank by now
   * @param {boolean} fades the next picture looks different
   */
  take(canvas, lost, fades) {
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

  /** The next one has drawn, on a canvas below. */
  async giveWay() {
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
   * A canvas is blank as soon as the browser's GPU process is gone. Where that happened once it may happen again, and for
   * good: the last picture is kept in a copy, taken when the stage comes to rest, and now and then while it does not.
   * @param {HTMLCanvasElement | null} canvas
   * @param {boolean} drew there is another picture on it
   * @param {boolean} plays the next one comes soon
   * @param {number} now milliseconds
   */
  keep(canvas, drew, plays, now) {
    this.#outdated ||= drew;
    if (!canvas || !this.#outdated || (plays && this.#copy && now - this.#copiedAt < COPY_MS)) return;
    this.#outdated = false;
    this.#copiedAt = now;
    const { width, height } = canvas;
    // Canvases of any kind may lose what is on them when the process goes; plain bytes do not.
    const reader = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    reader?.drawImage(canvas, 0, 0);
    this.#copy = reader?.getImageData(0, 0, width, height) ?? null;
  }
}

/** Settles when what was drawn just now is on the screen, or should be. @returns {Promise<unknown>} */
export const shown = () => new Promise((resolve) => {
  // No frames come to a page that is hidden.
  setTimeout(resolve, SHOWN_MS);
  requestAnimationFrame(() => requestAnimationFrame(resolve));
});
