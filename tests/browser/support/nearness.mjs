/** How far figures in two pictures are apart, and joints in two players. */
import { PNG } from 'pngjs';

/** @typedef {{ width: number, height: number, at: Uint8Array }} Mask 1 where the figure is */
/** @typedef {[x: number, y: number, z: number]} Point */

/** Where a picture without a background is not clear. @param {Buffer} png @returns {Mask} */
export function opaque(png) {
  const { width, height, data } = PNG.sync.read(png);
  return { width, height, at: Uint8Array.from({ length: width * height }, (_, i) => Number(data[4 * i + 3] > 127)) };
}

/** @param {Mask} mask */
export const area = ({ at }) => at.reduce((sum, each) => sum + each, 0);

/**
 * The farthest that a pixel of one figure is from the nearest one of the other, pixels; both ways. (The Hausdorff distance.)
 * @param {Mask} one @param {Mask} other
 */
export function farthest(one, other) {
  if (one.width !== other.width || one.height !== other.height) throw new Error('pictures of two sizes');
  return Math.max(beyond(one, other), beyond(other, one));
}

/** @param {Mask} one @param {Mask} other */
function beyond({ width, height, at }, other) {
  let most = 0;
  for (let y = 0, i = 0; y < height; y += 1) for (let x = 0; x < width; x += 1, i += 1) if (at[i] && !other.at[i]) most = Math.max(most, reach(other, x, y, most));
  return most;
}

/** How far it is from a place to the figure, looked for in rings around it; what is known to be nearer than `most` is not looked at closely. @param {Mask} mask @param {number} x @param {number} y @param {number} most */
function reach({ width, height, at }, x, y, most) {
  let best = Infinity;
  for (let ring = 1; ring < best && ring < width + height; ring += 1) {
    for (let along = -ring; along <= ring; along += 1) {
      for (const [u, v] of [[along, -ring], [along, ring], [-ring, along], [ring, along]]) {
        const [px, py] = [x + u, y + v];
        if (px >= 0 && py >= 0 && px < width && py < height && at[py * width + px]) best = Math.min(best, Math.hypot(u, v));
      }
    }
    if (best <= most) return best;
  }
  return best;
}

/** The left and the right limbs in a picture of the stage, by their colours. @param {import('./pixels.mjs').Picture} picture @param {(r: number, g: number, b: number) => 'left' | 'right' | null} limb @returns {Mask[]} */
export const limbs = ({ width, height, data }, limb) => /** @type {const} */ (['left', 'right']).map((side) => ({
  width, height, at: Uint8Array.from({ length: width * height }, (_, i) => Number(limb(data[3 * i], data[3 * i + 1], data[3 * i + 2]) === side)),
}));

/** Mean, 99th percentile and maximum of the distances of all points. @param {Point[][]} one frames @param {Point[][]} other */
export function apart(one, other) {
  const all = one.flatMap((points, frame) => points.map((point, joint) => Math.hypot(...point.map((value, axis) => value - other[frame][joint][axis])))).sort((a, b) => a - b);
  return { mean: all.reduce((sum, each) => sum + each, 0) / all.length, p99: all[Math.floor(0.99 * (all.length - 1))], max: all[all.length - 1] };
}

/** The largest extent along an axis of what some points span. @param {Point[]} points */
export const extent = (points) => Math.max(...[0, 1, 2].map((axis) => Math.max(...points.map((point) => point[axis])) - Math.min(...points.map((point) => point[axis]))));
