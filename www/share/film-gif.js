/** Films as animated GIF: one table of colours for all frames, and of each frame only what has changed. Fetched with the first of them. */
import { GIFEncoder, quantize } from 'gifenc';
import { ditherer } from './dither.js';

/** @typedef {import('./film.js').Sink} Sink */

/** The last colour of the table is the one that is seen through. */
const COLOURS = 255;
const DEPTH = 'rgb565';
/** Of each sample one pixel of so many, along both sides. */
const STEP = 3;
/** Alpha from which a pixel is seen. */
const SEEN = 128;

/**
 * @param {{ width: number, height: number, fps: number, clear: boolean }} film
 * @param {ImageData[]} samples frames from all over the film, whose colours the table is made of
 * @returns {Sink}
 */
export function gif({ width, height, fps, clear }, samples) {
  const palette = quantize(thinned(samples), COLOURS, { format: DEPTH });
  const indexed = ditherer(palette.slice(0, COLOURS), width);
  while (palette.length <= COLOURS) palette.push([0, 0, 0]);
  const file = GIFEncoder();
  /** @type {Uint8Array | null} */
  let before = null;
  /** Delays are in hundredths of a second: the sum is right, also where each is rounded. @param {number} frame */
  const at = (frame) => Math.round((100 * frame) / fps);

  return {
    clear,
    async add(context, frame) {
      const { data } = context.getImageData(0, 0, width, height);
      const index = indexed(data);
      if (clear) for (let pixel = 0; pixel < index.length; pixel += 1) if (data[4 * pixel + 3] < SEEN) index[pixel] = COLOURS;
      const whole = before && !clear ? index.slice() : index;
      if (before && !clear) for (let pixel = 0; pixel < index.length; pixel += 1) if (index[pixel] === before[pixel]) index[pixel] = COLOURS;
      before = whole;
      file.writeFrame(index, width, height, {
        ...(frame === 0 ? { palette } : {}), delay: 10 * (at(frame + 1) - at(frame)), repeat: 0,
        transparent: clear || frame > 0, transparentIndex: COLOURS, dispose: clear ? 2 : 1,
      });
    },
    async finish() {
      file.finish();
      return new Blob([file.bytes()], { type: 'image/gif' });
    },
    async cancel() {},
  };
}

/** Some of the pixels, one after the other. What is not seen has no colour. @param {ImageData[]} samples */
function thinned(samples) {
  /** @type {number[]} */
  const words = [];
  for (const { data, width, height } of samples) {
    const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
    for (let y = 0; y < height; y += STEP) for (let x = 0; x < width; x += STEP) if (data[4 * (y * width + x) + 3] >= SEEN) words.push(pixels[y * width + x]);
  }
  return new Uint8Array(Uint32Array.from(words.length ? words : [0xff000000]).buffer);
}
