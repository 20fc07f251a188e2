/** Parsing, the page's side: two workers, so that no download blocks another, with watchdogs; or the page, if workers are refused. */
import { moduleFiles, workerAddress } from '../base/files.js';
import { lazy } from '../base/parts.js';
import { wasmModule } from '../base/wasm.js';
import { MareyError, fault, faultOf } from '../words/errors.js';
import { S } from '../words/strings.js';
import { withPorts } from './file-transfer.js';
import { Ask, Tell } from './messages.js';

/** @typedef {import('../../types.d.ts').ClipSummary} ClipSummary */
/** @typedef {import('../../types.d.ts').Source} Source */
/**
 * @typedef {object} Listener
 * @property {AbortSignal} signal
 * @property {(loaded: number, total: number) => void} [progress]
 * @property {(bytes: Uint8Array) => void} [packet]
 * @property {() => void} [restart] the packets so far are void: the clip is read again from its start
 */
/**
 * @typedef {object} Job
 * @property {Source} source
 * @property {Listener} listener
 * @property {number} bytes
 * @property {boolean} sent has delivered packets
 * @property {boolean} isolated in a worker of its own, after a shared worker got stuck on an unknown clip
 * @property {boolean} trapped is read once more, after its reader has trapped
 * @property {() => void} [stop] ends the page's requests for this job; a dead worker cannot
 * @property {(summary: ClipSummary) => void} resolve
 * @property {(reason: unknown) => void} reject
 */
/** @typedef {{ worker: Worker, started: boolean, ready: boolean, jobs: Map<number | undefined, Job>, silence: number, bytes: number, isolated: boolean, watchdog: ReturnType<typeof setInterval> | undefined }} WorkerSlot ready: it has the module; jobs: by the number in their messages */

/** More workers would only compete for memory and time. */
const WORKERS = 2;
/** Seconds without a message. A worker sends one every second unless it is stuck. */
const SILENCE_S = 10;
/** wasm memory never shrinks: a worker that has read a larger file is closed. */
const KEEP_BYTES = 16e6;

const NO_WORKER = Symbol('no worker');

/** Fetched only if the page itself parses. */
const onPage = lazy(() => import('./parse-without-worker.js'));
/** @type {typeof import('./parse-without-worker.js') | undefined} */
let page;

/** Whether the page itself parses, for want of a worker. */
export const parsesOnPage = () => page?.parses() ?? false;

/** @type {Set<WorkerSlot>} */
const slots = new Set();
let lastNumber = 0;

/** Fetched for a `.gltf` whose numbers are in other files. */
const buffers = lazy(() => import('./gltf-buffers.js'));

/** @param {Source} source @param {Listener} listener @returns {Promise<ClipSummary>} */
export const parse = (source, listener) =>
  parseOnce(source, listener).catch(async (error) => {
    const whole = source.url && error.fault?.code === 'gltf.needs-bin' && (await (await buffers()).withBuffers(source, listener.signal));
    if (!whole) throw error;
    return parseOnce(whole, listener);
  });

/** @param {Source} source @param {Listener} listener @returns {Promise<ClipSummary>} */
async function parseOnce(source, listener) {
  listener.signal.throwIfAborted();
  try {
    return await new Promise((resolve, reject) =>
      start({ source, listener, bytes: 0, sent: false, isolated: false, trapped: false, resolve, reject }),
    );
  } catch (error) {
    // No worker can start: parse on the page. If a policy is the reason, that fails too, with its cause.
    if (error !== NO_WORKER) throw error;
    page = await onPage();
    return page.parseOnPage(source, listener);
  }
}

/** Its result stands for the address wherever the browser takes one. @typedef {{ createScriptURL(url: string): string }} TrustedTypePolicy */
/** @typedef {{ trustedTypes?: { createPolicy(name: string, rules: TrustedTypePolicy): TrustedTypePolicy } }} TrustedTypes */

/** @type {TrustedTypePolicy | undefined} */
let policy;

/** @param {string} url */
const script = (url) => {
  const types = /** @type {typeof globalThis & TrustedTypes} */ (globalThis).trustedTypes;
  if (types && !policy) policy = types.createPolicy('marey', { createScriptURL: (text) => text });
  return policy?.createScriptURL(url) ?? url;
};

/** @throws if the page's policy forbids it */
export function startWorker() {
  const url = workerAddress();
  // A worker inlined in the player's script is a classic one: on a page from a disk Chromium starts no module worker from a blob.
  if (/^(data|blob):/.test(url)) return new Worker(script(url));
  if (new URL(url).origin === globalThis.origin) return new Worker(script(url), { type: 'module' });
  const address = JSON.stringify(url);
  // Browsers start workers of the page's own origin only. This blob has it, and may import a script from elsewhere.
  const inside = `importScripts(self.trustedTypes?trustedTypes.createPolicy('marey',{createScriptURL:u=>u}).createScriptURL(${address}):${address})`;
  const own = URL.createObjectURL(new Blob([inside], { type: 'text/javascript' }));
  const worker = new Worker(script(own));
  // The first message proves that the blob has been fetched.
  worker.addEventListener('message', () => URL.revokeObjectURL(own), { once: true });
  return worker;
}

/** @param {boolean} isolated @returns {WorkerSlot} */
function open(isolated) {
  const worker = startWorker();
  /** @type {WorkerSlot} */
  const slot = { worker, started: false, ready: false, jobs: new Map(), silence: 0, bytes: 0, isolated, watchdog: undefined };
  slots.add(slot);
  worker.onerror = () => onBroken(slot, slot.started ? fault('trap', S.errors.trap) : NO_WORKER);
  worker.onmessage = ({ data }) => onMessage(slot, data);
  worker.postMessage({ ask: Ask.FILES, files: moduleFiles() });
  sendModule(slot);
  return slot;
}

