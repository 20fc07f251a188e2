/** Chooses the renderer. A failed one is barred until the page reloads or the visitor tries again. */
import { listeners } from '../base/listeners.js';
import { fault, faultOf, gpuFault, named } from '../words/errors.js';
import { RUNGS, deviceOf } from './renderers.js';

/** @typedef {import('../../types.d.ts').Device} Device */
/** @typedef {import('../../types.d.ts').Fault} Fault */

/** The fault for which each rung is barred. @type {Map<string, Fault>} */
export const barred = new Map();
/** @type {import('../base/listeners.js').Listeners<[lost: Device]>} */
const [onDeviceLost, notifyLost] = listeners();
export { onDeviceLost };
let losses = 0;
/** How long a lost renderer may take to come back before another draws in its place. */
const RETURN_MS = 250;
let hasDrawn = false;
/** Canvas 2D, once its script is there. @type {Device | undefined} */
let canvas;

export const anyLost = () => losses > 0;

/** Whether the page has had no wanted device yet. Then Canvas 2D draws the first picture, and the GPU's files are fetched after it. */
export const isFirst = () => !hasDrawn;

/** What can draw at once in place of a lost device. */
export const standIn = () => (barred.has('canvas') ? undefined : canvas);

const canvasDevice = async () => (canvas = await deviceOf('canvas', onLost));

/**
 * The best device that works, from the wanted rung on down. Rejects with a fault if none does.
 * @param {string} wanted a rung, `none`, or anything else for all of them @returns {Promise<Device>}
 */
export async function bestDevice(wanted) {
  if (wanted === 'none') throw named('nogpu', 'noPicture');
  for (const rung of RUNGS.slice(
    Math.max(
      0,
      RUNGS.findIndex((each) => each === wanted),
    ),
  )) {
    if (barred.has(rung)) continue;
    try {
      const device = await deviceOf(rung, onLost);
      hasDrawn = true;
      // Without a network its script could not be fetched after the loss.
      canvasDevice().catch(() => {});
      return device;
    } catch (error) {
      barred.set(rung, rung === 'webgpu' ? faultOf(error) : gpuFault(error));
    }
  }
  const { message = '', code, detail } = barred.get('webgpu') ?? barred.get('canvas') ?? {};
  throw fault('nogpu', message, { code, detail });
}

/**
 * Canvas 2D, for the page's first picture, which does not wait for the GPU, and while a lost device is slow to come back.
 * @param {Promise<Device> | null} pending the awaited device, if it was requested @returns {Promise<Device | null>} null if there is no need, or Canvas 2D is barred
 */
export async function interimDevice(pending) {
  if (barred.has('canvas') || (pending && !(await isLate(pending)))) return null;
  return canvasDevice();
}

/** Whether a lost device is slow to come back. @param {Promise<Device>} pending */
const isLate = async (pending) =>
  losses > 0 &&
  Promise.race([
    pending.then(
      () => false,
      () => false,
    ),
    new Promise((resolve) => {
      setTimeout(resolve, RETURN_MS, true);
    }),
  ]);

/** @param {Device} device @param {Fault | null} reason why to bar the rung; null if another device may work */
function onLost(device, reason) {
  if (device.lost) return;
  device.lost = true;
  losses += 1;
  if (reason) barred.set(device.rung, reason);
  notifyLost(device);
}
