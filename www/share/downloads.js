/** Files for the visitor to save. */
import { h } from '../player/base/dom.js';

/** The URL must stay valid until the browser has begun to save. */
const KEPT_MS = 60_000;

/**
 * Starts downloads, unless the page has its own way to save files: it is asked first.
 * @param {import('../player/session/session.js').Session} session @param {File[]} files that belong together
 * @param {string} [words] said when the browser saves them
 */
export function save(session, files, words) {
  const asked = new CustomEvent('beforesave', { cancelable: true, detail: { files } });
  if (!session.element.dispatchEvent(asked)) return;
  for (const file of files) {
    const url = URL.createObjectURL(file);
    h('a', { href: url, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  }
  if (words) session.say(words);
}

/** @param {BlobPart} content @param {string} name @param {string} [type] by default that of the content */
export const fileOf = (content, name, type = content instanceof Blob ? content.type : '') => new File([content], name, { type });

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