/** Sends the module when it has compiled; the worker starts and fetches its first clip meanwhile. @param {WorkerSlot} slot */
async function sendModule(slot) {
  try {
    const module = await wasmModule();
    slot.silence = 0;
    slot.ready = true;
    slot.worker.postMessage({ ask: Ask.MODULE, module });
  } catch (error) {
    fail(slot, new MareyError(faultOf(error)));
  }
}

/** The slot with the fewest jobs, or a new one. @param {Job} job */
function slotFor(job) {
  const shared = [...slots].filter(({ isolated }) => !isolated);
  const [least] = shared.sort((a, b) => a.jobs.size - b.jobs.size);
  if (job.isolated) return open(true);
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
  const number = ++lastNumber;
  slot.jobs.set(number, job);
  slot.silence = 0;
  // Counted in ticks, not in time: after the machine's sleep no worker is to look stuck.
  slot.watchdog ??= setInterval(() => {
    // Before the module has come, a slow network is no silence; the browser reports scripts and modules that fail.
    if (slot.ready) slot.silence += 1;
    if (slot.silence >= SILENCE_S) onBroken(slot, slot.started ? fault('hang', S.errors.hang) : fault('silent', S.errors.silent));
  }, 1000);
  job.listener.signal.addEventListener('abort', () => {
    job.reject(job.listener.signal.reason);
    if (!slot.jobs.has(number)) return;
    // The slot waits for the answer, so that a worker stuck in an unwanted clip does not get the next one.
    slot.worker.postMessage({ ask: Ask.CANCEL, job: number });
  });
  const { source, ports, stop } = withPorts(job.source);
  job.stop = stop;
  slot.worker.postMessage({ ask: Ask.PARSE, job: number, source }, ports);
}

/** @param {WorkerSlot} slot @param {import('./messages.js').WorkerMessage} data */
function onMessage(slot, data) {
  slot.silence = 0;
  if (data.tell === Tell.HELLO) slot.started = true;
  const job = slot.jobs.get(data.job);
  if (!job) return;
  const { progress, packet, signal } = job.listener;
  if (data.tell === Tell.PROGRESS) {
    job.bytes = data.loaded;
    if (!signal.aborted) progress?.(data.loaded, data.total);
  } else if (data.tell === Tell.PACKET) {
    job.sent = true;
    if (!signal.aborted) packet?.(data.bytes);
  } else if (data.tell === Tell.DONE) {
    job.bytes = data.loaded;
    end(slot, data.job);
    job.resolve(data.summary);
  } else if (data.tell === Tell.FAILED) {
    const { kind } = data.fault;
    const error = new MareyError(kind === 'trap' ? { ...data.fault, message: S.errors.trap } : data.fault);
    const again = kind === 'trap' && mayTryAgain(job);
    // The job stays, to be started again.
    if (!again) {
      end(slot, data.job);
      job.reject(error);
    }
    // Only a refusal leaves the instance usable; a cancelled job is no failure.
    if (kind === 'trap' || (kind === 'load' && !signal.aborted)) onBroken(slot, again ? error : null, job);
  }
}

/** Removes a finished job. @param {WorkerSlot} slot @param {number} number */
function end(slot, number) {
  const job = slot.jobs.get(number);
  job?.stop?.();
  slot.bytes = Math.max(slot.bytes, job?.bytes ?? 0);
  slot.jobs.delete(number);
  if (slot.jobs.size) return;
  clearInterval(slot.watchdog);
  slot.watchdog = undefined;
  if (!slot.isolated && slot.bytes <= KEEP_BYTES) return;
  close(slot);
  // Opened now, since the network may be gone when the next clip comes.
  try {
    if (!slots.size) open(false);
  } catch {
    /* The next job tries again. */
  }
}

/** @param {WorkerSlot} slot */
function close(slot) {
  clearInterval(slot.watchdog);
  slot.worker.terminate();
  for (const { stop } of slot.jobs.values()) stop?.();
  slots.delete(slot);
}

/** Whether a job whose reader trapped is read once more: an engine may have failed for a reason of its own. @param {Job} job */
const mayTryAgain = ({ listener, trapped }) => !trapped && !listener.signal.aborted;

/**
 * Closes a broken worker and starts its jobs again. With an error any of them may be to blame: each gets a worker of its own, and a
 * single job fails, unless it trapped for the first time.
 * @param {WorkerSlot} slot @param {unknown} error null if the failing job has already been rejected
 * @param {Job} [culprit] the job with the error, where it is known
 */
function onBroken(slot, error, culprit) {
  const jobs = [...slot.jobs.values()].filter(({ listener }) => !listener.signal.aborted);
  if (error instanceof MareyError && error.fault.kind === 'trap' && jobs.length === 1) culprit ??= jobs[0];
  if (error === NO_WORKER || (error && jobs.length === 1 && !(culprit && mayTryAgain(culprit)))) {
    fail(slot, error);
    return;
  }
  if (!slots.has(slot)) return;
  close(slot);
  for (const job of jobs) {
    if (job.sent) job.listener.restart?.();
    start({ ...job, sent: false, isolated: error !== null && (!culprit || job === culprit), trapped: job.trapped || job === culprit });
  }
}

/** Rejects all jobs of a slot. @param {WorkerSlot} slot @param {unknown} error */
function fail(slot, error) {
  if (!slots.has(slot)) return;
  close(slot);
  for (const { reject } of slot.jobs.values()) reject(error);
}
