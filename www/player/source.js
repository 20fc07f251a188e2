/** Turns a Source into bytes. Runs in the worker, or on the page where no worker can be had. */
import { MareyError, named } from './faults.js';

/** @typedef {import('../types.d.ts').Source} Source */

/** What a link may make a reader download. */
const GUARDED = /** @type {const} */ ({ bytes: 512e6, word: 'size' });
/** Skeletons and skins are small. */
const COMPANION = /** @type {const} */ ({ bytes: 64e6, word: 'companionSize' });
/** A server that sends nothing for this long has stopped. */
const STALL_MS = 30_000;

/** @typedef {{ stream: ReadableStream<Uint8Array>, total: number, packed?: boolean, html?: boolean, taken?: (bytes: number) => void }} Opened total: 0 when nobody knows; packed: to be unpacked by the browser; html: said to be a web page; taken: to be told how much was read */

/**
 * @param {Source} source
 * @param {AbortSignal} signal
 * @returns {Promise<Opened>}
 */
async function open({ blob, port }, signal) {
  if (blob) return { stream: blob.stream(), total: blob.size };
  return answered(/** @type {MessagePort} */ (port), signal);
}

/**
 * The answer that the page gets, see `bring.js`.
 * @param {MessagePort} port
 * @param {AbortSignal} signal
 * @returns {Promise<Opened>}
 */
function answered(port, signal) {
  const taken = (/** @type {number} */ bytes) => port.postMessage(bytes);
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      port.postMessage(null);
      reject(signal.reason);
    });
    port.onmessage = ({ data }) => {
      if (data.fault) {
        port.close();
        reject(new MareyError(data.fault));
        return;
      }
      const { html, packed, length } = /** @type {import('./bring.js').Answer} */ (data);
      // The length of a compressed answer says nothing about the bytes that come out of it.
      resolve({ stream: rest(port, signal), total: packed ? 0 : length, packed, html, taken });
    };
    taken(0);
  });
}

/** The bytes behind the answer. @param {MessagePort} port @param {AbortSignal} signal @returns {ReadableStream<Uint8Array>} */
const rest = (port, signal) => new ReadableStream({
  start: (stream) => {
    signal.addEventListener('abort', () => stream.error(signal.reason));
    port.onmessage = ({ data }) => {
      // A port that stays open keeps what has made it on the page, the player included.
      if (!data) port.close();
      // Some may still be on their way when nobody wants it any more: a stream that was ended so takes nothing, and no end either.
      if (signal.aborted) return;
      if (data) stream.enqueue(data);
      else if (data === null) stream.close();
      else stream.error(new TypeError());
    };
  },
});

/**
 * @param {Source} source
 * @param {AbortController} abort
 * @param {(chunk: Uint8Array, loaded: number, total: number, html: boolean) => void | Promise<void>} take html: the server calls it a web page, as some do with files that they do not know
 * @param {{ bytes: number, word: 'size' | 'companionSize' }} [limit]
 */
export async function read(source, abort, take, limit = source.guarded ? GUARDED : undefined) {
  const stall = source.url ? stallTimer(abort) : null;
  const check = (/** @type {number} */ bytes) => { if (limit && bytes > limit.bytes) throw named('size', limit.word, { about: limit.bytes / 1e6 }); };
  try {
    const { stream, total, packed, html, taken } = await open(source, abort.signal);
    check(total);
    let loaded = 0;
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read().catch((error) => {
        // What browsers throw where a file is gone has no name to rely on.
        if (!source.url) throw named('read', 'read', { detail: String(error?.message ?? error) });
        // A connection that breaks in the middle is a TypeError, and so is an answer that cannot be unpacked.
        throw error instanceof TypeError ? named('network', packed && !loaded ? 'unpacked' : 'broken') : error;
      });
      if (done) break;
      abort.signal.throwIfAborted();
      // What is done with the bytes may take as long as it likes.
      stall?.clear();
      loaded += value.byteLength;
      check(loaded);
      await take(value, loaded, total, Boolean(html));
      taken?.(value.byteLength);
      stall?.reset();
    }
    if (loaded === 0) throw source.url ? named('status', 'noBytes', { code: 'empty' }) : named('parse', 'empty', { code: 'empty' });
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : error;
  } finally {
    stall?.clear();
    abort.abort();
  }
}

/**
 * A small file at once.
 * @param {import('../types.d.ts').Companion} companion
 * @param {AbortSignal} signal
 */
export async function readWhole(companion, signal) {
  const abort = new AbortController();
  const cancel = () => abort.abort(signal.reason);
  signal.addEventListener('abort', cancel);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let page = false;
  try {
    await read(companion, abort, (chunk, _loaded, _total, html) => { page = html; chunks.push(/** @type {Uint8Array<ArrayBuffer>} */ (chunk)); }, COMPANION);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()), page };
}

/** @param {AbortController} abort */
function stallTimer(abort) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const clear = () => clearTimeout(timer);
  const reset = () => {
    clear();
    timer = setTimeout(() => abort.abort(named('stalled', 'stalled')), STALL_MS);
  };
  reset();
  return { reset, clear };
}
