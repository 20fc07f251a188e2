/** Files that are handed to the visitor. */
import { h } from '../player/dom.js';

/** The browser needs the address until it has begun to save. */
const KEPT_MS = 60_000;

/** As the browser saves a download. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/**
 * A file's name, of the clip and what is to be told beside it. Nothing is in it that a system of files does not take.
 * @param {string} clip
 * @param {string} about
 * @param {string} type `image/png`
 */
export function named(clip, about, type) {
  const kind = type.split(';')[0].split('/')[1].replace('svg+xml', 'svg').replace('jpeg', 'jpg');
  const base = clip.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '-').replace(/^[.\s]+|[.\s]+$/g, '').slice(0, 80) || 'clip';
  return `${base}${about && `-${about}`}.${kind}`;
}

/** Seconds as they stand in a name. @param {number} seconds */
export const stamp = (seconds) => `${seconds.toFixed(2)}s`;
