/** Chooses the renderer: WebGPU or one of `lower.js`. A failed one is barred until the page reloads or the visitor tries again. */
import { isGpuSlow } from './adapter.js';
import { webgpu } from './device.js';
import { faultOf } from './errors.js';
import { listeners } from './listeners.js';
import { lazy } from './parts.js';

/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Device} Device */
/** @typedef {import('./instance.js').Instance} Instance */

const lower = lazy(() => import('./lower.js'));
/** Small and quick to start: draws first while other renderers start, and last when all others fail. */
export const canvas = lazy(() => import('../render/canvas.js'));

/** The fault for which each rung is barred. @type {Map<string, Fault>} */
export const barred = new Map();
/** @type {import('./listeners.js').Listeners<[lost: Device]>} */
const [onDeviceLost, notifyLost] = listeners();
export { onDeviceLost };
let losses = 0;
/** How long to wait for a lost renderer to return before another draws in its place. */
const RETURN_MS = 250;
let hasDrawn = false;

export const anyLost = () => losses > 0;

/**
 * The best device that works, from the wanted rung on down.
 * @param {Promise<Instance>} instance @param {string} wanted a rung, `none`, or anything else for all of them @returns {Promise<Device>}
 */
export async function deviceOf(instance, wanted) {
  const device = await best(instance, wanted);
  hasDrawn = true;
  return device;
}

/**
 * An interim device while the awaited one is slow to start (a software adapter takes seconds) or to come back.
 * @param {Promise<Device>} pending @returns {Promise<Device | null>} null if there is no need, or Canvas 2D is barred
 */
export async function interimDevice(pending) {
  if (barred.has('canvas') || !(await (hasDrawn ? isLate(pending) : isGpuSlow()))) return null;
  const [{ lowerDevice }] = await Promise.all([lower(), canvas()]);
  return lowerDevice('canvas', onLost);
}

/** Whether a lost device is slow to come back. @param {Promise<Device>} pending */
const isLate = async (pending) => losses > 0 && Promise.race([
  pending.then(() => false, () => false),
  new Promise((resolve) => { setTimeout(resolve, RETURN_MS, true); }),
]);

/** @param {Promise<Instance>} instance @param {string} wanted @returns {Promise<Device>} */
async function best(instance, wanted) {
  const skipsWebGpu = /^(webgl|canvas|none)$/.test(wanted);
  if (!skipsWebGpu && !barred.has('webgpu')) {
    const ready = await instance;
    try {
      return await webgpu(ready, onLost);
    } catch (error) {
      // The instance's death is no reason to bar WebGPU.
      if (ready.dead || error instanceof WebAssembly.RuntimeError) throw error;
      barred.set('webgpu', faultOf(error));
    }
  }
  return (await lower()).lowerDevice(wanted, onLost);
}

/** @param {Device} device @param {Fault | null} reason why to bar the rung; null if another device may work */
function onLost(device, reason) {
  if (device.lost) return;
  device.lost = true;
  losses += 1;
  if (reason) barred.set(device.rung, reason);
  notifyLost(device);
}
