/** Measures pictures and the figures in them, and distances between pictures and between joints. */
import { PNG } from 'pngjs';

/** @typedef {{ width: number, height: number, at: (x: number, y: number) => [number, number, number], data: Uint8Array }} Picture 3 bytes a pixel */
/** @typedef {{ width: number, height: number, data: Uint8Array }} Rgba 4 bytes a pixel */
/** @typedef {{ width: number, height: number, at: Uint8Array }} Mask 1 where the figure is */
/** @typedef {[x: number, y: number, z: number]} Point */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/** Alpha is dropped. @param {Buffer} png @returns {Picture} */
export function readPng(png) {
  const { width, height, data: rgba } = PNG.sync.read(png);
  const data = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < data.length; from += 4, to += 3) {
    data[to] = rgba[from];
    data[to + 1] = rgba[from + 1];
    data[to + 2] = rgba[from + 2];
  }
  return {
    width,
    height,
    data,
    at: (x, y) => {
      const i = (y * width + x) * 3;
      return [data[i], data[i + 1], data[i + 2]];
    },
  };
}

/**
 * Which limb a pixel belongs to, by its hue, lit or in shade. The stage itself is blue-grey or nearly white.
 * @param {number} r @param {number} g @param {number} b @returns {'left' | 'right' | null}
 */
export function limb(r, g, b) {
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const range = most - least;
  if (most < 40 || range < 0.3 * most) return null;
  const sector = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  const hue = (sector * 60 + 360) % 360;
  if (hue > 155 && hue < 192) return 'left';
  return hue > 20 && hue < 50 ? 'right' : null;
}

/**
 * Finds colours in a picture: the pixel count and the mean x of each, and the box around all of them.
 * @template {string} Kind @param {Rgba} picture or one of three bytes a pixel
 * @param {(r: number, g: number, b: number, x: number) => Kind | null} kind @param {readonly Kind[]} kinds
 */
export function coloured({ width, height, data }, kind, kinds) {
  const zeros = () => /** @type {Record<Kind, number>} */ (Object.fromEntries(kinds.map((each) => [each, 0])));
  const [counts, sums] = [zeros(), zeros()];
  /** @type {Box} */
  const box = { left: width, top: height, right: 0, bottom: 0 };
  const step = data.length / (width * height);
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += step) {
      const found = kind(data[i], data[i + 1], data[i + 2], x);
      if (!found) continue;
      counts[found] += 1;
      sums[found] += x;
      if (x < box.left) box.left = x;
      if (x > box.right) box.right = x;
      if (y < box.top) box.top = y;
      if (y > box.bottom) box.bottom = y;
    }
  }
  return { counts, middle: (/** @type {Kind} */ each) => sums[each] / counts[each], box };
}

/** The coloured limbs in a picture of the bare stage. @param {Rgba} picture */
export function figureIn(picture) {
  const {
    counts: { left, right },
    box,
  } = coloured(picture, limb, ['left', 'right']);
  return { left, right, pixels: left + right, box, height: Math.max(0, box.bottom - box.top), width: Math.max(0, box.right - box.left) };
}

/** How many pixels differ by more than noise. @param {Picture} before @param {Picture} after */
export function difference(before, after) {
  if (before.width !== after.width || before.height !== after.height) throw new Error('pictures of two sizes');
  let count = 0;
  for (let i = 0; i < before.data.length; i += 3) {
    if (
      Math.abs(before.data[i] - after.data[i]) > 12 ||
      Math.abs(before.data[i + 1] - after.data[i + 1]) > 12 ||
      Math.abs(before.data[i + 2] - after.data[i + 2]) > 12
    )
      count += 1;
  }
  return count;
}

/** Mean brightness, 0 to 255. @param {Picture} picture */
export const brightness = ({ data }) => data.reduce((sum, value) => sum + value, 0) / data.length;

