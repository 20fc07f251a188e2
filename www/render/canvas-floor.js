/** Draws the gradient, the pool of light, the grid and the shadow, by the formulas of `stage.wgsl` and `shadow.wgsl`. */
import { INSTANCE_BYTES } from './frame.js';
import { drawGrid } from './canvas-grid.js';
import {
  BOTTOM,
  EYE,
  FLOOR,
  INVERSE,
  LIGHT,
  SHADOW,
  TALL,
  TILE,
  TOP,
  abs,
  below,
  ceil,
  clamp,
  colour,
  css,
  floor,
  forward,
  height,
  hypot,
  layer,
  max,
  min,
  nearest,
  parallel,
  project,
  pw,
  px,
  py,
  smoothstep,
  sqrt,
  three,
  uniforms,
  width,
} from './canvas-view.js';

/** @typedef {import('../types.d.ts').PlainFrame} PlainFrame */
/** @typedef {import('./frame.js').Table} Table */
/** @typedef {[left: number, top: number, right: number, bottom: number]} Box */

/** The cells of a coarse picture are this many times larger. It is on the screen until the next one. */
const COARSE = 4;
/** Cells along a side of the shadow map of a fine picture. */
const MAP = 128;
/** Colour stops of a gradient. */
const STOPS = 16;
/** Pixels along a side of the tile of noise. */
const NOISE_SIDE = 128;
/** Sizes of a screen cell in CSS pixels: light is soft everywhere, a shadow is sharp under the feet. */
const POOL_CELL = 16;
const SHADOW_CELL = 2;
/** Maximum number of cells in a region. */
const MOST_CELLS = 40_000;

/** Metres from a person's bone at which its contact shadow has faded out. */
const CONTACT = 0.2;
/** Metres over which the shadow of a person's bone on the floor fades out. */
const SOFT = 0.012;
/** The light of the surroundings, as the thickness of a person's bone that would block as much of it, metres. */
const AROUND = 0.05;
/** Fraction of the body's height above which a bone has no contact shadow. */
const LIFTED = 0.35;
const { exp } = Math;

/** Makes noise of one colour step, which hides the bands of gradients. */
export function makeNoise() {
  const tile = layer();
  tile.canvas.width = NOISE_SIDE;
  tile.canvas.height = NOISE_SIDE;
  const image = tile.createImageData(NOISE_SIDE, NOISE_SIDE);
  const pixels = new Uint32Array(image.data.buffer);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = Math.random() < 0.5 ? 0xff010101 : 0xff000000;
  tile.putImageData(image, 0, 0);
  return tile.createPattern(tile.canvas, 'repeat');
}

/**
 * @param {CanvasPattern | null} noise
 * @returns {(context: CanvasRenderingContext2D, frame: PlainFrame, table: Table, coarse?: boolean) => void} draws everything behind the figure
 */
