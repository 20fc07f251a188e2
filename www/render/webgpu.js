/** Draws frames with WebGPU, through the wasm module of `crates/gpu`. */
import {
  CORNER_BYTES,
  INSTANCE_BYTES,
  ROW_FLOATS,
  SIMPLE_INDICES,
  SIMPLE_TOGETHER,
  SIMPLE_VERTICES,
  UNIFORM_BYTES,
  VERTEX_BYTES,
} from './frame.js';

/** @typedef {import('../types.d.ts').PlainFrame} PlainFrame */
/** @typedef {import('../types.d.ts').Renderer} Renderer */
/** @typedef {import('../types.d.ts').Surface} Surface */

/** Bytes in a row of the textures of joints and of influences. */
const ROW_BYTES = 4 * ROW_FLOATS;
const TRIANGLE_BYTES = 12;

/** @param {import('../types.d.ts').GpuGlue} glue of an instance that only this renderer uses @param {import('../types.d.ts').WasmEngine} engine of that instance @returns {Renderer} */
export function open(glue, engine) {
  /** @type {(reason: string) => void} */
  let giveUp = () => {};
  /** @type {Promise<string>} */
  const lost = new Promise((resolve) => {
    giveUp = resolve;
    engine.lost().then(
      () => resolve(''),
      (error) => resolve(error.message),
    );
  });
  let hasMeshes = false;
  /** The module must not be called any more. */
  let trapped = false;

  /** @param {HTMLCanvasElement} canvas @returns {Surface} */
  function surface(canvas) {
    const painter = withPlainErrors(() => new glue.CanvasPainter(engine, canvas));
    /** Numbers of the skins that the painter has. @type {number[]} */
    const known = [];
    return {
      draw(frame) {
        const { words, table } = frame.read();
        const { width, height } = table;
        if (!width || !height || trapped) return false;
        // The painter sizes the canvas only when the frame's size changes: undo any other change.
        if (canvas.width !== width) canvas.width = width;
        if (canvas.height !== height) canvas.height = height;
        try {
          if (!hasMeshes) {
            const indices = Math.max(
              table.boneFirst + table.boneCount,
              table.ballFirst + table.ballCount,
              table.simpleFirst + SIMPLE_INDICES * SIMPLE_TOGETHER,
            );
            painter.setMeshes(
              words,
              frame.bytes(table.verticesAt, table.vertexCount * VERTEX_BYTES),
              frame.bytes(table.indicesAt, 2 * indices),
            );
            hasMeshes = true;
          }
          const skins = frame.skins(table);
          for (const [
            index,
            {
              words: { length },
              table: each,
            },
          ] of skins.entries()) {
            if (known[index] === each.number) continue;
            known.length = index;
            known.push(each.number);
            painter.setSkin(
              frame.words(table.skinsAt, (index + 1) * length),
              frame.bytes(each.cornersAt, each.cornerCount * CORNER_BYTES),
              frame.bytes(each.trianglesAt, each.triangleCount * TRIANGLE_BYTES),
              frame.bytes(each.influencesAt, each.influenceRows * ROW_BYTES),
              frame.words(each.texturedAt, 3 * each.texturedCount),
            );
          }
          known.length = skins.length;
          return painter.draw(
            words,
            frame.words(
              table.skinsAt,
              skins.reduce((sum, { words: skin }) => sum + skin.length, 0),
            ),
            frame.bytes(table.uniformsAt, UNIFORM_BYTES),
            frame.bytes(table.instancesAt, (table.instanceCount + SIMPLE_VERTICES * table.simpleCount) * INSTANCE_BYTES),
            frame.bytes(
              skins[0]?.table.jointsAt ?? 0,
              skins.reduce((sum, { table: { figures, jointRows } }) => sum + figures * jointRows, 0) * ROW_BYTES,
            ),
          );
        } catch (error) {
          // The module trapped: it must not be called again.
          trapped = true;
          giveUp(/** @type {Error} */ (error).message);
          return false;
        }
      },
      setPicture(...picture) {
        if (!trapped) painter.setPicture(...picture);
      },
      forgetPictures() {
        if (!trapped) painter.forgetPictures();
      },
      close() {
        if (!trapped) painter.free();
      },
    };
  }

  return {
    surface,
    lost,
    close() {
      if (!trapped) engine.free();
    },
  };
}

/** Rethrows a trap as a plain Error: callers take a RuntimeError for a trap of the stage's module. @template T @param {() => T} run @returns {T} */
function withPlainErrors(run) {
  try {
    return run();
  } catch (error) {
    throw new Error(/** @type {Error} */ (error).message, { cause: error });
  }
}
