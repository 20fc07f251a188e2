/** A GPU that arrives when the test says so, and a player that waits as long as the machine takes. */
export function timedGpu() {
  const { requestAdapter } = GPU.prototype;
  const { setTimeout: sleepFor } = globalThis;
  const allowed = new Promise((resolve) => {
    Object.assign(globalThis, { gpuComes: resolve });
  });
  GPU.prototype.requestAdapter = async function later(...args) {
    await allowed;
    return requestAdapter.apply(this, args);
  };
  // The player calls the GPU missing after 4000 ms.
  globalThis.setTimeout = /** @type {any} */ (
    (/** @type {() => void} */ run, /** @type {number} */ ms, /** @type {unknown[]} */ ...rest) =>
      sleepFor(run, ms === 4000 ? 120_000 : ms, ...rest)
  );
}
