/** Ways to break what holds the picture: the device, the page's instance, the reader. */

/** In the worker, where no init script comes: a root named so makes the reader trap, spin for ever, or take its time. */
export const SABOTEUR = `
{
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (module, imports) => {
    const instance = await instantiate(module, imports);
    const exports = { ...instance.exports };
    const push = exports.clipparser_push;
    exports.clipparser_push = (...args) => {
      const text = new TextDecoder('latin1').decode(new Uint8Array(exports.memory.buffer, args[1], args[2]));
      if (text.includes('ROOT trap')) return push(0x7fffffff, 0x7fffffff, 8);
      if (text.includes('ROOT spin')) for (;;);
      if (text.includes('ROOT late')) for (const end = performance.now() + 2500; performance.now() < end;);
      return push(...args);
    };
    return { exports };
  };
}`;

/**
 * Runs in the page: keeps hold of the way to trap the page's own instance, a call with a wild pointer. Counts the files that
 * were given to a reader. Notes every device and the memory of each instance, without keeping them alive.
 */
export function grasp() {
  const scope = /** @type {any} */ (globalThis);
  scope.devices = [];
  const request = scope.GPUAdapter.prototype.requestDevice;
  scope.GPUAdapter.prototype.requestDevice = async function requestDevice(/** @type {any[]} */ ...args) {
    const device = await request.apply(this, args);
    scope.devices.push(new WeakRef(device));
    return device;
  };
  const { instantiate } = WebAssembly;
  scope.trapNext = false;
  scope.memories = [];
  /** @type {any} */ (WebAssembly).instantiate = async (/** @type {any} */ module, /** @type {any} */ imports) => {
    const instance = /** @type {any} */ (await instantiate(module, imports));
    const exports = { ...instance.exports };
    scope.memories.push(new WeakRef(exports.memory));
    const frame = exports.stage_frame;
    exports.stage_frame = (/** @type {any[]} */ ...args) => {
      if (!scope.trapNext) return frame(...args);
      scope.trapNext = false;
      return frame(0x7fffffff, 0);
    };
    return { exports };
  };
  scope.read = 0;
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function post(/** @type {any} */ message, /** @type {any[]} */ ...rest) {
    if (message.source) scope.read += 1;
    return Reflect.apply(postMessage, this, [message, ...rest]);
  };
}

/**
 * Runs in the page: while `refused` is set nothing can be had that draws, and no adapter comes before `late` settles. A picture
 * can still be read back.
 */
export function blind() {
  const scope = /** @type {any} */ (globalThis);
  scope.refused = false;
  scope.late = null;
  if (scope.GPU) {
    const request = GPU.prototype.requestAdapter;
    GPU.prototype.requestAdapter = async function requestAdapter(/** @type {any[]} */ ...args) {
      if (scope.refused) return null;
      await scope.late;
      return Reflect.apply(request, this, args);
    };
  }
  for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
    const { getContext } = /** @type {any} */ (prototype);
    /** @type {any} */ (prototype).getContext = function get(/** @type {string} */ kind, /** @type {any} */ options) {
      if (scope.refused && kind !== 'webgpu' && !options?.willReadFrequently) return null;
      return Reflect.apply(getContext, this, [kind, options]);
    };
  }
}

/** The last device goes. @param {import('playwright-core').Page} page */
export const destroyDevice = (page) => page.evaluate(() => /** @type {any} */ (globalThis).devices.at(-1).deref().destroy());

/** The page's instance traps with the next picture. @param {import('./player.mjs').Player} player */
export const trap = (player) => player.run((element) => {
  /** @type {any} */ (globalThis).trapNext = true;
  element.currentTime = element.currentTime;
});
