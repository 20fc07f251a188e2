/**
 * The way to the GPU. The browser is asked for an adapter once, as early as a page likes, and the module makes its device
 * of that one. An adapter is good for one device: another engine needs another.
 */
import { S } from './strings.js';
import { MareyError, fault, gpuFault } from './errors.js';
import { listeners } from './listeners.js';

/** @typedef {import('../types.d.ts').Glue} Glue */
/** @typedef {{ info?: { isFallbackAdapter?: boolean } }} Adapter */
/** @typedef {{ requestAdapter(): Promise<Adapter | null> }} Entrance */

/** The code of the fault that loading the page again may mend. */
export const CRASHED = 'crashed';

const PATIENCE_MS = 4000;
/** A GPU that takes longer to answer is slow to begin with. */
const QUICK_MS = 30;
/** Pauses between attempts: before there was a device on this page, and after. */
const AGAIN_MS = { first: [300], later: [300, 900] };

/** There was a device on this page. */
let worked = false;
/** A request whose adapter nobody has used. @type {Promise<Adapter | null> | undefined} */
let early;
/** The GPU takes its time: it is slow to answer, or the processor stands in for it. @type {Promise<boolean> | undefined} */
let slow;

/** An adapter came after the patience had ended. @type {import('./listeners.js').Listeners<[]>} */
const [onLateAdapter, tellLate] = listeners();
export { onLateAdapter };

/**
 * Asks the browser, unless it has been asked. What comes of it `createEngine` tells.
 * @param {Promise<Adapter | null>} [asked] the answer, where somebody has asked already
 */
export function earlyAdapter(asked) {
  if (early) return;
  early = request(asked);
  early.catch(() => {});
  slow = Promise.race([
    early.then((adapter) => !adapter || Boolean(adapter.info?.isFallbackAdapter), () => true),
    new Promise((resolve) => { setTimeout(resolve, QUICK_MS, true); }),
  ]);
}

/** What was asked last takes its time, so that something else may draw meanwhile. */
export const takesTime = async () => slow;

/**
 * A device, and on it what all stages share. Rejects with a fault: there is no WebGPU, or no adapter came in time.
 * @param {Glue | Promise<Glue>} glue the instance that it is for, which may still be on its way
 */
export async function createEngine(glue) {
  const [ready, adapter] = await Promise.all([glue, inTime()]);
  const create = () => ready.Engine.create();
  const engine = await handOver(adapter, create).catch(async (error) => {
    // It may have gone while the module was on its way, as all adapters do when the GPU process ends.
    if (error.name !== 'GpuError') throw error;
    return handOver(await inTime(), create);
  });
  worked = true;
  return engine;
}

/** While the browser's GPU process starts, or starts again after a crash, there is none for about a second. @param {Promise<Adapter | null>} [asked] */
async function request(asked) {
  /** @type {Entrance | undefined} */
  const entrance = navigator.gpu;
  if (!entrance) return null;
  for (const pause of worked ? AGAIN_MS.later : AGAIN_MS.first) {
    const found = await (asked ?? entrance.requestAdapter());
    asked = undefined;
    if (found) return found;
    await new Promise((resolve) => { setTimeout(resolve, pause); });
  }
  return entrance.requestAdapter();
}

/** The adapter of the request that is under way, or of a new one. */
async function inTime() {
  earlyAdapter();
  const asked = /** @type {Promise<Adapter | null>} */ (early);
  early = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(fault('gpu', S.errors.gpuLate)), PATIENCE_MS);
  });
  try {
    const adapter = await Promise.race([asked, late]);
    if (adapter) return adapter;
  } catch (error) {
    // A busy machine may answer after all: then everybody who gave up tries again.
    asked.then((adapter) => {
      if (!adapter) return;
      early ??= asked;
      tellLate();
    }, () => {});
    throw new MareyError(gpuFault(error));
  } finally {
    clearTimeout(timer);
  }
  // After a crash or two of its GPU process a browser gives the page no adapter any more.
  throw worked ? fault('gpu', S.errors.gpuCrashed, { code: CRASHED }) : fault('nogpu', S.errors.noGpu);
}

/**
 * wgpu takes no adapter from outside. It asks `navigator.gpu` for one, before `create` returns: for the time of that call
 * an adapter that is there already is the answer.
 * @template T
 * @param {object} adapter
 * @param {() => T} create
 */
function handOver(adapter, create) {
  const { gpu } = navigator;
  const own = Reflect.getOwnPropertyDescriptor(gpu, 'requestAdapter');
  // Where a page has locked it, the browser is asked once more.
  Reflect.defineProperty(gpu, 'requestAdapter', { configurable: true, value: async () => adapter });
  try {
    return create();
  } finally {
    if (own) Reflect.defineProperty(gpu, 'requestAdapter', own);
    else Reflect.deleteProperty(gpu, 'requestAdapter');
  }
}
