/** Films as animated GIF, with one palette for all frames; each frame stores only changed pixels. */
import { GIFEncoder, quantize } from 'gifenc';
import { ditherer } from './dither.js';

/** @typedef {import('./film.js').Sink} Sink */

/** Number of palette entries before the transparent one. */
const COLOURS = 255;
const DEPTH = 'rgb565';
/** Samples use every third pixel along both axes. */
const STEP = 3;
/** Smallest alpha of a visible pixel. */
const MIN_ALPHA = 128;

/**
 * @param {{ width: number, height: number, fps: number, transparent: boolean }} film
 * @param {ImageData[]} samples frames from the whole film, to build the palette @returns {Sink}
 */
export function gif({ width, height, fps, transparent }, samples) {
  const palette = quantize(samplePixels(samples), COLOURS, { format: DEPTH });
  const indexed = ditherer(palette.slice(0, COLOURS), width);
  while (palette.length <= COLOURS) palette.push([0, 0, 0]);
  const file = GIFEncoder();
  /** @type {Uint8Array | null} */
  let before = null;
  /** Start of a frame in hundredths of a second; rounding the start instead of each delay keeps the sum right. @param {number} frame */
  const at = (frame) => Math.round((100 * frame) / fps);

  return {
    transparent,
    async add(context, frame) {
      const { data } = context.getImageData(0, 0, width, height);
      const index = indexed(data);
      if (transparent) for (let pixel = 0; pixel < index.length; pixel += 1) if (data[4 * pixel + 3] < MIN_ALPHA) index[pixel] = COLOURS;
      const whole = before && !transparent ? index.slice() : index;
      if (before && !transparent)
        for (let pixel = 0; pixel < index.length; pixel += 1) if (index[pixel] === before[pixel]) index[pixel] = COLOURS;
      before = whole;
      file.writeFrame(index, width, height, {
        ...(frame === 0 ? { palette } : {}),
        delay: 10 * (at(frame + 1) - at(frame)),
        repeat: 0,
        transparent: transparent || frame > 0,
        transparentIndex: COLOURS,
        dispose: transparent ? 2 : 1,
      });
    },
    async finish() {
      file.finish();
      return new Blob([file.bytes()], { type: 'image/gif' });
    },
    async cancel() {},
  };
}

/** Every third visible pixel of the samples; transparent ones have no colour. @param {ImageData[]} samples */
function samplePixels(samples) {
  /** @type {number[]} */
  const words = [];
  for (const { data, width, height } of samples) {
    const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
    for (let y = 0; y < height; y += STEP)
      for (let x = 0; x < width; x += STEP) if (data[4 * (y * width + x) + 3] >= MIN_ALPHA) words.push(pixels[y * width + x]);
  }
  return new Uint8Array(Uint32Array.from(words.length ? words : [0xff000000]).buffer);
}
