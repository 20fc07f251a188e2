/** How many pixels a picture has. `pixels.rs` draws no more. */

const MOST_SIDE = 8192;
const MOST_PIXELS = 3840 * 2160;

/**
 * The size in pixels of a picture of so many CSS pixels, as far as it can be drawn.
 * @param {number} width
 * @param {number} height
 * @param {number} scale wanted
 */
export function fitting(width, height, scale) {
  const most = Math.min(MOST_SIDE / width, MOST_SIDE / height, Math.sqrt(MOST_PIXELS / (width * height)));
  const fits = Math.min(scale, most);
  return { width: Math.round(width * fits), height: Math.round(height * fits), scale: fits, less: fits < scale };
}
