/** The page's end of parsing: a few workers, a watchdog over each, and the page itself where workers are refused. */
import { S } from './strings.js';
import { MareyError, fault, faultOf } from './errors.js';
import { Ask, Tell } from './messages.js';
import { parseJob } from './parse-job.js';
import { formatReaders, instantiate, wasmModule } from './wasm.js';

/** @typedef {import('../types.d.ts').ClipSummary} ClipSummary */
/** @typedef {import('../types.d.ts').Source} Source */
/**
 * @typedef {object} Listener
 * @property {AbortSignal} signal
 * @property {(loaded: number, total: number) => void} [progress]
 * @property {(bytes: Uint8Array) => void} [packet]
 */
/** @typedef {{ worker: Worker, greeted: boolean }} Lane */

/** Many players may load at once; more workers than this only take memory from each other. */
const LANES = 2;
/** Seconds without a sign of life. The worker answers every second unless it is stuck. */
const SILENCE_S = 10;
/** wasm memory never shrinks: after a large file the worker is not kept. */
const KEEP_BYTES = 16e6;

/** @type {Lane[]} */
const idle = [];
/** @type {(() => void)[]} */
const waiting = [];
let busy = 0;
let jobs = 0;

/**
 * @param {Source} source
 * @param {Listener} listener
 * @returns {Promise<ClipSummary>}
 */
export async function parse(source, listener) {
  const module = await wasmModule().catch((error) => { throw new MareyError(faultOf(error)); });
  if (busy >= LANES) await new Promise((resolve) => { waiting.push(() => resolve(undefined)); });
  busy += 1;
  try {
    listener.signal.throwIfAborted();
    return await run(module, source, listener);
  } catch (error) {
    // A worker that cannot even start leaves the page itself. What a policy forbids fails there too, and says why.
    if (error !== NO_WORKER) throw error;
    return await parseHere(module, source, listener);
  } finally {
    busy -= 1;
    waiting.shift()?.();
  }
}

const NO_WORKER = Symbol('no worker');

/** @type {{ createScriptURL(url: string): string } | undefined} */
let policy;

/** @returns {Lane} */
function open() {
  const url = new URL('./worker.js', import.meta.url).href;
  const types = /** @type {any} */ (globalThis).trustedTypes;
  if (types && !policy) policy = types.createPolicy('marey', { createScriptURL: (/** @type {string} */ text) => text });
  return { worker: new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' }), greeted: false };
}

/**
 * @param {WebAssembly.Module} module
 * @param {Source} source
 * @param {Listener} listener
 * @returns {Promise<ClipSummary>}
 */
function run(module, source, { signal, progress, packet }) {
  return new Promise((resolve, reject) => {
    /** @type {Lane} */
    let lane;
    try {
      lane = idle.pop() ?? open();
    } catch {
      reject(NO_WORKER);
      return;
    }
    const { worker } = lane;
    const job = ++jobs;
    let bytes = 0;
    let silence = 0;

    const end = (/** @type {boolean} */ keep) => {
      clearInterval(watchdog);
      signal.removeEventListener('abort', cancel);
      worker.onmessage = worker.onerror = null;
      if (keep && bytes < KEEP_BYTES) idle.push(lane);
      else worker.terminate();
    };
    const cancel = () => { end(false); reject(signal.reason); };
    // Counted in ticks, not in time: a machine that slept must not look like a worker that hangs.
    const watchdog = setInterval(() => {
      silence += 1;
      if (silence < SILENCE_S) return;
      end(false);
      reject(lane.greeted ? fault('hang', S.errors.hang) : fault('silent', S.errors.silent));
    }, 1000);

    signal.addEventListener('abort', cancel);
    worker.onerror = () => {
      end(false);
      reject(lane.greeted ? fault('trap', S.errors.trap) : NO_WORKER);
    };
    worker.onmessage = ({ data }) => {
      silence = 0;
      if (data.tell === Tell.HELLO) lane.greeted = true;
      if (data.job !== job) return;
      if (data.tell === Tell.PROGRESS) {
        bytes = data.loaded;
        progress?.(data.loaded, data.total);
      } else if (data.tell === Tell.PACKET) {
        packet?.(data.bytes);
      } else if (data.tell === Tell.DONE) {
        bytes = data.loaded;
        end(true);
        resolve(data.summary);
      } else if (data.tell === Tell.FAILED) {
        // Only an orderly refusal leaves an instance that may be used again.
        end(data.fault.kind !== 'trap' && data.fault.kind !== 'load');
        reject(new MareyError(data.fault.kind === 'trap' ? { ...data.fault, message: S.errors.trap } : data.fault));
      }
    };
    worker.postMessage({ ask: Ask.PARSE, job, module, source });
  });
}

/**
 * @param {WebAssembly.Module} module
 * @param {Source} source
 * @param {Listener} listener
 * @returns {Promise<ClipSummary>}
 */
async function parseHere(module, source, { signal, progress, packet }) {
  const number = 1000 + ++jobs;
  const glue = await instantiate(module, number);
  const abort = new AbortController();
  signal.addEventListener('abort', () => abort.abort(signal.reason));
  return new Promise((resolve, reject) => {
    parseJob({ glue, others: () => formatReaders(number) }, source, (message) => {
      if (signal.aborted) reject(signal.reason);
      else if (message.tell === Tell.PROGRESS) progress?.(message.loaded, message.total);
      else if (message.tell === Tell.PACKET) packet?.(message.bytes);
      else if (message.tell === Tell.DONE) resolve(message.summary);
      else if (message.tell === Tell.FAILED) reject(new MareyError(message.fault));
    }, abort);
  });
}
