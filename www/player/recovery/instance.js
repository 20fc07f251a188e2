/** The page's instance of the first module, shared by all stages. One that trapped is never called again: the next caller gets a new one. */
import { listeners } from '../base/listeners.js';
import { glueScript, instantiate, wasmModule } from '../base/wasm.js';

/** @typedef {import('../../types.d.ts').Glue} Glue */
/** @typedef {{ glue: Glue, memory: WebAssembly.Memory, dead: boolean, bytes: number, turnBody?: (skin: Record<string, number>, frame: import('../../types.d.ts').PlainFrame) => void }} Instance bytes: size of the clips on its stages; turnBody: turns the joints of a generated body in a frame */

/** @type {Promise<Instance> | undefined} */
let current;

/** @type {import('../base/listeners.js').Listeners<[gone: Instance, trapped: boolean]>} */
const [onDiscarded, notifyDiscarded] = listeners();
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
  // In parallel, since each costs a round trip to the server.
  const [module] = await Promise.all([wasmModule(), glueScript()]);
  const { glue, memory } = await instantiate(module);
  return { glue, memory, dead: false, bytes: 0 };
}

/** Retires an instance. @param {Instance} gone @param {boolean} [trapped] false: it still works, and its stages may be freed */
export function discard(gone, trapped = true) {
  if (gone.dead) return;
  gone.dead = true;
  current = undefined;
  notifyDiscarded(gone, trapped);
}

/** wasm memory never shrinks. Below this size it does not matter. */
const ROOMY_BYTES = 64e6;

/** Retires an instance whose memory is nearly empty after a large clip: its clips move to a fresh one. @param {Instance} instance */
export function releaseMemory(instance) {
  const { byteLength } = instance.memory.buffer;
  if (byteLength > ROOMY_BYTES && instance.bytes < byteLength / 8) discard(instance, false);
}
