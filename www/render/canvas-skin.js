/**
 * Draws a skin, posed as by `skin` in `figure.wgsl`, in triangles of one colour each. The built script has a view of its own, since it shares
 * no code with the one that fetches it.
 */
import { CORNER_BYTES, ROW_FLOATS } from './frame.js';
import {
  LEFT,
  RIGHT,
  SHADOW,
  abs,
  clamp,
  cross,
  css,
  decode,
  decoded,
  depthOf,
  dot,
  floor,
  height,
  hypot,
  layer,
  lookAt,
  max,
  min,
  nearest,
  project,
  px,
  py,
  read,
  shade,
  sin,
  stripe,
  three,
  towards,
  uniforms,
  unit,
  width,
} from './canvas-view.js';

/** @typedef {import('../types.d.ts').PlainFrame} PlainFrame */
/** @typedef {import('./frame.js').Table} Table */
/** @typedef {import('./canvas-view.js').Vector} Vector */
/** @typedef {{ width: number, height: number, bytes: Uint8Array }} Picture a small mip level */
/** @typedef {Map<number, Picture>} Pictures */
/** @typedef {{ corners: Corner[], picture: Picture | undefined }} Triangle */
/** @typedef {{ triangles: Triangle[], opacity: number, around: boolean }} Layer a translucent figure; around: there are bones in it */
/** @typedef {{ at: Vector, normal: Vector, own: Vector, rest: Vector, texture: Vector, style: number, x: number, y: number, depth: number }} Corner posed and projected; `own`: linear colour; `rest`: coordinates of patterns; `texture`: right and down in the picture */

const TRANSLUCENT = 32;
const TINTED = 256;
/** The opacity lies above the other bits of the style. */
const OPACITY = 512;
const CORNER = CORNER_BYTES / 4;
/** Floats of a joint. */
const JOINT = 16;
/** Pixels by which triangles grow, to close the seams between neighbours. */
const GROWN = 0.6;

