/** What a page holds: wasm memory on the page and in its workers, the script heap, and GPU objects. */
import { withTools } from './devtools.mjs';

/** Appended to the worker, which no init script reaches: reports its modules' memory on a channel. */
export const WORKER_MEMORIES = `
{
  const memories = [];
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (module, imports) => {
    const instance = await instantiate(module, imports);
    memories.push(instance.exports.memory);
    return instance;
  };
  const channel = new BroadcastChannel('memories');
  channel.onmessage = ({ data }) => { if (data === 'ask') channel.postMessage(memories.map((memory) => memory.buffer.byteLength)); };
}`;

/** Appended to the worker: files arrive in chunks of one size. Browsers deliver 60 kB or a whole file at a time, and wasm memory, which never shrinks, would depend on that. */
export const EVEN_PIECES = `
{
  const SIZE = 65536;
  const { read } = ReadableStreamDefaultReader.prototype;
  const left = new WeakMap();
  ReadableStreamDefaultReader.prototype.read = async function () {
    let bytes = left.get(this) ?? new Uint8Array();
    while (bytes.length < SIZE) {
      const { done, value } = await read.call(this);
      if (done) break;
      const both = new Uint8Array(bytes.length + value.length);
      both.set(bytes);
      both.set(value, bytes.length);
      bytes = both;
    }
    left.set(this, bytes.slice(SIZE));
    return bytes.length ? { done: false, value: bytes.slice(0, SIZE) } : { done: true, value: undefined };
  };
}`;

/** Runs in the page before its own scripts: counts GPU objects that are neither destroyed nor collected, and registers wasm memories. */
export function countObjects() {
  const scope = /** @type {any} */ (globalThis);
  const counts = { buffers: 0, textures: 0, devices: 0, contexts: 0, webgl: 0, bytes: 0 };
  /** @type {WeakRef<WebAssembly.Memory>[]} */
  const memories = [];
  /** Counts down for objects that were collected without being destroyed. @type {FinalizationRegistry<() => void>} */
  const dropped = new FinalizationRegistry((gone) => gone());

  /** Counts an object and returns what to call when it is gone. It must not refer to the object, which that would keep alive. @param {'buffers' | 'textures'} kind @param {number} bytes */
  const count = (kind, bytes) => {
    let live = true;
    counts[kind] += 1;
    counts.bytes += bytes;
    return () => {
      if (!live) return;
      live = false;
      counts[kind] -= 1;
      counts.bytes -= bytes;
    };
  };
  /** @param {any} made @param {() => void} gone */
  const watch = (made, gone) => {
    const { destroy } = made;
    made.destroy = function destroyed() {
      gone();
      destroy.call(this);
    };
    dropped.register(made, gone);
    return made;
  };
  if (scope.GPUDevice) {
    const { createBuffer, createTexture } = scope.GPUDevice.prototype;
    scope.GPUDevice.prototype.createBuffer = function create(/** @type {any} */ what) {
      return watch(createBuffer.call(this, what), count('buffers', what.size));
    };
    scope.GPUDevice.prototype.createTexture = function create(/** @type {any} */ what) {
      const { width = 1, height = 1, depthOrArrayLayers = 1 } = what.size;
      return watch(createTexture.call(this, what), count('textures', 4 * width * height * depthOrArrayLayers * (what.sampleCount ?? 1)));
    };
    const request = scope.GPUAdapter.prototype.requestDevice;
    scope.GPUAdapter.prototype.requestDevice = function requestDevice(/** @type {any[]} */ ...args) {
      counts.devices += 1;
      return request.apply(this, args);
    };
  }
  const gl = /** @type {any} */ (WebGL2RenderingContext.prototype);
  for (const thing of ['Buffer', 'Texture', 'VertexArray', 'Program', 'Shader', 'Framebuffer', 'Renderbuffer', 'Query', 'Sampler']) {
    for (const [way, by] of /** @type {const} */ ([
      ['create', 1],
      ['delete', -1],
    ])) {
      const original = gl[way + thing];
      gl[way + thing] = function counted(/** @type {any[]} */ ...args) {
        if (by > 0 || args[0]) counts.webgl += by;
        return original.apply(this, args);
      };
    }
  }
  scope.onWebgl.push(() => {
    counts.contexts += 1;
  });
  const { instantiate } = WebAssembly;
  /** @type {any} */ (WebAssembly).instantiate = async (/** @type {any} */ module, /** @type {any} */ imports) => {
    const instance = /** @type {any} */ (await instantiate(module, imports));
    memories.push(new WeakRef(instance.exports.memory));
    return instance;
  };
  scope.tally = {
    counts,
    memories: () => memories.map((memory) => memory.deref()?.buffer.byteLength ?? 0),
    workers: () =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel('memories');
        let sum = 0;
        channel.onmessage = ({ data }) => {
          for (const bytes of data) sum += bytes;
        };
        channel.postMessage('ask');
        setTimeout(() => {
          channel.close();
          resolve(sum);
        }, 300);
      }),
  };
}

/** Bytes of the scripts' objects, without the engine's own code and metadata, which grow the longer a script runs. @param {import('playwright-core').CDPSession} session */
async function scriptHeap(session) {
  /** @type {string[]} */
  const chunks = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    chunks.push(chunk);
  });
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  const {
    nodes,
    snapshot: {
      meta: {
        node_fields: fields,
        node_types: [types],
      },
    },
  } = JSON.parse(chunks.join(''));
  const counted = new Set([
    'object',
    'closure',
    'string',
    'concatenated string',
    'sliced string',
    'number',
    'array',
    'regexp',
    'symbol',
    'bigint',
    'object shape',
  ]);
  const size = fields.indexOf('self_size');
  let sum = 0;
  for (let at = 0; at < nodes.length; at += fields.length) if (counted.has(types[nodes[at]])) sum += nodes[at + size];
  return sum;
}

/** What is left after garbage collection, in bytes and in numbers of objects. @param {Page} page */
export async function footprint(page) {
  const [heap, { nodes, jsEventListeners }] = await withTools(page, async (tools) => {
    // Finalizers of one round release what the next one collects.
    for (let round = 0; round < 3; round += 1) {
      await tools.send('HeapProfiler.collectGarbage');
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            setTimeout(resolve, 50);
          }),
      );
    }
    return [await scriptHeap(tools), await tools.send('Memory.getDOMCounters')];
  });
  const held = await page.evaluate(async () => {
    const { counts, memories, workers } = /** @type {any} */ (globalThis).tally;
    const sum = memories().reduce((/** @type {number} */ all, /** @type {number} */ bytes) => all + bytes, 0);
    return { ...counts, wasm: sum + (await workers()), elements: document.querySelectorAll('*').length };
  });
  return { ...held, heap, nodes, listeners: jsEventListeners };
}

/** @typedef {Awaited<ReturnType<typeof footprint>>} Footprint */
