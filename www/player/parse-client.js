/**
 * The page's end of parsing: two workers that read many clips at once, so that no download keeps another waiting; a
 * watchdog over each; and the page itself where workers are refused.
 */
import { S } from './strings.js';
import { brought } from './bring.js';
import { MareyError, fault, faultOf } from './errors.js';
import { Ask, Tell } from './messages.js';
import { moduleFiles, workerAddress } from './files.js';
import { lazy } from './parts.js';
import { instantiate, otherReaders, wasmModule } from './wasm.js';

/** @typedef {import('../types.d.ts').ClipSummary} ClipSummary */
/** @typedef {import('../types.d.ts').Source} Source */
/**
 * @typedef {object} Listener
 * @property {AbortSignal} signal
 * @property {(loaded: number, total: number) => void} [progress]
 * @property {(bytes: Uint8Array) => void} [packet]
 * @property {() => void} [restart] what was given so far is void: the clip is read from its start again
 */
/**
 * @typedef {object} Job
 * @property {Source} source
 * @property {Listener} listener
 * @property {number} bytes
 * @property {boolean} told it has given packets
 * @property {boolean} alone it gets a worker of its own: in company a worker got stuck, and nobody knows by whom
 * @property {() => void} [stop] ends the page's requests for it, which a worker that is gone cannot end
 * @property {(summary: ClipSummary) => void} resolve
 * @property {(reason: unknown) => void} reject
 */
/** @typedef {{ worker: Worker, greeted: boolean, armed: boolean, jobs: Map<number, Job>, silence: number, bytes: number, alone: boolean, watchdog: ReturnType<typeof setInterval> | undefined }} WorkerSlot armed: it has the module */

/** More workers than this only take memory and time from each other. */
const WORKERS = 2;
/** Seconds without a sign of life. The worker answers every second unless it is stuck. */
const SILENCE_S = 10;
/** wasm memory never shrinks: after a large file the worker is not kept. */
const KEEP_BYTES = 16e6;

const NO_WORKER = Symbol('no worker');
/** So long the page may be kept from everything else, where it has to read by itself. */
const BUSY_MS = 8;

/** The page reads only where it has to. */
const reader = lazy(() => import('./parse-job.js'));

/** @type {Set<WorkerSlot>} */
const slots = new Set();
let numbers = 0;

/**
 * @param {Source} source
 * @param {Listener} listener
 * @returns {Promise<ClipSummary>}
 */
export async function parse(source, listener) {
  listener.signal.throwIfAborted();
  try {
    return await new Promise((resolve, reject) => start({ source, listener, bytes: 0, told: false, alone: false, resolve, reject }));
  } catch (error) {
    // A worker that cannot even start leaves the page itself. What a policy forbids fails there too, and says why.
    if (error !== NO_WORKER) throw error;
    return parseHere(source, listener);
  }
}

/** @type {{ createScriptURL(url: string): string } | undefined} */
let policy;

/** @param {string} url */
const script = (url) => {
  const types = /** @type {any} */ (globalThis).trustedTypes;
  if (types && !policy) policy = types.createPolicy('marey', { createScriptURL: (/** @type {string} */ text) => text });
  return policy?.createScriptURL(url) ?? url;
};

/** @throws where the page's policy forbids it */
export function startWorker() {
  const url = workerAddress();
  // A worker that is inside the player's script is a classic one: on a page from a disk Chromium starts no module from a blob.
  if (/^(data|blob):/.test(url)) return new Worker(script(url));
  if (new URL(url).origin === globalThis.origin) return new Worker(script(url), { type: 'module' });
  const address = JSON.stringify(url);
  // Browsers start workers of the page's own origin only, which this one is. It may bring a script from elsewhere.
  const inside = `importScripts(self.trustedTypes?trustedTypes.createPolicy('marey',{createScriptURL:u=>u}).createScriptURL(${address}):${address})`;
  const own = URL.createObjectURL(new Blob([inside], { type: 'text/javascript' }));
  const worker = new Worker(script(own));
  // It has been fetched when the worker says so, or fails.
  worker.addEventListener('message', () => URL.revokeObjectURL(own), { once: true });
  return worker;
}

/** @param {boolean} alone @returns {WorkerSlot} */
function open(alone) {
  const worker = startWorker();
  /** @type {WorkerSlot} */
  const slot = { worker, greeted: false, armed: false, jobs: new Map(), silence: 0, bytes: 0, alone, watchdog: undefined };
  slots.add(slot);
  worker.onerror = () => broke(slot, slot.greeted ? fault('trap', S.errors.trap) : NO_WORKER);
  worker.onmessage = ({ data }) => heard(slot, data);
  worker.postMessage({ ask: Ask.FILES, files: moduleFiles() });
  arm(slot);
  return slot;
}

/** The worker starts, and fetches its first clip, while the module is on its way. @param {WorkerSlot} slot */
async function arm(slot) {
  try {
    const module = await wasmModule();
    slot.silence = 0;
    slot.armed = true;
    slot.worker.postMessage({ ask: Ask.MODULE, module });
  } catch (error) {
    fail(slot, new MareyError(faultOf(error)));
  }
}

/** The slot with the least to do. @param {Job} job */
function slotFor(job) {
  const shared = [...slots].filter(({ alone }) => !alone);
  const [least] = shared.sort((a, b) => a.jobs.size - b.jobs.size);
  if (job.alone) return open(true);
  return least && (least.jobs.size === 0 || shared.length >= WORKERS) ? least : open(false);
}

