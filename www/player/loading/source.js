/** Reads the bytes of a Source, in the worker or, without one, on the page. */
import { MareyError, named } from '../words/faults.js';

/** @typedef {import('../../types.d.ts').Source} Source */

/** Limit of a file from a link. */
const UNTRUSTED = /** @type {const} */ ({ bytes: 512e6, word: 'size' });
/** Limit of a companion, which is a small file. */
const COMPANION = /** @type {const} */ ({ bytes: 64e6, word: 'companionSize' });
/** A server that sends nothing for this long counts as stalled. */
const STALL_MS = 30_000;

/** @typedef {{ stream: ReadableStream<Uint8Array>, total: number, compressed?: boolean, html?: boolean, ack?: (bytes: number) => void }} Opened total: 0 if unknown; compressed: the browser decompresses it; html: the server calls it a web page; ack: reports bytes as read */

/** @param {Source} source @param {AbortSignal} signal @returns {Promise<Opened>} */
async function open({ blob, port }, signal) {
  if (blob) return { stream: blob.stream(), total: blob.size };
  return requestFrom(/** @type {MessagePort} */ (port), signal);
}

/** Requests a file over the port of `file-transfer.js`. @param {MessagePort} port @param {AbortSignal} signal @returns {Promise<Opened>} */
function requestFrom(port, signal) {
  const ack = (/** @type {number} */ bytes) => port.postMessage(bytes);
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
      const { html, compressed, length } = /** @type {import('./file-transfer.js').Answer} */ (data);
      // The length of a compressed response is not the number of its decompressed bytes.
      resolve({ stream: streamOf(port, signal), total: compressed ? 0 : length, compressed, html, ack });
    };
    ack(0);
  });
}

/** The stream of the bytes after the answer. @param {MessagePort} port @param {AbortSignal} signal @returns {ReadableStream<Uint8Array>} */
const streamOf = (port, signal) =>
  new ReadableStream({
    start: (stream) => {
      signal.addEventListener('abort', () => stream.error(signal.reason));
      port.onmessage = ({ data }) => {
        // An open port keeps its creator on the page alive, the player included.
        if (!data) port.close();
        // Bytes may still arrive after an abort: the errored stream accepts neither them nor its end.
        if (signal.aborted) return;
        if (data) stream.enqueue(data);
        else if (data === null) stream.close();
        else stream.error(new TypeError());
      };
    },
  });

/**
 * @param {Source} source @param {AbortController} abort
 * @param {(chunk: Uint8Array, loaded: number, total: number, html: boolean) => void | Promise<void>} take html: the server calls the file a web page, as some do for unknown files
 * @param {{ bytes: number, word: 'size' | 'companionSize' }} [limit]
 */
export async function read(source, abort, take, limit = source.untrusted ? UNTRUSTED : undefined) {
  const stall = source.url ? stallTimer(abort) : null;
  const check = (/** @type {number} */ bytes) => {
    if (limit && bytes > limit.bytes) throw named('size', limit.word, { about: limit.bytes / 1e6 });
  };
  try {
    const { stream, total, compressed, html, ack } = await open(source, abort.signal);
    check(total);
    let loaded = 0;
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read().catch((error) => {
        // Browsers throw errors of various names if a file is gone.
        if (!source.url) throw named('read', 'read', { detail: String(error?.message ?? error) });
        // TypeError: the connection broke, or the response cannot be decompressed.
        throw error instanceof TypeError ? named('network', compressed && !loaded ? 'unpacked' : 'broken') : error;
      });
      if (done) break;
      abort.signal.throwIfAborted();
      // The time that `take` needs does not count.
      stall?.clear();
      loaded += value.byteLength;
      check(loaded);
      await take(value, loaded, total, Boolean(html));
      ack?.(value.byteLength);
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

/** Reads a small file in one piece. @param {import('../../types.d.ts').Companion} companion @param {AbortSignal} signal */
export async function readWhole(companion, signal) {
  const abort = new AbortController();
  const cancel = () => abort.abort(signal.reason);
  signal.addEventListener('abort', cancel);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let html = false;
  try {
    await read(
      companion,
      abort,
      (chunk, _loaded, _total, isHtml) => {
        html ||= isHtml;
        chunks.push(/** @type {Uint8Array<ArrayBuffer>} */ (chunk));
      },
      COMPANION,
    );
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()), html };
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
