/** Draws measures over a picture: lines, arcs, and their numbers. */
import { dot, length, minus } from './formulas.js';

/** @typedef {import('./formulas.js').Point} Point */
/** @typedef {[number, number]} Place in the picture, CSS pixels */
/** @typedef {{ kind: import('./words.js').Kind, points: Point[], colour: string, text: string }} Drawn of a step its two places */
/** @typedef {{ matrix: ArrayLike<number>, width: number, height: number, ratio: number }} View the matrix of the stage's `viewProjection`; CSS pixels, and pixels of each */

const EDGE = 'rgb(8 12 20 / .65)';
const PLATE = 'rgb(8 12 20 / .82)';
const FONT = '600 12px system-ui, sans-serif';
const HIGH = 22;
/** The radius of an arc, as a share of the shorter side of its angle, and the points of an arc. */
const RADIUS = 0.4;
const STEPS = 24;
const DOT_PX = 3.5;

/** @param {Point} a @param {Point} b @param {number} share @returns {Point} */
const mix = (a, b, share) => [0, 1, 2].map((axis) => a[axis] + (b[axis] - a[axis]) * share);

/** Points of the arc from one direction to the other. @param {Point} at @param {Point} u @param {Point} v @returns {Point[]} */
function arc(at, u, v) {
  const [long, wide] = [length(u), length(v)];
  const angle = Math.acos(Math.max(-1, Math.min(1, dot(u, v) / (long * wide))));
  const sine = Math.sin(angle);
  // Opposite directions have no plane.
  if (!(sine > 1e-3)) return [];
  const radius = RADIUS * Math.min(long, wide);
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const [one, two] = [Math.sin((1 - step / STEPS) * angle) / sine / long, Math.sin((step / STEPS) * angle) / sine / wide];
    return [0, 1, 2].map((axis) => at[axis] + radius * (u[axis] * one + v[axis] * two));
  });
}

/** The lines of a measure, those that only help, and where its number is. @param {Drawn} measure @returns {{ lines: Point[][], helps: Point[][], at: Point }} */
function shape({ kind, points: [a, b, c] }) {
  if (kind === 'distance' || kind === 'steps') return { lines: [[a, b]], helps: [], at: mix(a, b, 0.5) };
  if (kind === 'height' || kind === 'mass') {
    const floor = [a[0], 0, a[2]];
    return {
      lines: [[a, floor]],
      helps: [
        [
          [a[0] - 0.06, 0, a[2]],
          [a[0] + 0.06, 0, a[2]],
        ],
        [
          [a[0], 0, a[2] - 0.06],
          [a[0], 0, a[2] + 0.06],
        ],
      ],
      at: mix(a, floor, 0.5),
    };
  }
  const [corner, u, v] = kind === 'angle' ? [b, minus(a, b), minus(c, b)] : [a, minus(b, a), [0, length(minus(b, a)), 0]];
  const bow = arc(corner, u, v);
  const ends = [u, v].map((way) => [corner, [0, 1, 2].map((axis) => corner[axis] + way[axis])]);
  return {
    lines: kind === 'angle' ? [...ends, bow] : [ends[0], bow],
    helps: kind === 'angle' ? [] : [ends[1]],
    at: bow.length ? mix(corner, bow[STEPS / 2], 1.5) : corner,
  };
}

/** Where a point is in the picture; null behind the camera. @param {Point} point @param {View} view @returns {Place | null} */
function place(point, { matrix: m, width, height }) {
  const [x, y, z] = [point[0], point[1], point[2]];
  const w = m[3] * x + m[7] * y + m[11] * z + m[15];
  if (!(w > 1e-6)) return null;
  return [
    (((m[0] * x + m[4] * y + m[8] * z + m[12]) / w + 1) * width) / 2,
    ((1 - (m[1] * x + m[5] * y + m[9] * z + m[13]) / w) * height) / 2,
  ];
}

/** @param {CanvasRenderingContext2D} context @param {Drawn[]} measures @param {Point[]} picked joints of a measure that is being made @param {View} view */
export function drawMeasures(context, measures, picked, view) {
  const { width, height, ratio } = view;
  context.save();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineCap = context.lineJoin = 'round';
  context.font = FONT;
  context.textBaseline = 'middle';
  /** Numbers do not cover each other. @type {[number, number, number][]} */
  const taken = [];
  const shapes = measures.map((measure) => ({ measure, ...shape(measure) }));
  for (const { measure, lines, helps } of shapes) {
    stroke(context, lines, [], measure.colour, view);
    stroke(context, helps, [4, 5], measure.colour, view);
    for (const point of measure.points) ring(context, point, measure.colour, true, view);
    // Around the centre of mass.
    if (measure.kind === 'mass') ring(context, measure.points[0], measure.colour, false, view);
  }
  for (const {
    measure: { colour, text },
    at,
  } of shapes) {
    const where = place(at, view);
    if (!where) continue;
    const wide = context.measureText(text).width + 16;
    const x = Math.max(4, Math.min(width - wide - 4, where[0] - wide / 2));
    let y = Math.max(4, Math.min(height - HIGH - 4, where[1] - HIGH / 2));
    while (taken.some(([left, top, right]) => x < right && x + wide > left && Math.abs(y - top) < HIGH + 2)) y += HIGH + 2;
    taken.push([x, y, x + wide]);
    context.beginPath();
    context.roundRect(x, y, wide, HIGH, 6);
    context.fillStyle = PLATE;
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = colour;
    context.stroke();
    context.fillStyle = '#fff';
    context.fillText(text, x + 8, y + HIGH / 2 + 0.5);
  }
  for (const point of picked) ring(context, point, '#fff', false, view);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {Point[][]} lines @param {number[]} dashes @param {string} colour @param {View} view */
function stroke(context, lines, dashes, colour, view) {
  const path = new Path2D();
  for (const line of lines) {
    /** @type {Place | null} */
    let before = null;
    for (const point of line) {
      const now = place(point, view);
      if (now) path[before ? 'lineTo' : 'moveTo'](...now);
      before = now;
    }
  }
  context.setLineDash(dashes);
  for (const [width, style] of /** @type {const} */ ([
    [5, EDGE],
    [2, colour],
  ])) {
    context.lineWidth = width;
    context.strokeStyle = style;
    context.stroke(path);
  }
  context.setLineDash([]);
}

/** @param {CanvasRenderingContext2D} context @param {Point} point @param {string} colour @param {boolean} filled @param {View} view */
function ring(context, point, colour, filled, view) {
  const at = place(point, view);
  if (!at) return;
  context.beginPath();
  context.arc(...at, filled ? DOT_PX : 2 * DOT_PX, 0, 7);
  context.lineWidth = 4;
  context.strokeStyle = EDGE;
  context.stroke();
  context.lineWidth = 2;
  [context.strokeStyle, context.fillStyle] = [colour, colour];
  if (filled) context.fill();
  else context.stroke();
}
