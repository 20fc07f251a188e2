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
/** The page has a wanted device. */
let hasDevice = false;
/** Canvas 2D, once its script is there. @type {Device | undefined} */
let canvas;

export const anyLost = () => losses > 0;

/** Whether the page has no wanted device: not yet, or not again. Then Canvas 2D draws the next picture, and the GPU's files are fetched after it. */
export const lacksDevice = () => !hasDevice;

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
      hasDevice = true;
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

/** Canvas 2D, for the next picture while the page has no wanted device. @returns {Promise<Device> | null} null if it is barred */
export const interimDevice = () => (barred.has('canvas') ? null : canvasDevice());

/** @param {Device} device @param {Fault | null} reason why to bar the rung; null if another device may work */
function onLost(device, reason) {
  if (device.lost) return;
  device.lost = true;
  losses += 1;
  hasDevice = false;
  if (reason) barred.set(device.rung, reason);
  notifyLost(device);
}
