/** Links to a moment: read from the address, written for sharing. What a link says is never trusted. */
import { fault } from './errors.js';
import { number, short } from './format.js';
import { S } from './strings.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./element.js').MareyPlayer} MareyPlayer */

/** Keys that are ours to write. Any other stays in the link as it is. */
const WRITTEN = ['url', 'skeleton', 'skin', 't', 'end', 'speed', 'loop', 'camera', 'unit', 'up', 'fps'];
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
  /** @type {import('../types.d.ts').Companion[]} */
  const found = [];
  for (const [role, text] of /** @type {const} */ ([['skeleton', skeleton], ['skin', skin]])) {
    if (!text) continue;
    const url = resolve(text);
    found.push({ name: nameOf(url), url: url.href, guarded, role });
  }
  return found;
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

/**
 * A link that brings back what is seen now. A clip beside the page is named relative to it.
 * @param {Core} core
 * @param {URL} page
 * @param {boolean} fromHere
 */
export function linkTo(core, page, fromHere) {
  const { url = '', companions: beside = [] } = core.loader.source ?? {};
  const folder = new URL('.', page).href;
  const link = new URL(page);
  // What the page was opened with and we do not know is not ours to lose.
  const kept = [...parameters(location)].filter(([key]) => !WRITTEN.includes(key));
  const relative = (/** @type {string} */ address) => (address.startsWith(folder) ? address.slice(folder.length) : address);
  /** @type {[string, string][]} */
  const parts = [['url', relative(url)]];
  for (const { role, url: address } of beside) if (role && address) parts.push([role, relative(address)]);
  if (fromHere) parts.push(['t', short(core.time, 3)]);
  if (core.get('rate') !== 1) parts.push(['speed', short(core.get('rate'), 3)]);
  const range = core.get('range');
  if (range) parts.push(['loop', range.map((seconds) => short(seconds, 3)).join('-')]);
  else if (core.get('loop')) parts.push(['loop', '1']);
  if (core.get('unit')) parts.push(['unit', short(core.get('unit'), 6)]);
  if (core.get('up')) parts.push(['up', core.get('up')]);
  if (core.get('frameTime')) parts.push(['fps', short(1 / core.get('frameTime'), 3)]);
  if (core.camera) parts.push(['camera', core.camera]);
  link.search = '';
  link.hash = [...parts, ...kept].map(([key, value]) => `${encodeURIComponent(key)}=${readable(value)}`).join('&');
  return link.href;
}

/** Encoded as far as a fragment needs it: slashes, colons and commas stay legible. @param {string} text */
const readable = (text) => encodeURIComponent(text).replace(/%(2F|3A|2C)/g, decodeURIComponent);