/** @param {Pictures} pictures */
export function makeSkin(pictures) {
  /** The triangles of opaque figures. @type {Triangle[]} */
  let triangles = [];
  /** @type {Layer[]} */
  let layers = [];
  /** @type {CanvasRenderingContext2D | undefined} */
  let through;

  /** Whether a triangle faces away from the camera. @param {Corner[]} corners */
  const inside = ([a, b, c]) => (b.x - a.x) * (c.y - a.y) > (c.x - a.x) * (b.y - a.y);

  /** Distance of a triangle's centre from the camera, 0 if it is not visible. @param {Triangle} triangle */
  function depthIn({ corners }) {
    const [a, b, c] = corners;
    if (min(a.depth, b.depth, c.depth) < nearest) return 0;
    // The inner side of a skin is seen through an opening, so it is drawn before the surface around the opening.
    return (a.depth + b.depth + c.depth) / 3 + (inside(corners) ? uniforms[SHADOW + 2] : 0);
  }

  /** The corners of a figure, posed. @param {PlainFrame} frame @param {Table} table of its skin @param {number} figure */
  function pose(frame, table, figure) {
    const joints = frame.floats(table.jointsAt + 4 * figure * table.jointRows * ROW_FLOATS, table.jointRows * ROW_FLOATS);
    const influences = frame.floats(table.influencesAt, table.influenceRows * ROW_FLOATS);
    const floats = frame.floats(table.cornersAt, CORNER * table.cornerCount);
    const words = frame.words(table.cornersAt, CORNER * table.cornerCount);
    const sum = new Float32Array(JOINT);
    /** @type {Corner[]} */
    const corners = [];
    for (let from = 0; from < floats.length; from += CORNER) {
      const counts = words[from + 8];
      const pulls = counts & 0xffff;
      let heaviest = 0;
      const push = [0, 0, 0];
      sum.fill(0);
      const add = (/** @type {number} */ joint, /** @type {number} */ weight) => {
        for (let i = 0; i < JOINT - 1; i += 1) sum[i] += joints[joint * JOINT + i] * weight;
        if (abs(weight) > heaviest) sum[15] = joints[joint * JOINT + 15];
        heaviest = max(heaviest, abs(weight));
      };
      if (!counts) add(words[from + 7], 1);
      for (let i = 0; i < pulls + (counts >>> 16); i += 1) {
        const at = 4 * (words[from + 7] + i);
        const joint = influences[at + 3];
        if (i < pulls) {
          add(joint, influences[at]);
        } else {
          const bind = joints[joint * JOINT + 1] * JOINT;
          for (let k = 0; k < 3; k += 1) push[k] += joints[joint * JOINT] * dot(influences.subarray(at), joints.subarray(bind + 4 * k));
        }
      }
      const rows = three((k) => [sum[4 * k], sum[4 * k + 1], sum[4 * k + 2]]);
      const bare = [floats[from], floats[from + 1], floats[from + 2]];
      const upright = [floats[from + 3], floats[from + 4], floats[from + 5]];
      const at = three((k) => dot(rows[k], bare) + sum[4 * k + 3] + push[k]);
      project(at);
      const stretch = hypot(...rows[0]);
      corners.push({
        at,
        // The cofactor matrix, which keeps normals perpendicular under stretching and mirroring.
        normal: unit(three((k) => dot(cross(rows[(k + 1) % 3], rows[(k + 2) % 3]), upright))),
        own:
          words[from + 6] >>> 24 && !(sum[15] & TINTED)
            ? decoded(words[from + 6])
            : three((k) => decode(255 * clamp(sum[12 + k])) * (words[from + 6] >>> 24 ? 1 : 1 - (words[from + 6] & 255) / 255)),
        rest: bare.map((each) => each * stretch),
        texture: [floats[from + 9], -floats[from + 10], 0],
        style: sum[15],
        x: px,
        y: py,
        depth: depthOf(at),
      });
    }
    return corners;
  }

  /** @param {CanvasRenderingContext2D} context @param {Triangle} triangle */
  function drawTriangle(context, { corners, picture }) {
    const [a, b, c] = corners;
    const mean = (/** @type {'at' | 'normal' | 'own' | 'rest' | 'texture'} */ what) =>
      three((k) => (a[what][k] + b[what][k] + c[what][k]) / 3);
    let own = mean('own');
    if (picture) {
      // Texture coordinates wrap.
      const [u, v] = mean('texture').map((share) => share - floor(share));
      const at = 4 * (floor(v * picture.height) * picture.width + floor(u * picture.width));
      const alpha = picture.bytes[at + 3];
      if (alpha && alpha < 128) return;
      if (alpha && !(a.style & TINTED)) own = three((k) => decode(picture.bytes[at + k]));
    }
    const [x, y, z] = mean('rest');
    let mark = 1;
    if (a.style & LEFT) mark = stripe(sin(-42 * x + 70 * y + 50 * z));
    if (a.style & RIGHT) mark *= stripe(sin(90 * x) + sin(90 * y) + sin(90 * z));
    lookAt(mean('at'));
    const normal = unit(mean('normal').map((each) => (inside(corners) ? -each : each)));
    const turned = clamp(dot(normal, towards) / 0.6);
    // One minus what the shader's `smoothstep` gives.
    const turning = 1 - turned * turned * (3 - 2 * turned);
    own = own.map((each) => each * (1 - 0.5 * turning));
    // A bone or a joint drawn before leaves its own.
    context.resetTransform();
    context.fillStyle = css(shade(normal, own, a.style, mark));
    context.beginPath();
    const mx = (a.x + b.x + c.x) / 3;
    const my = (a.y + b.y + c.y) / 3;
    for (const corner of corners) {
      const far = 1 + GROWN / (hypot(corner.x - mx, corner.y - my) || 1);
      context.lineTo(mx + (corner.x - mx) * far, my + (corner.y - my) * far);
    }
    context.fill();
  }

  /** Draws a translucent figure, opaque on a layer first: its triangles would show those behind them. @param {CanvasRenderingContext2D} context @param {Layer} figure */
  function drawLayer(context, figure) {
    through ??= layer();
    through.canvas.width = width;
    through.canvas.height = height;
    const seen = figure.triangles.map((triangle) => ({ triangle, depth: depthIn(triangle) })).filter(({ depth }) => depth);
    for (const { triangle } of seen.sort((one, other) => other.depth - one.depth)) drawTriangle(through, triangle);
    context.resetTransform();
    context.globalAlpha = figure.opacity;
    context.drawImage(through.canvas, 0, 0);
    context.globalAlpha = 1;
  }

  return {
    /** Poses all figures and returns the number of parts to be drawn: triangles of opaque figures, and translucent figures. @param {PlainFrame} frame @param {Table} table @param {Table[]} skins */
    read(frame, table, skins) {
      read(frame, table);
      triangles = [];
      layers = [];
      for (const one of skins) {
        const { firstTriangle, endTriangle } = one;
        const corners = frame.words(one.trianglesAt, 3 * endTriangle);
        const runs = frame.words(one.texturedAt, 3 * one.texturedCount);
        /** @type {(Picture | undefined)[]} */
        const painted = [];
        for (let run = 0; run < runs.length; run += 3) {
          for (let i = runs[run]; i < min(runs[run + 1], endTriangle); i += 1) painted[i] = pictures.get(runs[run + 2]);
        }
        for (let figure = 0; figure < one.figures; figure += 1) {
          const posed = pose(frame, one, figure);
          const { style } = posed[corners[3 * firstTriangle]];
          const opacity = floor(style / OPACITY) / 255;
          /** @type {Triangle[]} */
          const own = [];
          const to = opacity < 1 ? own : triangles;
          for (let i = firstTriangle; i < endTriangle; i += 1)
            to.push({ corners: three((k) => posed[corners[3 * i + k]]), picture: painted[i] });
          if (opacity < 1) layers.push({ triangles: own, opacity, around: (style & TRANSLUCENT) > 0 });
        }
      }
      return triangles.length + layers.length;
    },

    /** Distance of a part from the camera, 0 if it is not visible. @param {number} index */
    depth(index) {
      if (index < triangles.length) return depthIn(triangles[index]);
      const own = layers[index - triangles.length];
      const depths = own.triangles.map(depthIn).filter(Boolean);
      // The bones in a figure are drawn before it.
      return (own.around ? min(...depths) : depths.reduce((sum, each) => sum + each, 0) / depths.length) || 0;
    },

    /** @param {CanvasRenderingContext2D} context @param {number} index */
    draw(context, index) {
      if (index < triangles.length) drawTriangle(context, triangles[index]);
      else drawLayer(context, layers[index - triangles.length]);
    },
  };
}
