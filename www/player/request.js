/**
 * Asking a server for a clip. Whoever reads it does so; while the worker that is to read it still starts, the page asks, and hands on
 * what comes.
 */

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {{ status: number, sentTo: string, html: boolean, packed: boolean, length: number }} Answer sentTo: another address, where the server led there; packed: to be unpacked by the browser; length: 0 when nobody knows */

/** A larger file is asked for by the worker itself: it has no business on the page. */
const MOST_BYTES = 8e6;

/**
 * @param {Source} source
 * @param {AbortSignal} signal
 */
export const request = (source, signal) => fetch(String(source.url), {
  credentials: source.guarded ? 'omit' : source.credentials ? 'include' : 'same-origin',
  referrerPolicy: source.guarded ? 'no-referrer' : '',
  signal,
});

/** @typedef {{ url: string, abort: AbortController, response: Promise<Response> }} Asked a clip that was asked for before anybody reads it */
/** What the page's head has asked for, until somebody reads it. @type {Asked | undefined} */
let early;

/** @param {Asked | undefined} asked */
export const takeOver = (asked) => { early = asked; };

/** @param {Source} source @returns {Pick<Asked, 'abort' | 'response'>} */
function begin(source) {
  const asked = early;
  early = undefined;
  if (asked && asked.url === source.url) return asked;
  const abort = new AbortController();
  return { abort, response: request(source, abort.signal) };
}

/** What there is to know before the first byte. @param {Response} response @returns {Answer} */
export const answerOf = ({ status, redirected, url, headers }) => ({
  status,
  sentTo: redirected ? url : '',
  html: /^text\/html\b/i.test(headers.get('content-type') ?? ''),
  packed: headers.has('content-encoding'),
  length: Number(headers.get('content-length')) || 0,
});

/**
 * Asks now for what somebody else reads. The port gives the answer, the bytes and null at their end; `false` before the answer where
 * there is none, or no use in it, and behind it where the connection broke. Any message to it ends that.
 * @param {Source} source
 */
export function ahead(source) {
  const { port1, port2 } = new MessageChannel();
  const { abort, response: asked } = begin(source);
  port1.onmessage = () => abort.abort();
  const send = async () => {
    const response = await asked;
    const answer = answerOf(response);
    if (answer.length > MOST_BYTES) throw answer;
    port1.postMessage(answer);
    const reader = response.body?.getReader();
    for (;;) {
      const value = (await reader?.read())?.value;
      port1.postMessage(value ?? null, value ? [value.buffer] : []);
      if (!value) return;
    }
  };
  send().catch(() => {
    abort.abort();
    port1.postMessage(false);
  });
  return { port: port2, stop: () => abort.abort() };
}
