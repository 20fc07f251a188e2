/**
 * The one GPU device of the page, shared by every player on it, and the wasm instance that holds it.
 * An instance that trapped is never called again: it is condemned, everybody who used it hears of it, and the next
 * caller gets a new one. A further rung (WebGL2, Canvas2D) would answer here with another glue of the same shape.
 */
import { S } from './strings.js';
import { fault } from './errors.js';
import { instantiate, wasmModule } from './wasm.js';

/** @typedef {import('../types.d.ts').Glue} Glue */
/** @typedef {{ glue: Glue, engine: import('../types.d.ts').WasmEngine, dead: boolean }} Gpu */

const ADAPTER_MS = 4000;

/** @type {Promise<Gpu> | undefined} */
let current;
let instances = 0;

/** @type {Set<(gpu: Gpu) => void>} */
const mourners = new Set();

/** @returns {Promise<Gpu>} */
export function gpu() {
  current ??= start().catch((error) => {
    current = undefined;
    throw error;
  });
  return current;
}

async function start() {
  instances += 1;
  const [glue] = await Promise.all([wasmModule().then((module) => instantiate(module, instances)), adapterAnswers()]);
  const made = { glue, engine: await glue.Engine.create(), dead: false };
  made.engine.lost().then(() => condemn(made), () => condemn(made));
  return made;
}

/** Asking first costs nothing, and tells "there is none" from "it failed". */
async function adapterAnswers() {
  if (!navigator.gpu) throw fault('nogpu', S.errors.noGpu);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(fault('gpu', S.errors.gpuLate)), ADAPTER_MS);
  });
  const adapter = await Promise.race([navigator.gpu.requestAdapter(), late]).finally(() => clearTimeout(timer));
  if (!adapter) throw fault('nogpu', S.errors.noGpu);
}

/** @param {Gpu} gone */
export function condemn(gone) {
  if (gone.dead) return;
  gone.dead = true;
  current = undefined;
  for (const mourner of [...mourners]) mourner(gone);
}

/** @param {(gpu: Gpu) => void} mourner */
export function onCondemned(mourner) {
  mourners.add(mourner);
  return () => void mourners.delete(mourner);
}