export function makeFloor(noise) {
  const backdrop = layer();
  /** As high as the backdrop, and repeated to its right. */
  const strip = layer();
  let shown = '';
  const patch = layer();
  const map = new Float32Array(MAP * MAP);
  /** Its cells are this many times larger than those of a fine picture. */
  let coarseness = 1;

  /** The background colour of a pixel row. @param {number} up -1 at the bottom, 1 at the top @param {number} fall darkening of the edges */
  const shade = (up, fall) => {
    const blend = smoothstep(-1, 1, up);
    return css(
      three((i) => 255 * (uniforms[BOTTOM + i] + (uniforms[TOP + i] - uniforms[BOTTOM + i]) * blend) * (1 - fall * up * up * 0.25)),
    );
  };

  function drawBackdrop() {
    const fall = uniforms[EYE + 3] ? 0.03 : 0.16;
    const [wide, high, x, y] = uniforms.subarray(TILE);
    const now = [width, height, fall, wide, high, x, y].join();
    if (shown === now) return;
    shown = now;
    backdrop.canvas.width = width;
    strip.canvas.width = NOISE_SIDE;
    backdrop.canvas.height = strip.canvas.height = height;
    const down = strip.createLinearGradient(0, ((1 - (1 - y) / high) * height) / 2, 0, ((1 + (1 + y) / high) * height) / 2);
    const across = backdrop.createLinearGradient(((1 - (1 + x) / wide) * width) / 2, 0, ((1 + (1 - x) / wide) * width) / 2, 0);
    for (let stop = 0; stop <= STOPS; stop += 1) {
      const place = stop / STOPS;
      down.addColorStop(place, shade(1 - 2 * place, fall));
      across.addColorStop(place, css([0, 0, 0], fall * 0.3025 * (2 * place - 1) ** 2));
    }
    strip.fillStyle = down;
    strip.fillRect(0, 0, width, height);
    // Dither: eight bits are too few for gradients this soft.
    strip.globalCompositeOperation = 'lighter';
    if (noise) strip.fillStyle = noise;
    strip.fillRect(0, 0, width, height);
    for (const style of [backdrop.createPattern(strip.canvas, 'repeat-x'), across]) {
      if (style) backdrop.fillStyle = style;
      backdrop.fillRect(0, 0, width, height);
    }
  }

  /**
   * Paints a region of the screen: computes the opacity once per cell, from the floor's point there, and scales the cells up smoothly.
   * @param {CanvasRenderingContext2D} context @param {number} size of a cell, CSS pixels @param {Box} box pixels @param {number[]} rgb
   * @param {(x: number, z: number, grazing: number) => number} alpha of a point; grazing: sine of the angle of view to the floor
   */
  function paint(context, size, [left, top, right, bottom], rgb, alpha) {
    const cell = max(size * coarseness * uniforms[LIGHT + 3], sqrt(((right - left) * (bottom - top)) / MOST_CELLS));
    const across = ceil((right - left) / cell);
    const rows = ceil((bottom - top) / cell);
    if (!(across > 0 && rows > 0)) return;
    patch.canvas.width = across;
    patch.canvas.height = rows;
    const image = patch.createImageData(across, rows);
    const { data } = image;
    const [x0, x1, x2, x3, y0, y1, y2, y3, z0, z1, z2, z3, w0, w1, w2, w3] = uniforms.subarray(INVERSE);
    const [eyeX, eyeY, eyeZ] = uniforms.subarray(EYE);
    for (let row = 0, at = 0; row < rows; row += 1) {
      const y = 1 - (2 * (top + (row + 0.5) * cell)) / height;
      for (let column = 0; column < across; column += 1, at += 4) {
        // Follows the ray from the near plane. Runs thousands of times a picture: no arrays here.
        const x = (2 * (left + (column + 0.5) * cell)) / width - 1;
        const near = x3 * x + y3 * y + z3 + w3;
        const fromX = (x0 * x + y0 * y + z0 + w0) / near;
        const fromY = (x1 * x + y1 * y + z1 + w1) / near;
        const fromZ = (x2 * x + y2 * y + z2 + w2) / near;
        const rayX = parallel ? forward[0] : fromX - eyeX;
        const rayY = parallel ? forward[1] : fromY - eyeY;
        const rayZ = parallel ? forward[2] : fromZ - eyeZ;
        const distance = -fromY / rayY;
        if (!(parallel || distance > 0) || !(abs(distance) < 1e7)) continue;
        data[at] = rgb[0];
        data[at + 1] = rgb[1];
        data[at + 2] = rgb[2];
        data[at + 3] =
          255 * alpha(fromX + rayX * distance, fromZ + rayZ * distance, abs(rayY) / sqrt(rayX * rayX + rayY * rayY + rayZ * rayZ));
      }
    }
    patch.putImageData(image, 0, 0);
    context.drawImage(patch.canvas, left, top, across * cell, rows * cell);
  }

  /** Draws bones as soft capsules into the shadow map, and the map on the floor. @param {CanvasRenderingContext2D} context @param {Float32Array} instances */
  function drawShadow(context, instances) {
    const half = uniforms[SHADOW + 2];
    const side = MAP / coarseness;
    const scale = side / 2 / half;
    const tall = uniforms[TALL];
    const corner = [uniforms[SHADOW] - half, 0, uniforms[SHADOW + 1] - half];
    map.fill(0);
    /** The part of the map that has a shadow, in cells. */
    let [left, top, right, bottom] = [side, side, 0, 0];
    for (let at = 0; at < instances.length; at += INSTANCE_BYTES / 4) {
      // A ball that is not drawn has no radius and no shadow.
      if (!max(instances[at + 3], instances[at + 7])) continue;
      // For each end: x and z on the map, radius and softness.
      const [[x0, z0, size0, soft0], [x1, z1, size1, soft1]] = [at, at + 4].map((end) => {
        const up = max(instances[end + 1], 0);
        const [x, , z] = three(
          (i) => (instances[end + i] - (uniforms[LIGHT + i] * up) / max(uniforms[LIGHT + 1], 0.2) - corner[i]) * scale,
        );
        return [x, z, instances[end + 3] * uniforms[TOP + 3], SOFT * tall + 0.17 * up];
      });
      const x = x1 - x0;
      const z = z1 - z0;
      const reach = max(size0 + soft0, size1 + soft1, max(size0, size1) + CONTACT * tall) * scale;
      const long = x * x + z * z + 1e-9;
      const fromX = max(floor(min(x0, x1) - reach), 0);
      const fromZ = max(floor(min(z0, z1) - reach), 0);
      const toX = min(max(x0, x1) + reach, side);
      const toZ = min(max(z0, z1) + reach, side);
      [left, top, right, bottom] = [min(left, fromX), min(top, fromZ), max(right, toX), max(bottom, toZ)];
      for (let row = fromZ; row < toZ; row += 1) {
        for (let column = fromX; column < toX; column += 1) {
          // Runs thousands of times a picture: no arrays here.
          const dx = column + 0.5 - x0;
          const dz = row + 0.5 - z0;
          const share = clamp((dx * x + dz * z) / long);
          const square = (dx - x * share) ** 2 + (dz - z * share) ** 2;
          if (square > reach * reach) continue;
          const distance = sqrt(square) / scale;
          const size = size0 + (size1 - size0) * share;
          const soft = soft0 + (soft1 - soft0) * share;
          // The same light is blocked over a wider spot, so softer shadows are fainter.
          const cast =
            distance < size + soft
              ? (0.68 * smoothstep(size + soft, max(size - soft, 0) / 2, distance) * (size + AROUND * tall)) /
                (size + AROUND * tall + soft * 0.75)
              : 0;
          const lift = max((soft / tall - SOFT) / 0.17 - size / tall, 0);
          const contact =
            lift > LIFTED ? 0 : 0.7 * exp(-((max(distance - size, 0) / tall / (0.045 + 0.5 * lift)) ** 2) - (lift / 0.11) ** 2);
          map[row * side + column] = max(map[row * side + column], 1 - (1 - cast) * (1 - contact));
        }
      }
    }
    const strength = uniforms[SHADOW + 3] * (below ? 0.25 : 1);
    /** @type {Box} */
    let seen = [width, height, 0, 0];
    // A cell more on each side: between cells the shadow is interpolated.
    for (const column of [left - 1, right + 1]) {
      for (const row of [top - 1, bottom + 1]) {
        project([corner[0] + column / scale, 0, corner[2] + row / scale]);
        // A corner lies behind the camera: the shadow may be anywhere.
        seen =
          pw > nearest
            ? [min(seen[0], max(px, 0)), min(seen[1], max(py, 0)), max(seen[2], min(px, width)), max(seen[3], min(py, height))]
            : [0, 0, width, height];
      }
    }
    paint(context, SHADOW_CELL, seen, [0, 0, 0], (x, z) => {
      const column = (x - corner[0]) * scale - 0.5;
      const row = (z - corner[2]) * scale - 0.5;
      const far = max(abs((2 * column) / side - 1), abs((2 * row) / side - 1));
      if (!(far < 0.99)) return 0;
      const s = floor(column);
      const t = floor(row);
      const at = t * side + s;
      const first = map[at] + (map[at + 1] - map[at]) * (column - s);
      const second = map[at + side] + (map[at + side + 1] - map[at + side]) * (column - s);
      return (first + (second - first) * (row - t)) * (1 - smoothstep(0.85, 1, far)) * strength;
    });
  }

  return (context, frame, table, coarse) => {
    coarseness = coarse ? COARSE : 1;
    if (table.transparent) {
      context.clearRect(0, 0, width, height);
    } else {
      drawBackdrop();
      context.drawImage(backdrop.canvas, 0, 0);
      // Without this pool of light the dark floor could show no shadow.
      context.globalCompositeOperation = 'lighter';
      if (!below) {
        // The horizon, since no light falls above it. An orthographic camera, or one that looks straight down, sees none.
        project(three((i) => uniforms[EYE + i] + (i % 2 ? 0 : 1e5 * forward[i])));
        const [centreX, centreZ] = uniforms.subarray(SHADOW);
        paint(context, POOL_CELL, [0, parallel || pw < 1 ? 0 : clamp(py, 0, height), width, height], colour(FLOOR), (x, z, grazing) => {
          const far = hypot(x - centreX, z - centreZ) / uniforms[TALL];
          return (
            uniforms[FLOOR + 3] * smoothstep(0, 0.2, grazing) * (0.62 * exp(-((far / 1.5) ** 1.6)) + 0.38 * exp(-((far / 4.2) ** 1.5)))
          );
        });
      }
      context.globalCompositeOperation = 'source-over';
    }
    drawGrid(context);
    drawShadow(context, frame.floats(table.instancesAt, (table.casters * INSTANCE_BYTES) / 4));
  };
}
