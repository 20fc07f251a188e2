/** The one GPU device of an instance, shared by all players of the page. After a loss the next caller gets another one. */
import { createEngine } from './adapter.js';
import { faultOf } from './errors.js';
import { onDiscarded } from './instance.js';

/** @typedef {import('./instance.js').Instance} Instance */
/** @typedef {import('../types.d.ts').Fault} Fault */
/** @typedef {{ engine: import('../types.d.ts').WasmEngine, lost: boolean }} Device */

/** @type {WeakMap<Instance, Promise<Device>>} */
const devices = new WeakMap();
/** @type {Set<(device: Device, fault: Fault | null) => void>} */
const listeners = new Set();
let losses = 0;

/** A device was lost on this page. */
export const anyLost = () => losses > 0;

/** @param {Instance} instance @returns {Promise<Device>} */
export function deviceOf(instance) {
  const known = devices.get(instance);
  if (known) return known;
  const device = make(instance);
  devices.set(instance, device);
  device.catch(() => devices.delete(instance));
  return device;
}

/** @param {Instance} instance @returns {Promise<Device>} */
async function make(instance) {
  const device = { engine: await createEngine(instance.glue), lost: false };
  const gone = (/** @type {Fault | null} */ fault) => {
    if (device.lost) return;
    device.lost = true;
    losses += 1;
    devices.delete(instance);
    for (const listener of [...listeners]) listener(device, fault);
  };
  device.engine.lost().then(() => gone(null), (error) => gone(faultOf(error)));
  return device;
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

/** @param {(device: Device, fault: Fault | null) => void} listener with a fault where another device would have it too */
export function onDeviceLost(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
