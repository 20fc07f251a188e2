/** Files for the visitor to save. */
import { h } from '../player/base/dom.js';

/** The URL must stay valid until the browser has begun to save. */
const KEPT_MS = 60_000;

/** Starts a download. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** The clip's name and a suffix, made safe for file systems. @param {string} clip @param {string} about @param {string} type as `image/png` */
export function fileName(clip, about, type) {
  const kind = type.split(';')[0].split('/')[1].replace('svg+xml', 'svg').replace('jpeg', 'jpg');
  const base =
    clip
      .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '-')
      .replace(/^[.\s]+|[.\s]+$/g, '')
      .slice(0, 80) || 'clip';
  return `${base}${about && `-${about}`}.${kind}`;
}

/** Seconds for a file name. @param {number} seconds */
export const stamp = (seconds) => `${seconds.toFixed(2)}s`;
