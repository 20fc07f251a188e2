/**
 * Who draws: WebGPU where it works, else what `lower.js` has. What turned out to be of no use stays out of the question on this
 * page, until it is loaded again or somebody asks to try again.
 */
import { takesTime } from './adapter.js';
import { webgpu } from './device.js';
import { faultOf } from './errors.js';
import { listeners } from './listeners.js';
import { lazy } from './parts.js';

/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Device} Device */
/** @typedef {import('./instance.js').Instance} Instance */

const lower = lazy(() => import('./lower.js'));
/** Small, and drawing at once: what draws first while others begin, and last when nothing else does. */
export const canvas = lazy(() => import('../render/canvas.js'));

/** Why each rung is out of the question. @type {Map<string, Fault>} */
export const barred = new Map();
/** @type {import('./listeners.js').Listeners<[gone: Device]>} */
const [onDeviceLost, tellLost] = listeners();
export { onDeviceLost };
let losses = 0;
/** A renderer that was lost is waited for so long before something else draws in its place. */
const SOON_MS = 250;
/** Something draws, or has drawn, on this page. */
let begun = false;

/** A device was lost on this page. */
export const anyLost = () => losses > 0;

/**
 * What draws, for a player that wants it: the best that works, from its wish on down.
 * @param {Promise<Instance>} instance
 * @param {string} wish a rung, `none`, or anything else for all of them
 * @returns {Promise<Device>}
 */
export async function deviceOf(instance, wish) {
  const device = await best(instance, wish);
  begun = true;
  return device;
}

/**
 * What draws until then, where the GPU takes its time to begin, for seconds where the processor stands in for it, or to come back.
 * @param {Promise<Device>} coming
 * @returns {Promise<Device | null>} null where there is no need, or no way
 */
export async function meanwhile(coming) {
  if (barred.has('canvas') || !(await (begun ? isLate(coming) : takesTime()))) return null;
  const [{ lowerDevice }] = await Promise.all([lower(), canvas()]);
  return lowerDevice('canvas', gone);
}

/** Whether a device that was lost has not come back soon. @param {Promise<Device>} coming */
const isLate = async (coming) => losses > 0 && Promise.race([
  coming.then(() => false, () => false),
  new Promise((resolve) => { setTimeout(resolve, SOON_MS, true); }),
]);

/** @param {Promise<Instance>} instance @param {string} wish @returns {Promise<Device>} */
async function best(instance, wish) {
  const lesser = /^(webgl|canvas|none)$/.test(wish);
  if (!lesser && !barred.has('webgpu')) {
    const ready = await instance;
    try {
      return await webgpu(ready, gone);
    } catch (error) {
      // An instance that died says nothing about what draws.
      if (ready.dead || error instanceof WebAssembly.RuntimeError) throw error;
      barred.set('webgpu', faultOf(error));
    }
  }
  return (await lower()).lowerDevice(wish, gone);
}

/** @param {Device} device @param {Fault | null} reason where another one would fare no better */
function gone(device, reason) {
  if (device.lost) return;
  device.lost = true;
  losses += 1;
  if (reason) barred.set(device.rung, reason);
  tellLost(device);
}
