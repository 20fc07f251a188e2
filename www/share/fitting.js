/** Size limits of pictures, the same as in `pixels.rs`. */

const MAX_SIDE = 8192;
const MAX_PIXELS = 3840 * 2160;

/** A picture's size in pixels, within the limits. @param {number} width CSS pixels @param {number} height @param {number} scale wanted */
export function fitting(width, height, scale) {
  const most = Math.min(MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_PIXELS / (width * height)));
  const fits = Math.min(scale, most);
  return { width: Math.round(width * fits), height: Math.round(height * fits), scale: fits, less: fits < scale };
}
