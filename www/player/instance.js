/**
 * The page's instance of the first wasm module. All stages live in it. An instance that trapped is never called again: it
 * is discarded, everybody who has a stage in it hears of it, and the next caller gets a new one.
 */
import { listeners } from './listeners.js';
import { glueScript, instantiate, wasmModule } from './wasm.js';

/** @typedef {import('../types.d.ts').Glue} Glue */
/** @typedef {{ glue: Glue, memory: WebAssembly.Memory, dead: boolean, bytes: number }} Instance bytes: of the clips on its stages */

/** @type {Promise<Instance> | undefined} */
let current;

/** @type {import('./listeners.js').Listeners<[gone: Instance, trapped: boolean]>} */
const [onDiscarded, tellDiscarded] = listeners();
export { onDiscarded };

/** @returns {Promise<Instance>} */
export function instance() {
  current ??= make().catch((error) => {
    current = undefined;
    throw error;
  });
  return current;
}

async function make() {
  // Both at once: each is a way to the server and back.
  const [module] = await Promise.all([wasmModule(), glueScript()]);
  const { glue, memory } = await instantiate(module);
  return { glue, memory, dead: false, bytes: 0 };
}

/**
 * Nobody may use it any more.
 * @param {Instance} gone
 * @param {boolean} [trapped] otherwise it still works, and what is in it may be freed
 */
export function discard(gone, trapped = true) {
  if (gone.dead) return;
  gone.dead = true;
  current = undefined;
  tellDiscarded(gone, trapped);
}

/** Memory only grows. Below this much nobody minds. */
const ROOMY_BYTES = 64e6;

/**
 * After a large clip has left, nearly all of an instance's memory is empty: its clips move to a fresh one.
 * @param {Instance} instance
 */
export function giveBackMemory(instance) {
  const { byteLength } = instance.memory.buffer;
  if (byteLength > ROOMY_BYTES && instance.bytes < byteLength / 8) discard(instance, false);
}
