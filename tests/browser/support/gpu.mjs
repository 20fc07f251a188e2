/** A GPU that arrives when the test says so, or at once, and a player that waits as long as the machine takes. @param {boolean} quick */
export function timedGpu(quick) {
  const { requestAdapter } = GPU.prototype;
  const { setTimeout: sleepFor } = globalThis;
  const allowed = new Promise((resolve) => { Object.assign(globalThis, { gpuComes: resolve }); });
  GPU.prototype.requestAdapter = async function later(...args) {
    if (!quick) await allowed;
    return requestAdapter.apply(this, args);
  };
  if (quick) Object.defineProperty(GPUAdapterInfo.prototype, 'isFallbackAdapter', { value: false });
  // The player calls the GPU slow after 30 ms and missing after 4000 ms.
  globalThis.setTimeout = /** @type {any} */ ((/** @type {() => void} */ run, /** @type {number} */ ms, /** @type {unknown[]} */ ...rest) =>
    sleepFor(run, ms === 4000 || (quick && ms === 30) ? 120_000 : ms, ...rest));
}
