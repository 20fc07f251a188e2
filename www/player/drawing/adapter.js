/** Requests the GPU adapter, early if the page asks for it. An adapter yields one device: another engine needs another adapter. */
import { listeners } from '../base/listeners.js';
import { MareyError, fault, gpuFault } from '../words/errors.js';
import { S } from '../words/strings.js';

/** @typedef {{ requestDevice(...wanted: unknown[]): Promise<object> }} Adapter */
/** @typedef {{ requestAdapter(): Promise<Adapter | null> }} Gpu */

/** Code of the fault that reloading the page may cure. */
export const CRASHED = 'crashed';

const ADAPTER_TIMEOUT_MS = 4000;
/** Pauses between requests: before this page has had a device, and after. */
const RETRY_MS = { first: [300], later: [300, 900] };

/**
 * Every device that the page ever had. Chromium 156 hangs when it collects a lost device as garbage: its main thread waits for
 * a lock that it holds itself. A lost device has given up its memory, so keeping it costs little.
 * @type {object[]}
 */
export const devices = [];
/** The request whose adapter is still unused. @type {Promise<Adapter | null> | undefined} */
let early;

/** Fires when an adapter arrives after the timeout. @type {import('../base/listeners.js').Listeners<[]>} */
const [onLateAdapter, notifyLate] = listeners();
export { onLateAdapter };

/** Requests an adapter unless one is pending; `adapterInTime` reports errors. @param {Promise<Adapter | null>} [requested] an earlier request */
export function earlyAdapter(requested) {
  if (early) return;
  early = request(requested);
  early.catch(() => {});
}

/** Requests an adapter, and again after null: while the GPU process starts, for about a second, there is none. @param {Promise<Adapter | null>} [requested] */
async function request(requested) {
  /** @type {Gpu | undefined} */
  const gpu = navigator.gpu;
  if (!gpu) return null;
  for (const pause of devices.length ? RETRY_MS.later : RETRY_MS.first) {
    const found = await (requested ?? gpu.requestAdapter());
    requested = undefined;
    if (found) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
  return gpu.requestAdapter();
}

/** The adapter of the pending request, or of a new one. Rejects after ADAPTER_TIMEOUT_MS. */
export async function adapterInTime() {
  earlyAdapter();
  const requested = /** @type {Promise<Adapter | null>} */ (early);
  early = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(fault('gpu', S.errors.gpuLate)), ADAPTER_TIMEOUT_MS);
  });
  try {
    const adapter = await Promise.race([requested, late]);
    if (adapter) return adapter;
  } catch (error) {
    // A busy machine may answer after the timeout. Then every player that gave up tries again.
    requested.then(
      (adapter) => {
        if (!adapter) return;
        early ??= requested;
        notifyLate();
      },
      () => {},
    );
    throw new MareyError(gpuFault(error));
  } finally {
    clearTimeout(timer);
  }
  // After a crash or two of its GPU process a browser gives the page no more adapters.
  throw devices.length ? fault('gpu', S.errors.gpuCrashed, { code: CRASHED }) : fault('nogpu', S.errors.noGpu);
}
