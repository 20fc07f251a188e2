/** Links to a moment, written for sharing. */
import { short } from '../player/format.js';
import { parameters } from '../player/link.js';

/** @typedef {import('../player/session.js').Session} Session */

/** Keys that are ours to write. Any other stays in the link as it is. */
const WRITTEN = ['url', 'clip', 'src', 'base', 'skeleton', 'skin', 't', 'end', 'speed', 'loop', 'loop-mode', 'camera', 'behaviour', 'unit', 'up', 'fps', 'follow', 'in-place', 'paused'];
/** What a link to a page says beside them. The other attributes are for a frame. */
const PAGE = ['theme', 'renderer'];

/** The clip's own address, and those of the files beside it that it uses. @param {Session} session @returns {[key: string, url: string][]} */
function addresses({ info, source }) {
  const at = (/** @type {string | undefined} */ name) => (name && source?.companions?.find((each) => each.name === name)?.url) || '';
  return [['url', source?.url ?? ''], ['skeleton', at(info?.skeletonFile)], ['skin', at(info?.skin)]];
}

/** Everything that is needed to see this again lies at an address. @param {Session} session */
export function linkable(session) {
  const [[, url], [, skeleton]] = addresses(session);
  return url !== '' && (skeleton !== '' || !session.info?.skeletonFile);
}

/**
 * A link that brings back what is seen now. A clip beside the page is named relative to it.
 * @param {Session} session
 * @param {URL} page
 * @param {boolean} fromHere
 * @param {boolean} [framed] the page is to be in a frame: a clip that lies elsewhere is named by its folder, as `base`, and what the
 * frame here was given as attributes stays
 */
export function linkTo(session, page, fromHere, framed = false) {
  const element = /** @type {import('../player/element.js').MareyPlayer} */ (session.element);
  const beside = new URL('.', page).href;
  const [[, clip]] = addresses(session);
  const base = framed && !clip.startsWith(beside) ? new URL('.', clip).href : '';
  const folder = base || beside;
  const written = (/** @type {string} */ url) => (url.startsWith(folder) ? url.slice(folder.length) : url);
  const link = new URL(page);
  // What the page was opened with and we do not know is not ours to lose.
  const { observedAttributes } = /** @type {typeof import('../player/element.js').MareyPlayer} */ (element.constructor);
  const kept = [...parameters(location)].filter(([key]) => !WRITTEN.includes(key) && (framed || PAGE.includes(key) || !observedAttributes.includes(key)))
    .map(([key, value]) => [key, key === 'poster' ? written(element.poster) : value]);
  /** @type {[string, string][]} */
  const parts = [];
  for (const [key, url] of addresses(session)) if (url || key === 'url') parts.push([key, written(url)]);
  if (base) parts.push(['base', base]);
  if (session.get('behaviour') !== session.playback.first) parts.push(['behaviour', session.playback.behaviours[session.get('behaviour')]]);
  if (fromHere) parts.push(['t', short(session.playback.time, 3)]);
  if (fromHere && session.playback.paused) parts.push(['paused', '1']);
  if (session.get('inPlace')) parts.push(['in-place', '1']);
  if (session.get('rate') !== 1) parts.push(['speed', short(session.get('rate'), 3)]);
  const range = session.get('range');
  if (range) parts.push(['loop', range.map((seconds) => short(seconds, 3)).join('-')]);
  else if (session.get('loop')) parts.push(['loop', '1']);
  const mode = session.get('loop');
  if (mode && mode !== 'forward') parts.push(['loop-mode', mode]);
  if (session.get('unit')) parts.push(['unit', short(session.get('unit'), 6)]);
  if (session.get('up')) parts.push(['up', session.get('up')]);
  if (session.get('frameTime')) parts.push(['fps', short(1 / session.get('frameTime'), 3)]);
  if (session.get('follow') !== 'auto') parts.push(['follow', session.get('follow')]);
  if (session.view.camera) parts.push(['camera', session.view.camera]);
  link.search = '';
  link.hash = [...parts, ...kept].map(([key, value]) => `${encodeURIComponent(key)}=${readable(value)}`).join('&');
  return link.href;
}

/** Encoded as far as a fragment needs it: slashes, colons and commas stay legible. @param {string} text */
const readable = (text) => encodeURIComponent(text).replace(/%(2F|3A|2C)/g, decodeURIComponent);
