/** Why requests failed, in words. Fetched with the first one that fails. */
import { fault, named } from '../words/faults.js';
import { REFUSALS } from '../words/refusals.js';

/** How long the event of a violation of the page's policy may take. */
const VIOLATION_MS = 100;
/** Longer waits, in seconds, are no advice. */
const LONGEST = 365 * 86_400;

/**
 * The fault for a request without a response; null if a redirect is the reason. It repeats the request without following redirects, and
 * watches for policy violations.
 * @param {string} url @param {boolean} asks the visitor is to be asked about redirects
 */
export async function noAnswer(url, asks) {
  let blocked = false;
  const violated = (/** @type {SecurityPolicyViolationEvent} */ { blockedURI }) => {
    blocked ||= blockedURI === url.replace(/#.*/, '');
  };
  addEventListener('securitypolicyviolation', violated);
  // A redirect is a response if it is not followed.
  const response = await fetch(url, { redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer' }).catch(() => null);
  await new Promise((resolve) => {
    setTimeout(resolve, VIOLATION_MS);
  });
  removeEventListener('securitypolicyviolation', violated);
  const { host, origin } = new URL(url);
  const says = (/** @type {string} */ message) => fault('network', message, { about: host });
  if (blocked) return says(REFUSALS.blocked(host));
  if (response?.type === 'opaqueredirect') return asks ? null : says(REFUSALS.redirects(host));
  // A response that CORS hides and an unreachable host look the same from here.
  return origin === globalThis.origin ? named('network', 'network') : says(REFUSALS.cors(host));
}

/**
 * The fault for a response without a file. Servers of other origins have to expose the header Retry-After.
 * @param {Pick<Response, 'status' | 'headers'>} response
 */
export const refused = ({ status, headers }) =>
  fault('status', REFUSALS.status(status, secondsOf(headers.get('retry-after'))), { about: status, status });

/** The seconds in a header Retry-After, which has a number of them or a date; 0 if it says nothing that helps. @param {string | null} header */
export function secondsOf(header, now = Date.now()) {
  const text = header ?? '';
  const seconds = Math.ceil(/^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - now) / 1000);
  return seconds > 0 && seconds <= LONGEST ? seconds : 0;
}
