/**
 * Brings files from servers to whoever reads them. The page asks for them, and its worker never: a page's policy holds for what
 * the page asks for and for where that is redirected to, while a worker has the policy that came with its script, and most
 * servers send none.
 */
import { faultOf, named } from './faults.js';
import { REDIRECT, isPrivate } from './hosts.js';
import { lazy } from './parts.js';
import { bounds, request } from './request.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('../types.d.ts').Companion} Companion */
/** @typedef {{ html: boolean, packed: boolean, length: number }} Answer html: said to be a web page, as some servers say of files that they do not know; packed: to be unpacked by the browser; length: 0 when nobody knows */

/** So many bytes may be on their way to a reader that has not taken them yet. */
const ROOM = 4e6;

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

/** Somebody has to agree first. @param {Source | Companion} file */
const question = ({ url }) => named('link', 'redirected', { code: REDIRECT, about: new URL(String(url)).host, agree: [String(url)] });

/** What there is to know before the first byte. @param {Source | Companion} file @param {Response} response @returns {Answer} */
function answerOf(file, { type, status, redirected, url, headers }) {
  if (type === 'opaqueredirect') throw question(file);
  if (file.guarded && redirected) {
    const { host, hostname } = new URL(url);
    if (isPrivate(hostname) && !isPrivate(new URL(document.baseURI).hostname)) throw named('link', 'linkPrivate', { about: host });
  }
  // Nobody asked for a part, and nothing is no file.
  if (status < 200 || status > 299 || status === 204 || status === 206) throw named('status', 'status', { about: status, status });
  return {
    html: /^text\/html\b/i.test(headers.get('content-type') ?? ''),
    packed: headers.has('content-encoding'),
    length: Number(headers.get('content-length')) || 0,
  };
}

const noAnswer = lazy(() => import('./no-answer.js'));

/** Why there is no answer: browsers do not tell whoever asked. @param {Source | Companion} file */
async function refusal(file) {
  if (!navigator.onLine) return named('network', 'offline');
  const why = await noAnswer().then((module) => module.whyNoAnswer(String(file.url)), () => /** @type {const} */ ('network'));
  if (why === 'redirects' && 'mode' in bounds(file)) return question(file);
  return named('network', why, { about: new URL(String(file.url)).host });
}

/**
 * Brings one file to whoever reads it. The port gives the answer, the bytes and null at their end; a fault in place of an answer, and `false`
 * where the connection broke later. It takes the number of bytes that were read; the first such message asks for the file. Null ends it all.
 * @param {Source | Companion} file
 * @param {boolean} now it is asked for at once, while the reader still starts
 */
function bring(file, now) {
  const { port1, port2 } = new MessageChannel();
  /** @type {AbortController | undefined} */
  let abort;
  let room = ROOM;
  let wake = () => {};

  const send = async () => {
    const asked = begin(file);
    abort = asked.abort;
    let answered = false;
    try {
      const response = await asked.response.catch(async (error) => { throw asked.abort.signal.aborted ? error : await refusal(file); });
      port1.postMessage(answerOf(file, response));
      answered = true;
      const reader = response.body?.getReader();
      for (;;) {
        // A reader that is slower than the network is not buried in bytes.
        if (room <= 0) await new Promise((resolve) => { wake = () => resolve(undefined); });
        const value = (await reader?.read())?.value;
        room -= value?.length ?? 0;
        port1.postMessage(value ?? null, value ? [value.buffer] : []);
        if (!value) return;
      }
    } catch (error) {
      asked.abort.abort();
      port1.postMessage(!answered && { fault: faultOf(error) });
    }
  };

  port1.onmessage = ({ data }) => {
    if (data === null) return abort?.abort();
    if (!abort) send();
    room += data;
    wake();
  };
  if (now) send();
  // A port that stays open keeps what has made it.
  return { port: port2, stop: () => { abort?.abort(); port1.close(); } };
}

/**
 * The same file, and those beside it, each with a port that brings it if it has an address. The reader gets these; the ports go with them to a worker.
 * @template {Source | Companion} T
 * @param {T} source
 */
export function brought(source) {
  /** @type {ReturnType<typeof bring>[]} */
  const made = [];
  /** @template {Source | Companion} F @param {F} file @returns {F} */
  const withPort = (file, now = false) => {
    if (!file.url) return file;
    const one = bring(file, now);
    made.push(one);
    return { ...file, port: one.port };
  };
  const copy = /** @type {T & Source} */ (withPort(source, true));
  return {
    source: { ...copy, companions: copy.companions?.map((each) => withPort(each)) },
    ports: made.map(({ port }) => port),
    stop: () => { for (const { stop } of made) stop(); },
  };
}
