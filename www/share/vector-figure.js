/** A renderer that turns a frame (`crates/stage/src/frame/plain.rs`) into the outlines of bones and joints, the farthest first. */
import { INSTANCE_BYTES, PlainFrame, UNIFORM_BYTES } from '../render/frame.js';

/** @typedef {'left' | 'right' | 'middle'} Side */
/** @typedef {[x: number, y: number]} Point CSS pixels */
/** @typedef {{ side: Side, depth: number, outline: Point[] } | { side: Side, depth: number, at: Point, radii: [number, number], turn: number }} Shape turn: degrees */
/** @typedef {{ shapes: Shape[], ground: number }} Drawing ground: the floor below the figure, CSS pixels from the top */

const FLOATS = INSTANCE_BYTES / 4;
/** Bits of an instance's style. */
const LEFT = 4;
const RIGHT = 8;
const ROUND = 64;
/** Position of a bone's widest point in start radii, and its width there and at the start. */
const BULGE = { at: 1.4, wide: 0.95, neck: 0.5 };
const END = 0.8;

/** @param {(drawing: Drawing) => void} take receives each picture @returns {import('../types.d.ts').Device} */
export const vectorDevice = (take) => ({
  rung: 'canvas',
  lost: false,
  attach: (stage, instance) => ({
    frame: new PlainFrame(instance, stage.attach()),
    draw(frame) {
      take(read(frame));
      return true;
    },
    setPicture() {},
    forgetPictures() {},
    close() {},
  }),
});

/** @param {import('../types.d.ts').PlainFrame} frame @returns {Drawing} */
function read(frame) {
  const { width, height, uniformsAt, instancesAt, casters } = frame.read().table;
  const uniforms = frame.floats(uniformsAt, UNIFORM_BYTES / 4);
  const [floats, words] = [frame.floats(instancesAt, casters * FLOATS), frame.words(instancesAt, casters * FLOATS)];
  // The frame's size is in pixels, shapes use CSS pixels.
  const ratio = uniforms[39];
  const [wide, high] = [width / ratio, height / ratio];
  const row = (/** @type {number} */ n, /** @type {ArrayLike<number>} */ at) =>
    uniforms[n] * at[0] + uniforms[4 + n] * at[1] + uniforms[8 + n] * at[2] + uniforms[12 + n];
  // Points to the right are as far away, so a metre in that direction spans this many pixels, divided by w.
  const metre = (Math.hypot(uniforms[0], uniforms[4], uniforms[8]) * wide) / 2;
  const project = (/** @type {ArrayLike<number>} */ at) => {
    const w = row(3, at);
    return { x: ((row(0, at) / w + 1) * wide) / 2, y: ((1 - row(1, at) / w) * high) / 2, depth: row(2, at) / w, metre: metre / w };
  };

  /** @type {Shape[]} */
  const shapes = [];
  const middle = [0, 0, 0];
  for (let index = 0; index < casters; index += 1) {
    const at = index * FLOATS;
    const [start, end] = [floats.subarray(at, at + 3), floats.subarray(at + 4, at + 7)];
    const [radius, thin] = [floats[at + 3], floats[at + 7]];
    const style = words[at + 9];
    const side = style & LEFT ? 'left' : style & RIGHT ? 'right' : 'middle';
    if (!(radius > 0)) continue;
    for (let axis = 0; axis < 3; axis += 1) middle[axis] += end[axis];
    const [a, b] = [project(start), project(end)];
    const depth = (a.depth + b.depth) / 2;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const seen = Math.hypot(dx, dy);
    if (!(style & ROUND)) {
      const length = Math.hypot(end[0] - start[0], end[1] - start[1], end[2] - start[2]) || 1;
      const [ux, uy] = seen > 0.01 ? [dx / seen, dy / seen] : [1, 0];
      const share = Math.min(0.5, (BULGE.at * radius) / length);
      const places = /** @type {const} */ ([
        [0, radius * BULGE.neck * a.metre],
        [share, radius * BULGE.wide * (a.metre + (b.metre - a.metre) * share)],
        [1, thin * END * b.metre],
      ]);
      const edge = (/** @type {number} */ sign) =>
        places.map(([along, r]) => /** @type {Point} */ ([a.x + dx * along - sign * uy * r, a.y + dy * along + sign * ux * r]));
      shapes.push({ side, depth, outline: [...edge(1), ...edge(-1).reverse()] });
    } else {
      const round = thin * b.metre;
      shapes.push({
        side,
        depth,
        at: [(a.x + b.x) / 2, (a.y + b.y) / 2],
        radii: [seen / 2 + round, round],
        turn: seen > 0.01 ? (Math.atan2(dy, dx) * 180) / Math.PI : 0,
      });
    }
  }
  const count = shapes.length || 1;
  // Depth is 1 near the camera and 0 far away.
  shapes.sort((one, other) => one.depth - other.depth);
  return { shapes, ground: project([middle[0] / count, 0, middle[2] / count]).y };
}
