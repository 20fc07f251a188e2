/** Reads pictures with an alpha channel. */
import { PNG } from 'pngjs';

/** Red, green, blue, alpha: four bytes a pixel. @param {Buffer} png */
export function readClear(png) {
  const { width, height, data } = PNG.sync.read(png);
  return { width, height, data };
}
