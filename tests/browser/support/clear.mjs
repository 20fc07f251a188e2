/** Pictures with what is seen through them. */
import { PNG } from 'pngjs';

/** Four bytes a pixel: red, green, blue, alpha. @param {Buffer} png */
export function readClear(png) {
  const { width, height, data } = PNG.sync.read(png);
  return { width, height, data };
}
