/** Links to a moment, read from the address. What a link says is never trusted. They are written in panels/link-to.js. */
import { fault } from './errors.js';
import { number } from './format.js';
import { S } from './strings.js';

/** @typedef {import('./element.js').MareyPlayer} MareyPlayer */

/** Parameters that are attributes of the same meaning. */
const ATTRIBUTES = ['speed', 'theme'];
/** The same, about one clip only: they go when another clip comes. */
export const ABOUT_CLIP = ['camera', 'behaviour', 'unit', 'up', 'fps', 'end'];

/**
 * Query and fragment as one map; the fragment wins.
 * @param {{ search: string, hash: string }} location
 * @returns {Map<string, string>}
 */
export function parameters({ search, hash }) {
  return new Map([...new URLSearchParams(search), ...new URLSearchParams(hash.replace(/^#/, ''))]);
}

/**
 * The address a link asks for, if it may be opened.
 * @param {string} text
 * @param {string} base
 */
export function vetted(text, base) {
  let url;
  try {
    url = new URL(text, base);
  } catch {
    throw fault('link', S.errors.linkSyntax);
  }
  const local = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const same = url.origin === new URL(base).origin;
  if (!(url.protocol === 'https:' || (url.protocol === 'http:' && (local || same)))) throw fault('link', S.errors.linkScheme);
  if (url.username || url.password) throw fault('link', S.errors.linkUser);
  return url;
}

/** The last part of an address, as a file name. @param {URL} url */
export function nameOf(url) {
  const last = url.pathname.split('/').pop() || url.hostname;
  try { return decodeURIComponent(last); } catch { return last; }
}

/**
 * The files that attributes or a link name beside the clip's own.
 * @param {{ skeleton: string | null | undefined, skin: string | null | undefined }} addresses
 * @param {(text: string) => URL} resolve
 * @param {boolean} [guarded]
 * @returns {import('../types.d.ts').Companion[]}
 */
export function companions({ skeleton, skin }, resolve, guarded = true) {
  return [skeleton, skin].flatMap((text) => {
    if (!text) return [];
    const url = resolve(text);
    return [{ name: nameOf(url), url: url.href, guarded }];
  });
}

/**
 * Sets a player up as a link says. Returns false when the link names no clip.
 * @param {MareyPlayer} player
 * @param {Map<string, string>} values
 * @param {(error: unknown, name: string) => void} refuse
 */
export function follow(player, values, refuse) {
  for (const name of [...ATTRIBUTES, ...ABOUT_CLIP]) {
    const value = values.get(name);
    if (value !== undefined) player.setAttribute(name, value);
    else if (ABOUT_CLIP.includes(name)) player.removeAttribute(name);
  }
  const loop = values.get('loop');
  if (loop !== undefined) {
    const [from, to] = loop.split('-').map((part) => number(part, NaN));
    player.loop = loop !== '0' && loop !== 'false';
    if (to > from) player.addEventListener('cliploaded', () => { player.loopRange = [Math.max(0, from), Math.min(to, player.duration)]; }, { once: true });
  }
  const address = values.get('url');
  if (!address) return false;
  try {
    const url = vetted(address, document.baseURI);
    player.openLink(url, values.get('t'), companions({ skeleton: values.get('skeleton'), skin: values.get('skin') }, (text) => vetted(text, document.baseURI)));
  } catch (error) {
    refuse(error, S.errors.linkName);
  }
  return true;
}
