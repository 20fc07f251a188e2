/** The rungs below WebGPU: WebGL 2 and Canvas 2D. All players of the page share one device of each. */
import { PlainFrame } from '../render/frame.js';
import { fault, gpuFault, named } from './errors.js';
import { barred, canvas, onDeviceLost } from './ladder.js';
import { lazy } from './parts.js';

/** @typedef {import('../types.d.ts').Rung} Rung */
/** @typedef {import('../types.d.ts').Device} Device */

const SCRIPTS = {
  webgl: lazy(() => import('../render/webgl.js')),
  canvas,
};
/** Best first. */
const RUNGS = /** @type {(keyof typeof SCRIPTS)[]} */ (Object.keys(SCRIPTS));

/** @type {Map<Rung, Promise<Device>>} */
const devices = new Map();
onDeviceLost(({ rung }) => devices.delete(rung));

/**
 * The best of them that works. Rejects with a fault if none does.
 * @param {string} wanted `canvas` skips WebGL, `none` allows no renderer @param {import('./device.js').OnLost} onLost
 */
export async function lowerDevice(wanted, onLost) {
  if (wanted === 'none') throw named('nogpu', 'noPicture');
  for (const rung of RUNGS.slice(wanted === 'canvas' ? 1 : 0)) {
    if (barred.has(rung)) continue;
    const device = devices.get(rung) ?? make(rung, onLost);
    devices.set(rung, device);
    try {
      return await device;
    } catch (error) {
      devices.delete(rung);
      barred.set(rung, gpuFault(error));
    }
  }
  const { message = '', code, detail } = barred.get('webgpu') ?? barred.get('canvas') ?? {};
  throw fault('nogpu', message, { code, detail });
}

/** @param {keyof typeof SCRIPTS} rung @param {import('./device.js').OnLost} onLost @returns {Promise<Device>} */
async function make(rung, onLost) {
  const { open } = await SCRIPTS[rung]();
  const renderer = await open();
  /** @type {Device} */
  const device = {
    rung,
    lost: false,
    done: renderer.done,
    attach: (stage, { memory }, canvas) => Object.assign(renderer.surface(canvas), { frame: new PlainFrame(memory, stage.attachPlain()) }),
  };
  renderer.lost.then((message) => onLost(device, message ? gpuFault(message) : null));
  return device;
}
