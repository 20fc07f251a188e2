/** Tells which points the figures in a picture hide. */
import { INSTANCE_BYTES, UNIFORM_BYTES } from '../../render/frame.js';

/** @typedef {(x: number, y: number, z: number, acrossX: number, acrossY: number) => boolean} Hides x, y, z on the stage; acrossX, acrossY in the picture, CSS pixels */

const FLOATS = INSTANCE_BYTES / 4;
/** Places in the uniforms (`common.wgsl`): the camera, its target, the thickness of a skin's shadow casters, and whether the view is orthographic. */
const EYE = 32;
const FOCUS = 40;
const GIRTH = 55;
const PARALLEL = 59;
/** Bones are thinner than their radii for the most part. */
const SLIM = 0.9;
/** A part of the body hides what is farther behind its middle than this, in its radii: not the joint inside it. */
const INSIDE = 1.6;
/** A bit of an instance's style: no bone. */
const ROUND = 64;
/** How far an orthographic camera sees to its front, metres. */
const FAR = 1000;

/**
 * What the bones and joints of a frame hide.
 * @param {import('../../types.d.ts').PlainFrame} frame that is in the picture @param {{ matrix: ArrayLike<number>, width: number, height: number }} view CSS pixels @returns {Hides}
 */
export function coverOf(frame, { matrix, width, height }) {
  const { uniformsAt, instancesAt, casters, hidden } = frame.read().table;
  const uniforms = frame.floats(uniformsAt, UNIFORM_BYTES / 4);
  const instances = frame.floats(instancesAt, casters * FLOATS);
  const styles = frame.words(instancesAt, casters * FLOATS);
  const parallel = uniforms[PARALLEL] > 0;
  const girth = hidden ? uniforms[GIRTH] : 1;
  const [eyeX, eyeY, eyeZ] = uniforms.subarray(EYE, EYE + 3);
  const [toX, toY, toZ] = [0, 1, 2].map((axis) => uniforms[FOCUS + axis] - uniforms[EYE + axis]);
  const far = FAR / (Math.hypot(toX, toY, toZ) || 1);
  const metre = (Math.hypot(matrix[0], matrix[4], matrix[8]) * width) / 2;
  /** The rectangles of the instances in the picture: left, top, right, bottom. */
  const boxes = new Float32Array(4 * casters);
  const all = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < casters; index += 1) {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    const at = index * FLOATS;
    for (const end of [at, at + 4]) {
      const [x, y, z] = instances.subarray(end, end + 3);
      const w = matrix[3] * x + matrix[7] * y + matrix[11] * z + matrix[15];
      // Behind the camera nothing is hidden.
      if (!(w > 1e-6)) continue;
      const acrossX = (((matrix[0] * x + matrix[4] * y + matrix[8] * z + matrix[12]) / w + 1) * width) / 2;
      const acrossY = ((1 - (matrix[1] * x + matrix[5] * y + matrix[9] * z + matrix[13]) / w) * height) / 2;
      const radius = (metre / w) * girth * Math.max(instances[at + 3], instances[at + 7]);
      box[0] = Math.min(box[0], acrossX - radius);
      box[1] = Math.min(box[1], acrossY - radius);
      box[2] = Math.max(box[2], acrossX + radius);
      box[3] = Math.max(box[3], acrossY + radius);
    }
    boxes.set(box, 4 * index);
    for (const side of [0, 1]) {
      all[side] = Math.min(all[side], box[side]);
      all[side + 2] = Math.max(all[side + 2], box[side + 2]);
    }
  }

  return (x, y, z, acrossX, acrossY) => {
    if (!(acrossX > all[0] && acrossX < all[2] && acrossY > all[1] && acrossY < all[3])) return false;
    // From the point to the camera.
    const [rayX, rayY, rayZ] = parallel ? [-far * toX, -far * toY, -far * toZ] : [eyeX - x, eyeY - y, eyeZ - z];
    const ray = rayX * rayX + rayY * rayY + rayZ * rayZ;
    for (let index = 0; index < casters; index += 1) {
      const box = 4 * index;
      if (acrossX < boxes[box] || acrossX > boxes[box + 2] || acrossY < boxes[box + 1] || acrossY > boxes[box + 3]) continue;
      const at = index * FLOATS;
      const [boneX, boneY, boneZ] = [
        instances[at + 4] - instances[at],
        instances[at + 5] - instances[at + 1],
        instances[at + 6] - instances[at + 2],
      ];
      const [fromX, fromY, fromZ] = [x - instances[at], y - instances[at + 1], z - instances[at + 2]];
      // Where the ray and the bone are nearest to each other, as shares of both (Ericson, "Real-Time Collision Detection", 5.1.9).
      const bone = boneX * boneX + boneY * boneY + boneZ * boneZ;
      const both = rayX * boneX + rayY * boneY + rayZ * boneZ;
      const rayFrom = rayX * fromX + rayY * fromY + rayZ * fromZ;
      const boneFrom = boneX * fromX + boneY * fromY + boneZ * fromZ;
      const apart = ray * bone - both * both;
      let along = apart > 1e-9 * ray * bone ? Math.max(0, Math.min(1, (both * boneFrom - bone * rayFrom) / apart)) : 0;
      const part = bone > 0 ? Math.max(0, Math.min(1, (both * along + boneFrom) / bone)) : 0;
      along = Math.max(0, Math.min(1, (both * part - rayFrom) / ray));
      const radius =
        girth *
        (!(styles[at + 9] & ROUND) ? SLIM * (instances[at + 3] + (instances[at + 7] - instances[at + 3]) * part) : instances[at + 7]);
      const offX = fromX + rayX * along - boneX * part;
      const offY = fromY + rayY * along - boneY * part;
      const offZ = fromZ + rayZ * along - boneZ * part;
      if (offX * offX + offY * offY + offZ * offZ < radius * radius && along * along * ray > (INSIDE * radius) ** 2) return true;
    }
    return false;
  };
}
