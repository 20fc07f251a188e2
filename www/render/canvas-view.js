/** Camera and lights of the frame being drawn, by the formulas of `figure.wgsl`. All canvases share them, because they draw in turn. */
import { UNIFORM_BYTES } from './frame.js';

/** @typedef {import('../types.d.ts').PlainFrame} PlainFrame */
/** @typedef {import('./frame.js').Table} Table */
/** @typedef {number[]} Vector three numbers */
/** @typedef {ArrayLike<number>} Numbers starts with a vector */

/** Offsets of the uniforms in floats; `common.wgsl` documents them. */
export const INVERSE = 16;
export const EYE = 32;
export const LIGHT = 36;
export const FOCUS = 40;
export const SHADOW = 44;
export const GRID = 48;
export const TOP = 52;
export const BOTTOM = 56;
export const FLOOR = 60;
export const LINE = 64;
const KEY = 68;
/** The figure's height divided by a person's 1.75 m. */
export const TALL = 71;
const FILL = 72;
const SKY = 76;
const GROUND = 80;
const RIM = 84;
/** The drawn part of the picture: its size and its centre. */
export const TILE = 88;
/** Bits of an instance's style. */
const HIGHLIGHTED = 1;
export const LEFT = 4;
export const RIGHT = 8;
export const ROUND = 64;

export const { PI, abs, ceil, cos, floor, hypot, max, min, sin, sqrt } = Math;

/** Converts an sRGB byte to linear. The linear piece near black is left out: no colour here is that dark. @param {number} byte */
export const decode = (byte) => ((byte / 255 + 0.055) / 1.055) ** 2.4;
/** The linear colour in a word's first three bytes. @param {number} word @returns {Vector} */
export const decoded = (word) => three((i) => decode((word >>> (8 * i)) & 255));

/** @template T @param {(index: number) => T} make */
export const three = (make) => [make(0), make(1), make(2)];
/** @param {number} x @param {number} from @param {number} to */
export const clamp = (x, from = 0, to = 1) => min(max(x, from), to);
/** @param {number} from @param {number} to @param {number} x */
export const smoothstep = (from, to, x) => {
  const t = clamp((x - from) / (to - from));
  return t * t * (3 - 2 * t);
};
/** The fraction of the light that a pattern leaves. @param {number} wave */
export const stripe = (wave) => smoothstep(-0.35, 0.35, wave);
/** @param {Numbers} a @param {Numbers} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Vector} a @returns {Vector} */
export const unit = (a) => {
  const length = hypot(a[0], a[1], a[2]) || 1;
  return three((i) => a[i] / length);
};
/** @param {Vector} a @param {Vector} b @returns {Vector} */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** A CSS colour. @param {Vector} bytes @param {number} [alpha] */
export const css = ([r, g, b], alpha = 1) => `rgba(${r | 0},${g | 0},${b | 0},${alpha.toFixed(3)})`;
/** A colour of the uniforms, as bytes. @param {number} at */
export const colour = (at) => three((i) => uniforms[at + i] * 255);

/** Keeps canvases off the GPU, which they would wait for while it starts or has crashed. @type {CanvasRenderingContext2DSettings} */
export const SOFTWARE = { willReadFrequently: true };

/** Makes an offscreen canvas. */
export const layer = () => /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d', SOFTWARE));

export const uniforms = new Float32Array(UNIFORM_BYTES / 4);
export let width = 0;
export let height = 0;
/** The camera is orthographic. */
export let parallel = false;
/** The floor is seen from below. */
export let below = false;
/** Depth of the near plane, metres. */
export let nearest = 0.01;
/** Direction of view. @type {Vector} */
export let forward = [];
/** Direction to the light. @type {Vector} */
let light = [];
/** Results of `project`: pixels, and the divisor w. */
export let px = 0;
export let py = 0;
export let pw = 0;
/** Results of `lookAt`: the direction to the eye, and how much the floor occludes, from 0 to 1. @type {Vector} */
export let towards = [];
export let nearFloor = 0;

