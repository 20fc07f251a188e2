/** Draws bones, joints, heads and hands with the meshes' outlines, shaded by gradients and by small pictures of lit balls. */
import { INSTANCE_BYTES, SIMPLE_VERTICES } from './frame.js';
import {
  EYE,
  LEFT,
  PI,
  RIGHT,
  ROUND,
  ceil,
  clamp,
  cos,
  cross,
  css,
  decoded,
  depthOf,
  dot,
  floor,
  forward,
  hypot,
  layer,
  lookAt,
  max,
  min,
  moved,
  nearest,
  nearFloor,
  project,
  pw,
  px,
  py,
  shade,
  sin,
  smoothstep,
  sqrt,
  stripe,
  three,
  towards,
  uniforms,
  unit,
} from './canvas-view.js';

/** @typedef {import('../types.d.ts').PlainFrame} PlainFrame */
/** @typedef {import('./frame.js').Table} Table */
/** @typedef {import('./canvas-view.js').Vector} Vector */
/** @typedef {{ context: CanvasRenderingContext2D, pattern: CanvasPattern | null, seen: string, side: number }} Sprite a picture of a lit ball; `seen`: from which view; `side`: pixels */

const INSTANCE = INSTANCE_BYTES / 4;
/** Gradient steps across and along a bone. Stripes and rings need more. */
const SHADES = 8;
const STRIPED = 24;
/** Most pictures of balls that are kept. */
const MOST_SPRITES = 1000;

