/** Requests files from servers, within the limits that the visitor has agreed to. */
import { agreed } from '../base/hosts.js';

/** @typedef {import('../../types.d.ts').Source} Source */
/** @typedef {import('../../types.d.ts').Companion} Companion */

/**
 * An address from a link may not lead where the visitor has not agreed to. On the page's own origin redirects are followed, but a
 * request that would leave it fails first; on other origins no redirect is followed.
 * @param {Source | Companion} file @returns {RequestInit}
 */
export function bounds({ url, untrusted }) {
  if (!untrusted || agreed.has(String(url))) return {};
  return new URL(String(url)).origin === globalThis.origin ? { mode: 'same-origin' } : { redirect: 'manual' };
}

/** @param {Source} source @param {AbortSignal} signal */
export const request = (source, signal) =>
  fetch(String(source.url), {
    credentials: source.untrusted ? 'omit' : source.credentials ? 'include' : 'same-origin',
    referrerPolicy: source.untrusted ? 'no-referrer' : '',
    signal,
    ...bounds(source),
  });

/** The last segment of an address's path, as a file name. @param {URL} url */
export function nameOf(url) {
  const last = url.pathname.split('/').pop() || url.hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
