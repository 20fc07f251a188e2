/** Asking a server for a file, no further than somebody has agreed to. */
import { agreed } from './hosts.js';

/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('../types.d.ts').Companion} Companion */

/**
 * An address that came from a link is not to lead anywhere that nobody has agreed to. Within the page's own origin redirects are followed, and
 * one that leaves it fails before it is; of other origins none is followed.
 * @param {Source | Companion} file
 * @returns {RequestInit}
 */
export function bounds({ url, guarded }) {
  if (!guarded || agreed.has(String(url))) return {};
  return new URL(String(url)).origin === globalThis.origin ? { mode: 'same-origin' } : { redirect: 'manual' };
}

/**
 * @param {Source} source
 * @param {AbortSignal} signal
 */
export const request = (source, signal) => fetch(String(source.url), {
  credentials: source.guarded ? 'omit' : source.credentials ? 'include' : 'same-origin',
  referrerPolicy: source.guarded ? 'no-referrer' : '',
  signal,
  ...bounds(source),
});
