/** Size limits of pictures. */

/** Those of a picture that is drawn at once, the same as in `pixels.rs`. */
const MAX_SIDE = 8192;
export const MAX_PIXELS = 3840 * 2160;
/** Each side of a picture that is drawn in tiles. */
export const TILED_SIDE = 6000;

/** A picture's size in pixels, within the limits. @param {number} width CSS pixels @param {number} height @param {number} scale wanted @param {boolean} [tiled] it may be drawn in tiles */
export function fitting(width, height, scale, tiled = false) {
  const atOnce = Math.min(MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_PIXELS / (width * height)));
  const most = tiled ? Math.max(atOnce, Math.min(TILED_SIDE / width, TILED_SIDE / height)) : atOnce;
  const fits = Math.min(scale, most);
  return { width: Math.round(width * fits), height: Math.round(height * fits), scale: fits, less: fits < scale };
}
