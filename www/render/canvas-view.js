/**
 * The frame that is being drawn: its camera and the figure's lights. Formulas are those of `figure.wgsl`. One frame is drawn at a
 * time, so this is shared by all canvases.
 */
import { UNIFORM_BYTES } from './frame.js';

/** @typedef {import('../types.d.ts').PlainFrame} PlainFrame */
/** @typedef {import('./frame.js').Table} Table */
/** @typedef {number[]} Vector three numbers */
/** @typedef {ArrayLike<number>} Numbers whose first three are a vector */

/** Where each of the uniforms begins, in floats; `common.wgsl` tells what they are. */
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
/** The figure's height as a share of a person's 1.75 m. */
export const TALL = 71;
const FILL = 72;
const SKY = 76;
const GROUND = 80;
const RIM = 84;
/** Bits of styles. */
const HIGHLIGHTED = 1;
export const LEFT = 4;
export const RIGHT = 8;
/** What is nearer to the camera, in metres, is not drawn. */
export const NEAR = 0.01;

export const { PI, abs, ceil, cos, floor, hypot, max, min, sin, sqrt } = Math;

/** From sRGB of a byte to linear. Nothing here is so dark that the straight piece at its foot would be seen. @param {number} byte */
export const decode = (byte) => ((byte / 255 + 0.055) / 1.055) ** 2.4;
/** The colour of a word's first three bytes, linear. @param {number} word @returns {Vector} */
export const decoded = (word) => three((i) => decode(word >>> 8 * i & 255));

/** @template T @param {(index: number) => T} make */
export const three = (make) => [make(0), make(1), make(2)];
/** @param {number} x @param {number} from @param {number} to */
export const clamp = (x, from = 0, to = 1) => min(max(x, from), to);
/** @param {number} from @param {number} to @param {number} x */
export const smoothstep = (from, to, x) => {
  const t = clamp((x - from) / (to - from));
  return t * t * (3 - 2 * t);
};
/** What a pattern leaves of the light. @param {number} wave */
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
/** As styles of a canvas are written. @param {Vector} bytes @param {number} [alpha] */
export const css = ([r, g, b], alpha = 1) => `rgba(${r | 0},${g | 0},${b | 0},${alpha.toFixed(3)})`;
/** One of the uniforms' colours, as bytes. @param {number} at */
export const colour = (at) => three((i) => uniforms[at + i] * 255);

/** A canvas of plain bytes: one of the GPU's would wait for it, just while it begins or is no more. @type {CanvasRenderingContext2DSettings} */
export const SOFTWARE = { willReadFrequently: true };

/** A canvas that nobody sees. */
export const layer = () => /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d', SOFTWARE));

export const uniforms = new Float32Array(UNIFORM_BYTES / 4);
export let width = 0;
export let height = 0;
/** There is no vanishing point. */
export let parallel = false;
/** The floor is seen from below. */
export let below = false;
/** From the camera into the picture. @type {Vector} */
export let forward = [];
/** Where `project` found a place, in pixels, and what it was divided by. */
export let px = 0;
export let py = 0;
export let pw = 0;
/** What `lookAt` found: from there to the eye, and how much the floor hides there, from 0 to 1. @type {Vector} */
export let towards = [];
export let nearFloor = 0;

/** @param {PlainFrame} frame @param {Table} table */
export function read(frame, table) {
  uniforms.set(frame.floats(table.uniformsAt, uniforms.length));
  ({ width, height } = table);
  parallel = uniforms[BOTTOM + 3] > 0;
  forward = unit(three((i) => uniforms[FOCUS + i] - uniforms[EYE + i]));
  below = (parallel ? -forward[1] : uniforms[EYE + 1]) < 0;
}

/** Metres along the camera's view. A parallel camera sees what is behind it, too, as far as the floor is seen. @param {Vector} at */
export const depthOf = (at) => dot(three((i) => at[i] - uniforms[EYE + i]), forward) + (parallel ? uniforms[FOCUS + 3] : 0);

/** A row of the camera's matrix, times a direction. @param {number} row @param {Vector} at */
const times = (row, at) => uniforms[row] * at[0] + uniforms[4 + row] * at[1] + uniforms[8 + row] * at[2];

/** @param {Vector} at */
export function project(at) {
  pw = times(3, at) + uniforms[15];
  px = ((times(0, at) + uniforms[12]) / pw + 1) * width / 2;
  py = (1 - (times(1, at) + uniforms[13]) / pw) * height / 2;
}

/** How a step moves the last projected place, in pixels. @param {Vector} step */
export const moved = (step) => [
  (times(0, step) * width / 2 - (px - width / 2) * times(3, step)) / pw,
  -(times(1, step) * height / 2 + (py - height / 2) * times(3, step)) / pw,
];

/** @param {Vector} at */
export function lookAt(at) {
  nearFloor = Math.exp(-max(at[1], 0) / 0.15 / uniforms[TALL]);
  towards = parallel ? forward.map((each) => -each) : unit(three((i) => uniforms[EYE + i] - at[i]));
}

/**
 * The colour of a surface, as bytes of sRGB, seen from where `lookAt` told last.
 * @param {Vector} normal of any length
 * @param {Vector} own its colour, linear
 * @param {number} style
 * @param {number} [mark] 0 where a pattern darkens it
 * @param {number} [open] how much light from around comes there
 */
export function shade(normal, own, style, mark = 1, open = 1) {
  const n = unit(normal);
  const light = [uniforms[LIGHT], uniforms[LIGHT + 1], uniforms[LIGHT + 2]];
  const lit = style & HIGHLIGHTED ? 0.3 : 0;
  const dark = (0.3 + 0.7 * mark) * (1 - lit);
  const toLight = dot(n, light);
  // What faces the floor nearby gets little light from below.
  const above = 1 - 0.6 * nearFloor * (1 - n[1]) / 2;
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
    const ambient = uniforms[GROUND + i] + (uniforms[SKY + i] - uniforms[GROUND + i]) * (n[1] + 1) / 2;
    return (albedo * (uniforms[KEY + i] * key + (uniforms[FILL + i] * fill + ambient) * around) + uniforms[KEY + i] * gloss) * (1 + min(rim, 0))
      + (albedo * 0.6 + 0.4) * uniforms[RIM + i] * caught + (lit && own[i] * (0.3 + 1.2 * edge));
  });
  // Keeps hues while it bends what is brighter than the screen can show.
  const peak = max(sums[0], sums[1], sums[2], 1e-4);
  const over = max(peak - 0.7, 0);
  const bent = (min(peak, 0.7) + 0.3 * over / (over + 0.3)) / peak;
  return three((i) => max(255 * (1.055 * (sums[i] * bent) ** (1 / 2.4) - 0.055), 0));
}
