/** The renderers: WebGPU, WebGL 2 and Canvas 2D. All players of the page share one device of each. */
import { PlainFrame } from '../../render/frame.js';
import { lazy } from '../base/parts.js';
import { glueScript, wasmModule } from '../base/wasm.js';
import { gpuFault } from '../words/errors.js';
import { adapterInTime } from './adapter.js';

/** @typedef {import('../../types.d.ts').Device} Device */
/** @typedef {import('../../types.d.ts').Fault} Fault */
/** @typedef {import('../../types.d.ts').Rung} Rung */
/** @typedef {(device: Device, fault: Fault | null) => void} OnLost */

const scripts = {
  webgpu: lazy(() => import('./webgpu.js')),
  context: lazy(() => import('../../render/webgl-start.js')),
  webgl: lazy(() => import('../../render/webgl.js')),
  canvas: lazy(() => import('../../render/canvas.js')),
  skin: lazy(() => import('../../render/canvas-skin.js')),
};

/** WebGL has had a context. */
let hadContext = false;

/** Makes each renderer. @type {Record<Rung, () => Promise<import('../../types.d.ts').Renderer>>} */
const OPEN = {
  async webgpu() {
    // First: without an adapter nothing is fetched.
    const adapter = await adapterInTime();
    const [{ start }] = await Promise.all([scripts.webgpu(), wasmModule('marey_gpu'), glueScript('marey_gpu')]);
    return start(adapter);
  },
  async webgl() {
    // First: without a context the renderer is not fetched. Later it makes its own ones.
    const made = hadContext ? undefined : (await scripts.context()).makeContext();
    hadContext = true;
    return (await scripts.webgl()).open(made);
  },
  canvas: async () => (await scripts.canvas()).open(scripts.skin),
};
/** Best first. */
export const RUNGS = /** @type {Rung[]} */ (Object.keys(OPEN));

/** @type {Map<Rung, Promise<Device>>} */
const devices = new Map();

/** The page's device of a renderer; after a loss a new one. @param {Rung} rung @param {OnLost} onLost called when the device is lost @returns {Promise<Device>} */
export function deviceOf(rung, onLost) {
  const device = devices.get(rung) ?? make(rung, onLost);
  devices.set(rung, device);
  device.catch(() => devices.delete(rung));
  return device;
}

/** @param {Rung} rung @param {OnLost} onLost @returns {Promise<Device>} */
async function make(rung, onLost) {
  const renderer = await OPEN[rung]();
  /** @type {Device} */
  const device = {
    rung,
    lost: false,
    done: renderer.done,
    skins: renderer.skins,
    attach: (stage, instance, canvas) => Object.assign(renderer.surface(canvas), { frame: new PlainFrame(instance, stage.attach()) }),
  };
  renderer.lost.then((message) => {
    devices.delete(rung);
    onLost(device, message ? gpuFault(message) : null);
  });
  return device;
}
