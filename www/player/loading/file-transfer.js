/** Fetches files on the page, not in the worker: the page's policy governs redirects, too; a worker often has none. */
import { REDIRECT, isPrivate } from '../base/hosts.js';
import { lazy } from '../base/parts.js';
import { faultOf, named } from '../words/faults.js';
import { bounds, request } from './request.js';

/** @typedef {import('../../types.d.ts').Source} Source */
/** @typedef {import('../../types.d.ts').Companion} Companion */
/** @typedef {{ html: boolean, compressed: boolean, length: number }} Answer html: the server calls it a web page, as some do for unknown files; compressed: the browser decompresses it; length: 0 if unknown */

/** Maximum number of bytes sent to a reader that has not taken them yet. */
const CREDIT_BYTES = 4e6;

/** @typedef {{ url: string, abort: AbortController, response: Promise<Response> }} EarlyRequest a request made before its reader exists */
/** The request of the page's head, until the first read. @type {EarlyRequest | undefined} */
let early;

/** @param {EarlyRequest | undefined} pending */
export const useEarlyRequest = (pending) => {
  early = pending;
};

/** @param {Source} source @returns {Pick<EarlyRequest, 'abort' | 'response'>} */
function begin(source) {
  const pending = early;
  early = undefined;
  if (pending && pending.url === source.url) return pending;
  const abort = new AbortController();
  return { abort, response: request(source, abort.signal) };
}

/** The fault that asks the visitor to agree to a redirect. @param {Source | Companion} file */
const redirectFault = ({ url }) => named('link', 'redirected', { code: REDIRECT, about: new URL(String(url)).host, agree: [String(url)] });

const failures = lazy(() => import('./failed-requests.js'));

/** Checks a response and describes it. Rejects with a fault. @param {Source | Companion} file @param {Response} response @returns {Promise<Answer>} */
export async function answerOf(file, response) {
  const { type, status, redirected, url, headers } = response;
  if (type === 'opaqueredirect') throw redirectFault(file);
  if (file.untrusted && redirected) {
    const { host, hostname } = new URL(url);
    if (isPrivate(hostname) && !isPrivate(new URL(document.baseURI).hostname)) throw named('link', 'linkPrivate', { about: host });
  }
  // 206: no range was requested. 204: no content is no file.
  if (status < 200 || status > 299 || status === 204 || status === 206)
    throw await failures().then(
      ({ refused }) => refused(response),
      () => named('status', 'network', { status }),
    );
  return {
    html: /^text\/html\b/i.test(headers.get('content-type') ?? ''),
    compressed: headers.has('content-encoding'),
    length: Number(headers.get('content-length')) || 0,
  };
}

/** The fault for a request without a response: `fetch` does not tell the reason. @param {Source | Companion} file */
async function noAnswerFault(file) {
  if (!navigator.onLine) return named('network', 'offline');
  const fault = await failures().then(
    ({ noAnswer }) => noAnswer(String(file.url), 'mode' in bounds(file)),
    () => named('network', 'network'),
  );
  return fault ?? redirectFault(file);
}

/**
 * Fetches one file for the reader at the other end of a port. The port delivers the answer, the bytes, and null at their end; or a
 * fault in place of the answer, or `false` if the connection breaks later. The reader posts the number of bytes that it has read;
 * its first message starts the request, null aborts it.
 * @param {Source | Companion} file @param {boolean} now starts the request at once, while the reader still starts
 */
function transferFile(file, now) {
  const { port1, port2 } = new MessageChannel();
  /** @type {AbortController | undefined} */
  let abort;
  let credit = CREDIT_BYTES;
  let wake = () => {};

  const send = async () => {
    const pending = begin(file);
    abort = pending.abort;
    let answered = false;
    try {
      const response = await pending.response.catch(async (error) => {
        throw pending.abort.signal.aborted ? error : await noAnswerFault(file);
      });
      port1.postMessage(await answerOf(file, response));
      answered = true;
      const reader = response.body?.getReader();
      for (;;) {
        // Waits for a reader that is slower than the network.
        if (credit <= 0)
          await new Promise((resolve) => {
            wake = () => resolve(undefined);
          });
        const value = (await reader?.read())?.value;
        credit -= value?.length ?? 0;
        port1.postMessage(value ?? null, value ? [value.buffer] : []);
        if (!value) return;
      }
    } catch (error) {
      pending.abort.abort();
      port1.postMessage(!answered && { fault: faultOf(error) });
    }
  };

  port1.onmessage = ({ data }) => {
    if (data === null) return abort?.abort();
    if (!abort) send();
    credit += data;
    wake();
  };
  if (now) send();
  // An open port would keep its creator alive.
  return {
    port: port2,
    stop: () => {
      abort?.abort();
      port1.close();
    },
  };
}

/** A copy in which each file with an address has a port, to be transferred with it. @template {Source | Companion} T @param {T} source */
export function withPorts(source) {
  /** @type {ReturnType<typeof transferFile>[]} */
  const transfers = [];
  /** @template {Source | Companion} F @param {F} file @returns {F} */
  const withPort = (file, now = false) => {
    if (!file.url) return file;
    const transfer = transferFile(file, now);
    transfers.push(transfer);
    return { ...file, port: transfer.port };
  };
  const copy = /** @type {T & Source} */ (withPort(source, true));
  return {
    source: { ...copy, companions: copy.companions?.map((each) => withPort(each)) },
    ports: transfers.map(({ port }) => port),
    stop: () => {
      for (const { stop } of transfers) stop();
    },
  };
}
