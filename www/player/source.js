/** Turns a Source into bytes. Runs in the worker, or on the page where no worker can be had. */
import { named } from './faults.js';
import { FOREIGN, isPrivate } from './hosts.js';
import { answerOf, request } from './request.js';

/** @typedef {import('../types.d.ts').Source} Source */

/** What a link may make a reader download. */
const GUARDED = /** @type {const} */ ({ bytes: 512e6, word: 'size' });
/** Skeletons and skins are small. */
const COMPANION = /** @type {const} */ ({ bytes: 64e6, word: 'companionSize' });
/** A server that sends nothing for this long has stopped. */
const STALL_MS = 30_000;

/**
 * @param {Source} source
 * @param {AbortController} abort
 * @returns {Promise<{ stream: ReadableStream<Uint8Array>, total: number, packed?: boolean, html?: boolean }>} total is 0 when nobody knows; packed: to be unpacked by the browser; html: said to be a web page
 */
export async function open(source, abort) {
  if (source.blob) return { stream: source.blob.stream(), total: source.blob.size };
  const { answer, stream } = (source.ahead && await asked(source.ahead, abort.signal)) || await ask(source, abort);
  const { status, sentTo, html, packed, length } = answer;
  if (source.guarded && sentTo) sentOn(source, new URL(sentTo));
  if (status < 200 || status > 299) throw named('status', 'status', { about: status, status });
  // The length of a compressed answer says nothing about the bytes that come out of it.
  return { stream, total: packed ? 0 : length, packed, html };
}

/**
 * What the page has asked for already. Null where nothing came of that: what is wrong is found out by asking again.
 * @param {MessagePort} port
 * @param {AbortSignal} signal
 * @returns {Promise<{ answer: import('./request.js').Answer, stream: ReadableStream<Uint8Array> } | null>}
 */
function asked(port, signal) {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      port.postMessage(null);
      reject(signal.reason);
    });
    port.onmessage = ({ data: answer }) => {
      if (!answer) port.close();
      resolve(answer && { answer, stream: rest(port, signal) });
    };
  });
}

/** The bytes behind the answer. @param {MessagePort} port @param {AbortSignal} signal @returns {ReadableStream<Uint8Array>} */
const rest = (port, signal) => new ReadableStream({
  start: (stream) => {
    signal.addEventListener('abort', () => stream.error(signal.reason));
    port.onmessage = ({ data }) => {
      // Some may still be on their way when nobody wants it any more.
      if (data) return signal.aborted ? undefined : stream.enqueue(data);
      // A port that stays open keeps what has made it on the page, the player included.
      port.close();
      if (data === null) stream.close();
      else stream.error(new TypeError());
    };
  },
});

/** The page's origin, in its worker, too, which may come from a blob and have an address that tells no host. Some pages have none. */
const own = /^http/.test(self.origin) ? new URL(self.origin) : { host: '', hostname: '' };

/** A link says where it leads; a server may lead elsewhere. @param {Source} source @param {URL} to */
function sentOn({ url, agreed = [] }, { host, hostname }) {
  if (host === new URL(String(url)).host || host === own.host || agreed.includes(host)) return;
  if (isPrivate(hostname) && !isPrivate(own.hostname)) throw named('link', 'linkPrivate', { about: host });
  throw named('link', 'redirected', { about: host, code: FOREIGN });
}

/**
 * @param {Source} source
 * @param {AbortController} abort
 */
async function ask(source, abort) {
  try {
    const response = await request(source, abort.signal);
    return { answer: answerOf(response), stream: response.body ?? new Blob([]).stream() };
  } catch (error) {
    if (abort.signal.aborted) throw abort.signal.reason;
    throw await refusal(String(source.url));
  }
}

/** Addresses that the page's own policy has kept from being fetched. @type {Set<string>} */
const blocked = new Set();
self.addEventListener?.('securitypolicyviolation', ({ blockedURI }) => { blocked.add(blockedURI); });
/** How long that may take to be told. */
const TOLD_MS = 100;

/** Why there is no answer: browsers do not tell whoever asked. @param {string} url */
async function refusal(url) {
  const { host, origin } = new URL(url);
  if (!navigator.onLine) return named('network', 'offline');
  await new Promise((resolve) => { setTimeout(resolve, TOLD_MS); });
  if (blocked.has(url.replace(/#.*/, ''))) return named('network', 'blocked', { about: host });
  // An answer that sends on is there if nobody follows it.
  const answer = await fetch(url, { redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null);
  if (answer?.type === 'opaqueredirect') return named('network', 'redirects', { about: host });
  // A refused cross-origin answer and a dead host look the same from here.
  return named('network', origin === self.origin ? 'network' : 'cors', { about: host });
}

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
    const { stream, total, packed, html } = await open(source, abort);
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
      stall?.reset();
    }
    if (loaded === 0) throw named('parse', 'empty', { code: 'empty' });
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
