/** Ways to break what the picture depends on: the GPU device, the page's wasm instance, the reader. */

/** Allocates all memory that a module may still have. It stays unused, so it costs nothing. @param {WebAssembly.Memory} memory */
function exhaust(memory) {
  for (let pages = 32768; pages >= 1;) {
    try {
      memory.grow(pages);
    } catch {
      pages >>= 1;
    }
  }
}

/** Appended to the worker, which no init script reaches: the root's name makes the reader trap, loop for ever, take its time, or find no memory. */
export const SABOTEUR = `
{
  const exhaust = ${exhaust};
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (module, imports) => {
    const instance = await instantiate(module, imports);
    const exports = { ...instance.exports };
    const push = exports.clipparser_push;
    exports.clipparser_push = (...args) => {
      const text = new TextDecoder('latin1').decode(new Uint8Array(exports.memory.buffer, args[1], args[2]));
      if (text.includes('ROOT trap')) return push(0x7fffffff, 0x7fffffff, 8);
      if (text.includes('ROOT spin')) for (;;);
      if (text.includes('ROOT full')) exhaust(exports.memory);
      if (text.includes('ROOT late')) for (const end = performance.now() + 2500; performance.now() < end;);
      return push(...args);
    };
    return Object.create(WebAssembly.Instance.prototype, { exports: { value: exports } });
  };
}`;

/**
 * Runs in the page: prepares to trap the page's own instance by a call with a wild pointer. Counts the files given to a reader.
 * Registers every device and every instance's memory without keeping them alive. The first `full` instances have no memory left
 * when they get a large packet.
 */
export function hookInstances() {
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
  scope.trapPainter = false;
  scope.full = 0;
  scope.memories = [];
  /** @type {any} */ (WebAssembly).instantiate = async (/** @type {any} */ module, /** @type {any} */ imports) => {
    const instance = /** @type {any} */ (await instantiate(module, imports));
    const exports = { ...instance.exports };
    const frame = exports.stage_frame;
    // Only those of stages: the renderer's module has a memory of its own.
    if (frame) scope.memories.push(new WeakRef(exports.memory));
    exports.stage_frame = (/** @type {any[]} */ ...args) => {
      if (!scope.trapNext) return frame(...args);
      scope.trapNext = false;
      return frame(0x7fffffff, 0);
    };
    const paint = exports.painter_draw;
    exports.painter_draw = (/** @type {any[]} */ ...args) => {
      if (!scope.trapPainter) return paint(...args);
      scope.trapPainter = false;
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const push = exports.stage_pushPacket;
    exports.stage_pushPacket = (/** @type {number[]} */ ...args) => {
      if (scope.full && args[2] > 100_000) {
        scope.full -= 1;
        for (let pages = 32768; pages >= 1;) {
          try {
            exports.memory.grow(pages);
          } catch {
            pages >>= 1;
          }
        }
      }
      return push(...args);
    };
    return Object.create(WebAssembly.Instance.prototype, { exports: { value: exports } });
  };
  scope.read = 0;
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function post(/** @type {any} */ message, /** @type {any[]} */ ...rest) {
    if (message.source) scope.read += 1;
    return Reflect.apply(postMessage, this, [message, ...rest]);
  };
}

/**
 * Runs in the page: while `refused` is set no renderer can be had, and no adapter comes before `late` settles. A picture can still
 * be read back and its copy shown: that canvas gets its size before anything draws on it.
 */
export function refuseRenderers() {
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
      const copy = options?.willReadFrequently && (this instanceof OffscreenCanvas || this.width !== 300);
      if (scope.refused && kind !== 'webgpu' && !copy) return null;
      return Reflect.apply(getContext, this, [kind, options]);
    };
  }
}

/** Runs in the page: keeps the ways to lose each WebGL context. */
export function hookContexts() {
  const scope = /** @type {any} */ (globalThis);
  scope.losers = [];
  scope.onWebgl.push((/** @type {WebGL2RenderingContext} */ context) => scope.losers.push(context.getExtension('WEBGL_lose_context')));
}

/** Runs in the page: `setHidden` moves its tab to the background, and `later` skips milliseconds. */
export function hookVisibility() {
  const scope = /** @type {any} */ (globalThis);
  let hidden = false;
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') });
  scope.setHidden = (/** @type {boolean} */ now) => {
    hidden = now;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  scope.later = 0;
  const { now } = performance;
  performance.now = () => now.call(performance) + scope.later;
}

/** Runs in the page: while `hasty` is set, one-second intervals fire five times as often. The page gives up a reader that hangs after ten of them. */
export function hookTimers() {
  const scope = /** @type {any} */ (globalThis);
  scope.hasty = false;
  const { setInterval: every } = globalThis;
  scope.setInterval = (/** @type {() => void} */ run, /** @type {number} */ pause) => {
    let fifths = 0;
    return every(
      () => {
        fifths += 1;
        if (scope.hasty || pause !== 1000 || fifths % 5 === 0) run();
      },
      pause === 1000 ? 200 : pause,
    );
  };
}

/** Sets `hasty` during an action. @param {Page} page @param {() => Promise<unknown>} act */
export async function withFastTimers(page, act) {
  const hasty = (/** @type {boolean} */ now) =>
    page.evaluate((set) => {
      /** @type {any} */ (globalThis).hasty = set;
    }, now);
  await hasty(true);
  await act();
  await hasty(false);
}

/** Destroys the newest device. @param {Page} page */
export const destroyDevice = (page) => page.evaluate(() => /** @type {any} */ (globalThis).devices.at(-1).deref().destroy());

/** Makes the page's instance trap with the next picture. @param {Player} player */
export const trap = (player) =>
  player.run((element) => {
    /** @type {any} */ (globalThis).trapNext = true;
    element.currentTime = element.currentTime;
  });