/** @param {PlainFrame} frame @param {Table} table */
export function read(frame, table) {
  uniforms.set(frame.floats(table.uniformsAt, uniforms.length));
  ({ width, height } = table);
  parallel = uniforms[BOTTOM + 3] > 0;
  light = three((i) => uniforms[LIGHT + i]);
  forward = unit(three((i) => uniforms[FOCUS + i] - uniforms[EYE + i]));
  nearest = 0.01 * min(uniforms[TALL], 1);
  below = (parallel ? -forward[1] : uniforms[EYE + 1]) < 0;
}

/** Metres along the direction of view. An orthographic camera also sees what is behind it, as far as the floor. @param {Vector} at */
export const depthOf = (at) =>
  dot(
    three((i) => at[i] - uniforms[EYE + i]),
    forward,
  ) + (parallel ? uniforms[FOCUS + 3] : 0);

/** The dot product of a row of the camera's matrix with a direction. @param {number} row @param {Vector} at */
const times = (row, at) => uniforms[row] * at[0] + uniforms[4 + row] * at[1] + uniforms[8 + row] * at[2];

/** @param {Vector} at */
export function project(at) {
  pw = times(3, at) + uniforms[15];
  px = (((times(0, at) + uniforms[12]) / pw + 1) * width) / 2;
  py = ((1 - (times(1, at) + uniforms[13]) / pw) * height) / 2;
}

/** The projection of a step from the last projected point, in pixels. @param {Vector} step */
export const moved = (step) => [
  ((times(0, step) * width) / 2 - (px - width / 2) * times(3, step)) / pw,
  -((times(1, step) * height) / 2 + (py - height / 2) * times(3, step)) / pw,
];

/** @param {Vector} at */
export function lookAt(at) {
  nearFloor = Math.exp(-max(at[1], 0) / 0.15 / uniforms[TALL]);
  towards = parallel ? forward.map((each) => -each) : unit(three((i) => uniforms[EYE + i] - at[i]));
}

/**
 * The colour of a surface at the last point of `lookAt`, as sRGB bytes.
 * @param {Vector} normal of any length @param {Vector} own linear colour @param {number} style
 * @param {number} [mark] 0 where a pattern darkens it @param {number} [open] the fraction of ambient light that arrives
 */
export function shade(normal, own, style, mark = 1, open = 1) {
  const n = unit(normal);
  const lit = style & HIGHLIGHTED ? 0.3 : 0;
  const dark = (0.3 + 0.7 * mark) * (1 - lit);
  const toLight = dot(n, light);
  // Surfaces that face the floor nearby get little light from below.
  const above = 1 - (0.6 * nearFloor * (1 - n[1])) / 2;
  const around = open * above;
  const key = max((toLight + 0.2) / 1.2, 0) ** 2 * above;
  const fill = max((0.35 * n[1] - n[0] * light[0] - n[2] * light[2]) / hypot(light[0], 0.35, light[2]) / 2 + 0.5, 0) ** 2;
  const facing = dot(n, towards);
  const gloss = max((toLight + facing) / sqrt(max(2 + 2 * dot(light, towards), 1e-6)), 0) ** 36 * 0.07 * around;
  const edge = (1 - clamp(facing)) ** 3.5;
  const rim = uniforms[RIM + 3] * edge;
  const caught = max(rim, 0) * (0.45 + 0.55 * clamp(n[1] + 0.4));
  const sums = three((i) => {
    const albedo = own[i] * dark + lit;
    const ambient = uniforms[GROUND + i] + ((uniforms[SKY + i] - uniforms[GROUND + i]) * (n[1] + 1)) / 2;
    return (
      (albedo * (uniforms[KEY + i] * key + (uniforms[FILL + i] * fill + ambient) * around) + uniforms[KEY + i] * gloss) *
        (1 + min(rim, 0)) +
      (albedo * 0.6 + 0.4) * uniforms[RIM + i] * caught +
      (lit && own[i] * (0.3 + 1.2 * edge))
    );
  });
  // Compresses values brighter than the screen can show, and keeps the hue.
  const peak = max(sums[0], sums[1], sums[2], 1e-4);
  const over = max(peak - 0.7, 0);
  const bent = (min(peak, 0.7) + (0.3 * over) / (over + 0.3)) / peak;
  return three((i) => max(255 * (1.055 * (sums[i] * bent) ** (1 / 2.4) - 0.055), 0));
}
