/** The one GPU device of an instance, shared by all players of the page. After a loss the next caller gets another one. */
import { S } from './strings.js';
import { MareyError, fault } from './errors.js';
import { onDiscarded } from './instance.js';

/** @typedef {import('./instance.js').Instance} Instance */
/** @typedef {{ engine: import('../types.d.ts').WasmEngine, lost: boolean }} Device */

const ADAPTER_MS = 4000;
const AGAIN_MS = [300, 900];

/** @type {WeakMap<Instance, Promise<Device>>} */
const devices = new WeakMap();
/** @type {Set<(device: Device) => void>} */
const lossListeners = new Set();
/** @type {Set<() => void>} */
const lateListeners = new Set();

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
  await adapterAnswers();
  const device = { engine: await instance.glue.Engine.create(), lost: false };
  const gone = () => {
    if (device.lost) return;
    device.lost = true;
    devices.delete(instance);
    for (const listener of [...lossListeners]) listener(device);
  };
  device.engine.lost().then(gone, gone);
  return device;
}

// A trapped instance cannot be asked to give its device back; the browser does that in time.
onDiscarded((gone, trapped) => {
  if (!trapped) devices.get(gone)?.then(({ engine }) => engine.free(), () => {});
});

/** @param {(device: Device) => void} listener */
export function onDeviceLost(listener) {
  lossListeners.add(listener);
  return () => void lossListeners.delete(listener);
}

/** @param {() => void} listener called when an adapter came after the patience had ended */
export function onLateAdapter(listener) {
  lateListeners.add(listener);
  return () => void lateListeners.delete(listener);
}

/** Asking first costs nothing, and tells "there is none" from "it failed". */
async function adapterAnswers() {
  if (!navigator.gpu) throw fault('nogpu', S.errors.noGpu);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(fault('gpu', S.errors.gpuLate)), ADAPTER_MS);
  });
  const request = adapter(navigator.gpu);
  try {
    if (!await Promise.race([request, late])) throw fault('nogpu', S.errors.noGpu);
  } catch (error) {
    // A busy machine may answer after all: then everybody who gave up tries again.
    request.then((found) => { if (found) for (const listener of [...lateListeners]) listener(); }, () => {});
    throw error instanceof MareyError ? error : fault('gpu', String(error));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * While the browser's GPU process starts, or starts again after a crash, there is none for about a second.
 * @param {{ requestAdapter(): Promise<object | null> }} entrance
 */
async function adapter(entrance) {
  for (const pause of AGAIN_MS) {
    const found = await entrance.requestAdapter();
    if (found) return found;
    await new Promise((resolve) => { setTimeout(resolve, pause); });
  }
  return entrance.requestAdapter();
}