export function makeFigure() {
  let floats = new Float32Array();
  let words = new Uint32Array();
  let simple = false;
  /**
   * Balls along a bone, whose hull is its outline: their places and radii in pixels; `cut` is 0 where the bone ends inside the
   * ball of a joint and is not round. @type {[place: number, radius: number, cut?: number][]}
   */
  let balls = [];
  /** @type {Map<string, Sprite>} */
  const sprites = new Map();

  const isBone = (/** @type {number} */ at) => !(words[at + 9] & ROUND);
  const point = (/** @type {number} */ at) => three((i) => floats[at + i]);

  /**
   * @param {CanvasRenderingContext2D} context @param {number} at @param {number} length @param {Vector} axis
   * @param {Vector} side across the bone: if the bone points right, side points down
   */
  function drawBone(context, at, length, axis, side) {
    const style = words[at + 9];
    const own = decoded(words[at + 8]);
    const front = cross(side, axis);
    const [sx, sy] = moved(side);
    const scale = hypot(sx, sy) * pw;
    project(point(at));
    const [x0, y0, w0] = [px, py, pw];
    project(point(at + 4));
    const w1 = pw;
    const seen = hypot(px - x0, py - y0);
    const [dx, dy] = seen > 0.01 ? [(px - x0) / seen, (py - y0) / seen] : [1, 0];

    outline(at, length, seen, w0, w1, scale);
    context.setTransform(dx, dy, -dy, dx, x0, y0);
    trace(context);

    // Across a cone the gradient fans out from the tip, else it is linear.
    const [tip, thin] = balls[balls.length - 1];
    const [place, wide] = balls.reduce((most, ball) => (ball[1] > most[1] ? ball : most));
    const slope = (wide - thin) / (tip - place || 1);
    const fan = slope > 0.01 && context.createConicGradient;
    const spread = Math.asin(slope);
    const across = fan
      ? context.createConicGradient(PI - spread - 1, tip + thin / slope, 0)
      : context.createLinearGradient(0, wide, 0, -wide);
    // The stripes' angle counts from a direction that turns with the bone.
    const basis = unit(cross(axis, [0.1, 1, 0.2]));
    const striped = style & RIGHT ? STRIPED : SHADES;
    for (let i = 0; i <= striped; i += 1) {
      // Even steps of the angle: the shades change most at the edges.
      const angle = (0.5 - i / striped) * PI;
      const normal = three((k) => side[k] * sin(angle) + front[k] * cos(angle));
      const around = dot(normal, basis) ** 2;
      const mark = style & RIGHT ? stripe(8 * around * around - 8 * around + 1) : 1;
      const share = (1 - sin(angle)) / 2;
      across.addColorStop(fan ? (0.5 + spread * share) / PI : share, css(shade(normal, own, style, mark)));
    }
    context.fillStyle = across;
    context.fill();

    // Along the bone: darker at the joints, and where its normals tilt away; rings.
    const along = context.createLinearGradient(0, 0, seen, 0);
    const rings = style & LEFT ? (2.6 * length) / floats[at + 3] : 0;
    const steps = SHADES + ceil(2 * rings);
    const full = max(shade(front, own, style)[1], 1);
    for (let i = 0; i <= steps; i += 1) {
      const share = i / steps;
      const tilt = share * length < 1.2 * floats[at + 3] ? -0.43 : 0;
      const open = 0.55 + 0.45 * smoothstep(-0.05, 0.1, share) * smoothstep(1.08, 0.86, share);
      const [, green] = shade(
        three((k) => front[k] + axis[k] * tilt),
        own,
        style,
        rings ? stripe(sin(rings * share)) : 1,
        open,
      );
      // Perspective lengthens the nearer half.
      along.addColorStop(clamp((share * w1) / (w0 + (w1 - w0) * share)), css([0, 0, 0], max(1 - green / full, 0)));
    }
    context.fillStyle = along;
    context.fill();
  }

  /**
   * Draws a bone with straight edges in one shade.
   * @param {CanvasRenderingContext2D} context @param {number} at @param {number} length @param {Vector} axis @param {Vector} side
   */
  function drawSimpleBone(context, at, length, axis, side) {
    const [sx, sy] = moved(side);
    const scale = pw;
    project(point(at));
    const [x0, y0, w0] = [px, py, pw];
    project(point(at + 4));
    // Half a pixel on each side: a bone is at least as wide as a line.
    const least = 0.5 / max(hypot(sx, sy), 1e-6);
    const wide = max((0.85 * floats[at + 3] * scale) / w0, least);
    const thin = least / 2;
    const bulge = (1.4 * floats[at + 3]) / length;
    const [bx, by] = [x0 + (px - x0) * bulge, y0 + (py - y0) * bulge];
    context.resetTransform();
    context.fillStyle = css(shade(cross(side, axis), decoded(words[at + 8]), words[at + 9]));
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(bx + sx * wide, by + sy * wide);
    context.lineTo(px + sx * thin, py + sy * thin);
    context.lineTo(px - sx * thin, py - sy * thin);
    context.lineTo(bx - sx * wide, by - sy * wide);
    context.fill();
  }

  /**
   * Computes the balls of a bone's outline: inscribed in the profile of `mesh.rs` at its neck, its bulge, the bulge's end and its end.
   * @param {number} at @param {number} length metres @param {number} seen pixels @param {number} w0 @param {number} w1
   * @param {number} scale pixels per metre, times w
   */
  function outline(at, length, seen, w0, w1, scale) {
    const [r0, r1] = [floats[at + 3], floats[at + 7]];
    balls = [];
    for (const [along, round, cut] of [
      [0.27 * r0, 0.44 * r0, 0],
      [1.6 * r0, 0.96 * r0],
      [0.04 * length + 1.5 * r0, 0.97 * r0 + 0.04 * r1],
      [0.16 * length + 1.43 * r0, 0.89 * r0 + 0.16 * r1],
      [length, r1, 0],
    ]) {
      const w = w0 + ((w1 - w0) * along) / length;
      const place = (((seen * along) / length) * w1) / w;
      const radius = (round * scale) / w;
      // A ball whose circle lies inside another's is no part of the outline.
      const inside = (/** @type {number} */ sign) => {
        const last = balls[balls.length - 1];
        return last && sign * (radius - last[1]) >= place - last[0];
      };
      while (inside(1)) balls.pop();
      if (!inside(-1)) balls.push([place, radius, cut]);
    }
  }

  /** Traces the hull of the balls: along one side and back along the other. @param {CanvasRenderingContext2D} context */
  function trace(context) {
    context.beginPath();
    let angle = PI;
    for (const sign of [1, -1]) {
      balls.slice(1).forEach((to, i) => {
        const [x, radius, cut] = balls[i];
        // The common tangent of both circles.
        angle = Math.acos((radius - to[1]) / (to[0] - x));
        context.lineTo(x + radius * (cut ?? cos(angle)), sign * radius * sin(angle));
        context.lineTo(to[0] + to[1] * (to[2] ?? cos(angle)), sign * to[1] * sin(angle));
      });
      balls.reverse();
      // A bone seen end-on is round there.
      const [x, radius, cut] = balls[0];
      if (cut === undefined || balls.length < 2) context.arc(x, 0, radius, sign * angle, -sign * angle, true);
    }
  }

  /** Draws a ball or an ellipsoid. @param {CanvasRenderingContext2D} context @param {number} at @param {number} length @param {Vector} along */
  function drawBall(context, at, length, along) {
    const radius = floats[at + 7];
    const press = three((i) => ((words[at + 10] << (24 - 8 * i)) >> 24) / 127);
    // Its axes: along, wide and thin.
    const wide = unit(cross(along, dot(press, press) > 1e-4 ? press : three((i) => along[(i + 1) % 3] + 0.1)));
    const axes = [along, wide, cross(wide, along)];
    const sizes = [length / 2 + radius, radius, radius * (1 - dot(press, press))];

    // Its projection is an ellipse: the image of the unit circle under the matrix with columns (a, b) and (0, c).
    const shown = axes.map((each, i) => moved(three((k) => each[k] * sizes[i])));
    const rows = [0, 1].map((k) => shown.map((each) => each[k]));
    const a = sqrt(dot(rows[0], rows[0]));
    const b = dot(rows[0], rows[1]) / a;
    const c = sqrt(max(dot(rows[1], rows[1]) - b * b, 1e-9));
    // The balls of joints that look alike share a sprite, which is large enough for the largest. Shades are soft: one for each two pixels.
    const side = length ? clamp(ceil((a + c) / 2), 8, 64) : clamp(2 * ceil((a + c) / 4), 8, 16);
    const key = length ? `${at}` : `${words[at + 8]} ${words[at + 9]} ${floor(4 * nearFloor)}`;
    let sprite = sprites.get(key);
    // Colours may change with each picture, as those of figures that fade.
    if (!sprite && sprites.size > MOST_SPRITES) sprites.clear();
    if (!sprite) sprites.set(key, (sprite = { context: layer(), pattern: null, seen: '', side: 0 }));
    const seen = `${forward} ${uniforms[EYE + 3]}`;
    if (length || sprite.seen !== seen || sprite.side < side) {
      sprite.side = side;
      sprite.seen = seen;
      // The points of the unit ball, before stretching, that appear at the right, at the bottom and in front.
      const right = rows[0].map((x) => x / a);
      const down = rows[1].map((y, i) => (y - b * right[i]) / c);
      light(
        sprite,
        [right, down, cross(right, down)].map((q) =>
          three((k) => axes.reduce((sum, each, i) => sum + ((each[k] * q[i]) / sizes[i]) * radius, 0)),
        ),
        at,
      );
    }
    // Slightly smaller than the sprite, to hide the sprite's edge.
    const half = sprite.side / 2 - 1;
    context.setTransform(a / half, b / half, 0, c / half, px - a - a / half, py - b - c - (b + c) / half);
    context.fillStyle = /** @type {CanvasPattern} */ (sprite.pattern);
    context.beginPath();
    context.arc(half + 1, half + 1, half, 0, 7);
    context.fill();
  }

  /** Draws a lit ball into a sprite. @param {Sprite} sprite @param {Vector[]} basis normals to the right, below, in front @param {number} at */
  function light(sprite, [right, down, near], at) {
    const { side } = sprite;
    sprite.context.canvas.width = sprite.context.canvas.height = side;
    const image = sprite.context.createImageData(side, side);
    const own = decoded(words[at + 8]);
    for (let i = 0; i < side * side; i += 1) {
      const x = ((i % side) + 0.5) / (side / 2 - 1) - side / (side - 2);
      const y = (floor(i / side) + 0.5) / (side / 2 - 1) - side / (side - 2);
      // Outside the ball: the shade of its edge.
      const far = max(hypot(x, y), 1);
      const z = sqrt(max(1 - x * x - y * y, 0));
      image.data.set(
        shade(
          three((k) => (right[k] * x + down[k] * y) / far + near[k] * z),
          own,
          words[at + 9],
        ),
        4 * i,
      );
      image.data[4 * i + 3] = 255;
    }
    sprite.context.putImageData(image, 0, 0);
    sprite.pattern = sprite.context.createPattern(sprite.context.canvas, 'no-repeat');
  }

  return {
    /** Reads the visible instances and returns their number. @param {PlainFrame} frame @param {Table} table @param {boolean} skinned skins hide what is in them */
    read(frame, { instancesAt, hidden, bones, instanceCount, simpleCount: many }, skinned) {
      simple = many > 0;
      const first = skinned ? hidden : 0;
      const all = frame.words(instancesAt, (instanceCount + many * SIMPLE_VERTICES) * INSTANCE);
      const part = (/** @type {number} */ from, /** @type {number} */ to) => all.subarray(from * INSTANCE, to * INSTANCE);
      words = part(first, instanceCount);
      if (simple) {
        // The bones among the instances only cast shadows; the visible ones follow the others, once per vertex.
        const parts = [part(first, hidden), part(bones, instanceCount)];
        for (let at = instanceCount; at < instanceCount + many * SIMPLE_VERTICES; at += SIMPLE_VERTICES) parts.push(part(at, at + 1));
        words = new Uint32Array(parts.reduce((sum, each) => sum + each.length, 0));
        let at = 0;
        for (const each of parts) {
          words.set(each, at);
          at += each.length;
        }
      }
      floats = new Float32Array(words.buffer, words.byteOffset, words.length);
      return words.length / INSTANCE;
    },

    /** The distance from the camera; 0 if it is not visible. @param {number} index */
    depth(index) {
      const at = index * INSTANCE;
      const radius = floats[at + 7];
      const start = depthOf(point(at));
      const end = depthOf(point(at + 4));
      if (!radius || min(start, end) < nearest + 2 * radius) return 0;
      // A joint counts as behind its bones, since most of it lies inside them.
      return (start + end) / 2 + (isBone(at) || start !== end ? 0 : 3 * radius);
    },

    /** @param {CanvasRenderingContext2D} context @param {number} index */
    draw(context, index) {
      const at = index * INSTANCE;
      const reach = three((i) => floats[at + 4 + i] - floats[at + i]);
      const length = hypot(...reach);
      const axis = length ? unit(reach) : [0, 1, 0];
      const middle = three((i) => floats[at + i] + reach[i] / 2);
      lookAt(middle);
      project(middle);
      context.globalAlpha = (words[at + 8] >>> 24) / 255;
      if (isBone(at) && simple) drawSimpleBone(context, at, length, axis, unit(cross(axis, towards)));
      else if (isBone(at)) drawBone(context, at, length, axis, unit(cross(axis, towards)));
      else drawBall(context, at, length, axis);
      context.globalAlpha = 1;
    },
  };
}