/** The largest contrast (WCAG) between a pixel and the same pixel of the other picture: 1 where the pictures are equal. @param {Rgba} one @param {Rgba} other */
export function contrast(one, other) {
  const linear = (/** @type {number} */ byte) => (byte <= 10 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = (/** @type {Uint8Array} */ data, /** @type {number} */ i) =>
    0.2126 * linear(data[i]) + 0.7152 * linear(data[i + 1]) + 0.0722 * linear(data[i + 2]) + 0.05;
  let most = 1;
  for (let i = 0; i < one.data.length; i += 4) {
    const ratio = luminance(one.data, i) / luminance(other.data, i);
    most = Math.max(most, ratio, 1 / ratio);
  }
  return most;
}

/** Mean difference of all pixels and of the worst 16 by 16 block, 0 to 255, and how many pixels of `a` are saturated. @param {Rgba} a @param {Rgba} b */
export function unlike(a, b) {
  if (a.width !== b.width || a.height !== b.height) throw new Error(`${a.width} x ${a.height} and ${b.width} x ${b.height}`);
  const across = Math.ceil(a.width / 16);
  const sums = new Float64Array(across * Math.ceil(a.height / 16));
  const counts = new Float64Array(sums.length);
  // Premultiplied colours; alpha is compared as a fourth channel.
  const seen = (/** @type {Rgba} */ { data }, /** @type {number} */ i, /** @type {number} */ c) =>
    c === 3 ? data[i + 3] : (data[i + c] * data[i + 3]) / 255;
  let strong = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const [x, y] = [(i / 4) % a.width, Math.floor(i / 4 / a.width)];
    let off = 0;
    for (let c = 0; c < 4; c += 1) off += Math.abs(seen(a, i, c) - seen(b, i, c));
    const region = Math.floor(y / 16) * across + Math.floor(x / 16);
    sums[region] += off / (a.data[i + 3] === 255 && b.data[i + 3] === 255 ? 3 : 4);
    counts[region] += 1;
    const colours = /** @type {const} */ ([a.data[i], a.data[i + 1], a.data[i + 2]]);
    if (Math.max(...colours) - Math.min(...colours) > 60) strong += 1;
  }
  return {
    mean: sums.reduce((sum, each) => sum + each, 0) / (a.data.length / 4),
    worst: Math.max(...sums.map((sum, at) => sum / counts[at])),
    coloured: strong,
  };
}

/** The opaque pixels of a picture without a background. @param {Buffer} png @returns {Mask} */
export function opaque(png) {
  const { width, height, data } = PNG.sync.read(png);
  return { width, height, at: Uint8Array.from({ length: width * height }, (_, i) => Number(data[4 * i + 3] > 127)) };
}

/** @param {Mask} mask */
export const area = ({ at }) => at.reduce((sum, each) => sum + each, 0);

/** The Hausdorff distance of two figures, in pixels: the farthest that a pixel of one is from the other. @param {Mask} one @param {Mask} other */
export function farthest(one, other) {
  if (one.width !== other.width || one.height !== other.height) throw new Error('pictures of two sizes');
  return Math.max(beyond(one, other), beyond(other, one));
}

/** @param {Mask} one @param {Mask} other */
function beyond({ width, height, at }, other) {
  let most = 0;
  for (let y = 0, i = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, i += 1) if (at[i] && !other.at[i]) most = Math.max(most, reach(other, x, y, most));
  return most;
}

/** The distance from a place to the figure, searched in rings; exact only above `most`. @param {Mask} mask @param {number} x @param {number} y @param {number} most */
function reach({ width, height, at }, x, y, most) {
  let best = Infinity;
  for (let ring = 1; ring < best && ring < width + height; ring += 1) {
    for (let along = -ring; along <= ring; along += 1) {
      for (const [u, v] of [
        [along, -ring],
        [along, ring],
        [-ring, along],
        [ring, along],
      ]) {
        const [px, py] = [x + u, y + v];
        if (px >= 0 && py >= 0 && px < width && py < height && at[py * width + px]) best = Math.min(best, Math.hypot(u, v));
      }
    }
    if (best <= most) return best;
  }
  return best;
}

/** Masks of the left and the right limbs, by colour. @param {Picture} picture @returns {Mask[]} */
export const limbs = ({ width, height, data }) =>
  /** @type {const} */ (['left', 'right']).map((side) => ({
    width,
    height,
    at: Uint8Array.from({ length: width * height }, (_, i) => Number(limb(data[3 * i], data[3 * i + 1], data[3 * i + 2]) === side)),
  }));

/** Mean, 99th percentile and maximum distance of all points. @param {Point[][]} one frames @param {Point[][]} other */
export function apart(one, other) {
  const all = one
    .flatMap((points, frame) => points.map((point, joint) => Math.hypot(...point.map((value, axis) => value - other[frame][joint][axis]))))
    .sort((a, b) => a - b);
  return {
    mean: all.reduce((sum, each) => sum + each, 0) / all.length,
    p99: all[Math.floor(0.99 * (all.length - 1))],
    max: all[all.length - 1],
  };
}

/** The largest extent of the points along an axis. @param {Point[]} points */
export const extent = (points) =>
  Math.max(...[0, 1, 2].map((axis) => Math.max(...points.map((point) => point[axis])) - Math.min(...points.map((point) => point[axis]))));

/** The part of a picture in a box, which may reach over its edge. @param {Pick<Picture, 'width' | 'data'>} picture @param {number} left @param {number} top @param {number} wide @param {number} height */
export function crop({ width: whole, data }, left, top, wide, height) {
  const width = Math.min(wide, whole - left);
  const rows = Array.from({ length: height }, (_, row) =>
    data.subarray(3 * ((top + row) * whole + left), 3 * ((top + row) * whole + left + width)),
  );
  return { width, height, data: Uint8Array.from(Buffer.concat(rows)) };
}
