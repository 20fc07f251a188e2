/** Starts WebGPU: gives wgpu the adapter that the page has, and the renderer its engine. */
import { open } from '../../render/webgpu.js';
import { instantiate, wasmModule } from '../base/wasm.js';
import { adapterInTime, devices } from './adapter.js';

/** @typedef {import('../../types.d.ts').GpuGlue} GpuGlue */
/** @typedef {import('./adapter.js').Adapter} Adapter */

/** Each engine has its own instance of the module, because an instance that trapped must not be called again. @param {Adapter} adapter */
export async function start(adapter) {
  const { glue } = await instantiate(await wasmModule('marey_gpu'), 'marey_gpu');
  const gpu = /** @type {GpuGlue} */ (/** @type {unknown} */ (glue));
  return open(gpu, await createEngine(gpu, adapter));
}

/** Creates the device with its shared resources; rejects with a fault. @param {GpuGlue} glue of the module's instance @param {Adapter} adapter */
function createEngine(glue, adapter) {
  const create = () => glue.Engine.create();
  return handOver(adapter, create).catch(async (error) => {
    // The adapter may have become invalid while the module loaded, as all adapters do when the GPU process ends.
    if (error.name !== 'GpuError') throw error;
    return handOver(await adapterInTime(), create);
  });
}

/**
 * wgpu accepts no adapter from outside. It calls `navigator.gpu.requestAdapter()` before `create` returns: during that call
 * this replacement returns the adapter that is already there. The device that wgpu then requests is added to `devices`.
 * @template T @param {Adapter} adapter @param {() => T} create
 */
function handOver(adapter, create) {
  const { gpu } = navigator;
  const { requestDevice } = adapter;
  adapter.requestDevice = async (...wanted) => {
    const device = await Reflect.apply(requestDevice, adapter, wanted);
    devices.push(device);
    return device;
  };
  const own = Reflect.getOwnPropertyDescriptor(gpu, 'requestAdapter');
  // If the page has locked the property, this fails and wgpu requests another adapter.
  Reflect.defineProperty(gpu, 'requestAdapter', { configurable: true, value: async () => adapter });
  try {
    return create();
  } finally {
    if (own) Reflect.defineProperty(gpu, 'requestAdapter', own);
    else Reflect.deleteProperty(gpu, 'requestAdapter');
  }
}
