/** WebGPU: one device per instance, shared by all players of the page. After a loss the next caller gets a new device. */
import { createEngine } from './adapter.js';
import { faultOf } from './errors.js';
import { onDiscarded } from './instance.js';

/** @typedef {import('./instance.js').Instance} Instance */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {import('../types.d.ts').Device & { engine: import('../types.d.ts').WasmEngine }} WebGpuDevice */
/** @typedef {(device: import('../types.d.ts').Device, fault: Fault | null) => void} OnLost */

/** @type {WeakMap<Instance, Promise<WebGpuDevice>>} */
const devices = new WeakMap();

/** @param {Instance} instance @param {OnLost} onLost called when a device is lost @returns {Promise<WebGpuDevice>} */
export function webgpu(instance, onLost) {
  const known = devices.get(instance);
  if (known) return known;
  const device = make(instance, onLost);
  devices.set(instance, device);
  device.catch(() => devices.delete(instance));
  return device;
}

/** @param {Instance} instance @param {OnLost} onLost @returns {Promise<WebGpuDevice>} */
async function make(instance, onLost) {
  return new Device(await createEngine(instance.glue), instance, onLost);
}

/**
 * A class, so that the pending promise of the loss, which lives as long as the page, holds only this object: minifiers inline a
 * function that is called once, and the closure would then keep the first player alive.
 * @implements {WebGpuDevice}
 */
class Device {
  /** @type {'webgpu'} */
  rung = 'webgpu';
  lost = false;

  /** @param {WebGpuDevice['engine']} engine @param {Instance} instance @param {OnLost} onLost */
  constructor(engine, instance, onLost) {
    this.engine = engine;
    const lost = (/** @type {Fault | null} */ fault) => {
      devices.delete(instance);
      onLost(this, fault);
    };
    engine.lost().then(() => lost(null), (error) => lost(faultOf(error)));
  }

  /** @type {WebGpuDevice['attach']} */
  attach(stage, _, canvas) {
    stage.attach(this.engine, canvas);
    return null;
  }
}

// A trapped instance must not be called, so it cannot free its device; the browser frees it in time.
onDiscarded((instance, trapped) => {
  if (trapped) return;
  devices.get(instance)?.then((device) => {
    // Freed on purpose: not to be reported as a loss.
    device.lost = true;
    device.engine.free();
  }, () => {});
});
