/**
 * The one GPU device of the page, shared by every player on it, and the wasm instance that holds it.
 * An instance that trapped is never called again: it is condemned, everybody who used it hears of it, and the next
 * caller gets a new one. A further rung (WebGL2, Canvas2D) would answer here with another glue of the same shape.
 */
import { S } from './strings.js';
import { MareyError, fault } from './errors.js';
import { instantiate, wasmModule } from './wasm.js';

/** @typedef {import('../types.d.ts').Glue} Glue */
/** @typedef {{ glue: Glue, engine: import('../types.d.ts').WasmEngine, dead: boolean }} Gpu */

const ADAPTER_MS = 4000;
const AGAIN_MS = [300, 900];

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

/** @type {Promise<Glue> | undefined} */
let unpictured;

/** An instance for stages that cannot draw: they hold their clips and answer. @returns {Promise<Glue>} */
export function glueWithoutGpu() {
  instances += 1;
  unpictured ??= wasmModule().then((module) => instantiate(module, instances)).catch((error) => {
    unpictured = undefined;
    throw error;
  });
  return unpictured;
}

/** Asking first costs nothing, and tells "there is none" from "it failed". */
async function adapterAnswers() {
  if (!navigator.gpu) throw fault('nogpu', S.errors.noGpu);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(fault('gpu', S.errors.gpuLate)), ADAPTER_MS);
  });
  const request = adapter(navigator.gpu);
  try {
    if (!await Promise.race([request, late])) throw fault('nogpu', S.errors.noGpu);
  } catch (error) {
    // A busy machine may answer after all: then everybody who gave up tries again.
    request.then((adapter) => { if (adapter) for (const each of [...latecomers]) each(); }, () => {});
    throw error instanceof MareyError ? error : fault('gpu', String(error));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * While the browser's GPU process starts, or starts again after a crash, there is none for about a second.
 * @param {{ requestAdapter(): Promise<object | null> }} entrance
 */
async function adapter(entrance) {
  for (const pause of AGAIN_MS) {
    const found = await entrance.requestAdapter();
    if (found) return found;
    await new Promise((resolve) => { setTimeout(resolve, pause); });
  }
  return entrance.requestAdapter();
}

/** @param {Gpu} gone */
export function condemn(gone) {
  if (gone.dead) return;
  gone.dead = true;
  current = undefined;
  for (const mourner of [...mourners]) mourner(gone);
}

/** @type {Set<() => void>} */
const latecomers = new Set();

/** @param {() => void} listener called when an adapter came after the patience had ended */
export function onLateAdapter(listener) {
  latecomers.add(listener);
  return () => void latecomers.delete(listener);
}

/** @param {(gpu: Gpu) => void} mourner */
export function onCondemned(mourner) {
  mourners.add(mourner);
  return () => void mourners.delete(mourner);
}
