/** Shows the last picture of the previous renderer until the next one has drawn. */
import { reducedMotion } from '../base/motion.js';

const FADE_MS = 150;
/** Maximum wait for a drawn picture to reach the screen. */
const SHOWN_MS = 300;

export class LastPicture {
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  #fades = false;

  get visible() {
    return this.#canvas !== null;
  }

  /** Keeps showing this canvas. @param {HTMLCanvasElement} canvas @param {boolean} fades the next renderer's picture looks different */
  show(canvas, fades) {
    this.drop();
    this.#canvas = canvas;
    this.#fades = fades;
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
}

/** Settles when the latest picture is on the screen, or should be. @returns {Promise<unknown>} */
export const shown = () =>
  new Promise((resolve) => {
    // A hidden page gets no animation frames.
    setTimeout(resolve, SHOWN_MS);
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
