/** Turns a Source into bytes. Runs in the worker, or on the page where no worker can be had. */
import { S } from './strings.js';
import { fault } from './errors.js';

/** @typedef {import('../types.d.ts').Source} Source */

/** What a link may make a reader download. */
const GUARDED_BYTES = 512e6;
/** Skeletons and skins are small. */
const COMPANION_BYTES = 64e6;
/** A server that sends nothing for this long has stopped. */
const STALL_MS = 30_000;

/**
 * @param {Source} source
 * @param {AbortController} abort
 * @returns {Promise<{ stream: ReadableStream<Uint8Array>, total: number }>} total is 0 when nobody knows
 */
export async function open(source, abort) {
  if (source.blob) return { stream: source.blob.stream(), total: source.blob.size };
  const response = await request(String(source.url), source, abort);
  if (!response.ok) throw fault('status', S.errors.status(response.status), { status: response.status });
  if (/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) throw fault('html', S.errors.html);
  // The length of a compressed answer says nothing about the bytes that come out of it.
  const total = response.headers.get('content-encoding') ? 0 : Number(response.headers.get('content-length')) || 0;
  const stream = response.body ?? new Blob([]).stream();
  return { stream, total };
}

/**
 * @param {string} url
 * @param {Source} source
 * @param {AbortController} abort
 */
async function request(url, source, abort) {
  try {
    return await fetch(url, {
      credentials: source.guarded ? 'omit' : source.credentials ? 'include' : 'same-origin',
      referrerPolicy: source.guarded ? 'no-referrer' : '',
      signal: abort.signal,
    });
  } catch (error) {
    if (abort.signal.aborted) throw abort.signal.reason;
    const { host, origin } = new URL(url);
    if (!navigator.onLine) throw fault('network', S.errors.offline);
    // A refused cross-origin answer and a dead host look the same from here.
    throw fault('network', origin === self.location.origin ? S.errors.network : S.errors.cors(host));
  }
}

/**
 * @param {Source} source
 * @param {AbortController} abort
 * @param {(chunk: Uint8Array, loaded: number, total: number) => void | Promise<void>} take
 * @param {{ bytes: number, words: (megabytes: number) => string }} [limit]
 */
export async function read(source, abort, take, limit = source.guarded ? { bytes: GUARDED_BYTES, words: S.errors.size } : undefined) {
  const stall = source.url ? stallTimer(abort) : null;
  const check = (/** @type {number} */ bytes) => { if (limit && bytes > limit.bytes) throw fault('size', limit.words(limit.bytes / 1e6)); };
  try {
    const { stream, total } = await open(source, abort);
    check(total);
    let loaded = 0;
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read().catch((error) => {
        // A connection that breaks in the middle is a TypeError.
        throw source.url && error instanceof TypeError ? fault('network', S.errors.stalled) : error;
      });
      if (done) break;
      abort.signal.throwIfAborted();
      // What is done with the bytes may take as long as it likes.
      stall?.clear();
      loaded += value.byteLength;
      check(loaded);
      await take(value, loaded, total);
      stall?.reset();
    }
    if (loaded === 0) throw fault('parse', S.errors.empty, { code: 'empty' });
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
  try {
    await read(companion, abort, (chunk) => { chunks.push(/** @type {Uint8Array<ArrayBuffer>} */ (chunk)); },
      { bytes: COMPANION_BYTES, words: S.errors.companionSize });
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** @param {AbortController} abort */
function stallTimer(abort) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const clear = () => clearTimeout(timer);
  const reset = () => {
    clear();
    timer = setTimeout(() => abort.abort(fault('stalled', S.errors.stalled)), STALL_MS);
  };
  reset();
  return { reset, clear };
}
