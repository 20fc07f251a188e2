import { h } from '../player/base/dom.js';

/** @type {CanvasRenderingContext2DSettings} */
const IN_MEMORY = { willReadFrequently: true };

/**
 * Draws a picture on a canvas, as large as the canvas, so that it stays when the GPU's process crashes. A canvas on which Chromium has
 * drawn from the GPU's memory goes blank then, whatever its settings; one that got plain pixels does not.
 * @param {HTMLCanvasElement} canvas @param {CanvasImageSource} from
 */
export function drawLasting(canvas, from) {
  const { width, height } = canvas;
  const reader = new OffscreenCanvas(width, height).getContext('2d', IN_MEMORY);
  reader?.drawImage(from, 0, 0, width, height);
  const pixels = reader?.getImageData(0, 0, width, height);
  if (pixels) canvas.getContext('2d', IN_MEMORY)?.putImageData(pixels, 0, 0);
}

/** A copy of a picture that stays when the GPU's process crashes. @param {CanvasImageSource} from @param {number} width pixels @param {number} height pixels */
export function lastingCopy(from, width, height) {
  const canvas = h('canvas', { width, height });
  drawLasting(canvas, from);
  return canvas;
}