/** @param {Job} job */
function start(job) {
  /** @type {WorkerSlot} */
  let slot;
  try {
    slot = slotFor(job);
  } catch {
    job.reject(NO_WORKER);
    return;
  }
  const number = ++numbers;
  slot.jobs.set(number, job);
  slot.silence = 0;
  // Counted in ticks, not in time: a machine that slept must not look like a worker that hangs.
  slot.watchdog ??= setInterval(() => {
    // A slow network may take long to bring the script and the module; the browser tells of those that do not come.
    if (slot.armed) slot.silence += 1;
    if (slot.silence >= SILENCE_S) broke(slot, slot.greeted ? fault('hang', S.errors.hang) : fault('silent', S.errors.silent));
  }, 1000);
  job.listener.signal.addEventListener('abort', () => {
    job.reject(job.listener.signal.reason);
    if (!slot.jobs.has(number)) return;
    // It is waited for: a worker that is stuck in a clip that nobody wants any more is of no use to the next one.
    slot.worker.postMessage({ ask: Ask.CANCEL, job: number });
  });
  const { source, ports, stop } = brought(job.source);
  job.stop = stop;
  slot.worker.postMessage({ ask: Ask.PARSE, job: number, source }, ports);
}

/** @param {WorkerSlot} slot @param {any} data */
function heard(slot, data) {
  slot.silence = 0;
  if (data.tell === Tell.HELLO) slot.greeted = true;
  const job = slot.jobs.get(data.job);
  if (!job) return;
  const { progress, packet, signal } = job.listener;
  if (data.tell === Tell.PROGRESS) {
    job.bytes = data.loaded;
    if (!signal.aborted) progress?.(data.loaded, data.total);
  } else if (data.tell === Tell.PACKET) {
    job.told = true;
    if (!signal.aborted) packet?.(data.bytes);
  } else if (data.tell === Tell.DONE) {
    job.bytes = data.loaded;
    end(slot, data.job);
    job.resolve(data.summary);
  } else if (data.tell === Tell.FAILED) {
    const { kind } = data.fault;
    end(slot, data.job);
    job.reject(new MareyError(kind === 'trap' ? { ...data.fault, message: S.errors.trap } : data.fault));
    // Only an orderly refusal leaves an instance that may be used again. One that was cancelled was no failure.
    if (kind === 'trap' || (kind === 'load' && !signal.aborted)) broke(slot, null);
  }
}

/** One of its clips is over. @param {WorkerSlot} slot @param {number} number */
function end(slot, number) {
  const job = slot.jobs.get(number);
  job?.stop?.();
  slot.bytes = Math.max(slot.bytes, job?.bytes ?? 0);
  slot.jobs.delete(number);
  if (slot.jobs.size) return;
  clearInterval(slot.watchdog);
  slot.watchdog = undefined;
  if (!slot.alone && slot.bytes <= KEEP_BYTES) return;
  close(slot);
  // The next clip may have to be read without a network.
  try { if (!slots.size) open(false); } catch { /* It is tried again when there is something to read. */ }
}

/** @param {WorkerSlot} slot */
function close(slot) {
  clearInterval(slot.watchdog);
  slot.worker.terminate();
  for (const { stop } of slot.jobs.values()) stop?.();
  slots.delete(slot);
}

/**
 * A worker is of no use any more. Its clips are read again, each by itself; one that was alone is to blame.
 * @param {WorkerSlot} slot
 * @param {unknown} error null where the one to blame is known already
 */
function broke(slot, error) {
  const jobs = [...slot.jobs.values()].filter(({ listener }) => !listener.signal.aborted);
  if (error === NO_WORKER || (error && jobs.length === 1)) {
    fail(slot, error);
    return;
  }
  if (!slots.has(slot)) return;
  close(slot);
  for (const job of jobs) {
    if (job.told) job.listener.restart?.();
    start({ ...job, told: false, alone: error !== null });
  }
}

/** None of its clips can be read. @param {WorkerSlot} slot @param {unknown} error */
function fail(slot, error) {
  if (!slots.has(slot)) return;
  close(slot);
  for (const { reject } of slot.jobs.values()) reject(error);
}

/** Whether the page reads on its own thread, for want of a worker. */
export const readsHere = () => Boolean(here);

/** One instance of each module on the page reads what no worker can. @type {Promise<import('../types.d.ts').Glue> | undefined} */
let here;
let othersHere = otherReaders();

/**
 * @param {Source} source
 * @param {Listener} listener
 * @returns {Promise<ClipSummary>}
 */
async function parseHere(source, { signal, progress, packet }) {
  const module = await wasmModule().catch((error) => { throw new MareyError(faultOf(error)); });
  here ??= instantiate(module).then(({ glue }) => glue);
  const [{ parseJob }, glue] = await Promise.all([reader(), here]);
  signal.throwIfAborted();
  const abort = new AbortController();
  signal.addEventListener('abort', () => abort.abort(signal.reason));
  let since = performance.now();
  const breathe = async () => {
    if (performance.now() - since < BUSY_MS) return;
    await new Promise((resolve) => { setTimeout(resolve); });
    since = performance.now();
  };
  const files = brought(source);
  return new Promise((resolve, reject) => {
    parseJob({ glue, others: (part) => othersHere(part), breathe }, files.source, (message) => {
      if (message.tell === Tell.FAILED && (message.fault.kind === 'trap' || message.fault.kind === 'load')) { here = undefined; othersHere = otherReaders(); }
      if (signal.aborted) reject(signal.reason);
      else if (message.tell === Tell.PROGRESS) progress?.(message.loaded, message.total);
      else if (message.tell === Tell.PACKET) packet?.(message.bytes);
      else if (message.tell === Tell.DONE) resolve(message.summary);
      else if (message.tell === Tell.FAILED) reject(new MareyError(message.fault));
    }, abort).finally(files.stop);
  });
}
