/** WebGPU: the one device of an instance, shared by all players of the page. After a loss the next caller gets another one. */
import { createEngine } from './adapter.js';
import { faultOf } from './errors.js';
import { onDiscarded } from './instance.js';

/** @typedef {import('./instance.js').Instance} Instance */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Device & { engine: import('../types.d.ts').WasmEngine }} WebGpuDevice */
/** @typedef {(device: import('../types.d.ts').Device, fault: Fault | null) => void} Gone */

/** @type {WeakMap<Instance, Promise<WebGpuDevice>>} */
const devices = new WeakMap();

/** @param {Instance} instance @param {Gone} gone told when a device is lost @returns {Promise<WebGpuDevice>} */
export function webgpu(instance, gone) {
  const known = devices.get(instance);
  if (known) return known;
  const device = make(instance, gone);
  devices.set(instance, device);
  device.catch(() => devices.delete(instance));
  return device;
}

/** @param {Instance} instance @param {Gone} gone @returns {Promise<WebGpuDevice>} */
async function make(instance, gone) {
  return new Device(await createEngine(instance.glue), instance, gone);
}

/**
 * A class, so that what waits for the loss, as long as the page is there, knows nothing else: minifiers write a function that is
 * used once into the one that calls it, and it would keep the player that asked first.
 * @implements {WebGpuDevice}
 */
class Device {
  /** @type {'webgpu'} */
  rung = 'webgpu';
  lost = false;

  /** @param {WebGpuDevice['engine']} engine @param {Instance} instance @param {Gone} gone */
  constructor(engine, instance, gone) {
    this.engine = engine;
    const lost = (/** @type {Fault | null} */ fault) => {
      devices.delete(instance);
      gone(this, fault);
    };
    engine.lost().then(() => lost(null), (error) => lost(faultOf(error)));
  }

  /** @type {WebGpuDevice['attach']} */
  attach(stage, _, canvas) {
    stage.attach(this.engine, canvas);
    return null;
  }
}

// A trapped instance cannot be asked to give its device back; the browser does that in time.
onDiscarded((instance, trapped) => {
  if (trapped) return;
  devices.get(instance)?.then((device) => {
    // Given back, not lost.
    device.lost = true;
    device.engine.free();
  }, () => {});
});
