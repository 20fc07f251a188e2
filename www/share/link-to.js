/** Links to a moment, written for sharing: by the clip's address, or with its motion inside. */
import { short } from '../player/format.js';
import { parameters } from '../player/parameters.js';
import { LINK_KEYS } from './link-keys.js';
import { sharedCamera } from './shared-camera.js';

/** @typedef {import('../player/session.js').Session} Session */

/**
 * What of that which is seen goes into a link. `range`: the part in seconds, null for the whole clip; `at`: the moment in
 * seconds, null for the beginning; `view`: the camera, too.
 * @typedef {{ range: [from: number, to: number] | null, at: number | null, view: boolean, paused: boolean }} Choice
 */

/** What a link to a page says beside them. The other attributes are for a frame. */
const PAGE = ['theme', 'renderer'];

/** The clip's own address, and those of the files beside it that it uses. @param {Session} session @returns {[key: string, url: string][]} */
export function addresses({ info, source }) {
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
 * @param {Choice} choice
 * @param {boolean} [framed] the page is to be in a frame: a clip that lies elsewhere is named by its folder, as `base`, and what the
 * frame here was given as attributes stays
 */
export function linkTo(session, page, choice, framed = false) {
  const element = /** @type {import('../player/element.js').MareyPlayer} */ (session.element);
  const beside = new URL('.', page).href;
  const [[, clip]] = addresses(session);
  const base = framed && !clip.startsWith(beside) ? new URL('.', clip).href : '';
  const folder = base || beside;
  const written = (/** @type {string} */ url) => (url.startsWith(folder) ? url.slice(folder.length) : url);
  /** @type {[string, string][]} */
  const parts = [];
  for (const [key, url] of addresses(session)) if (url || key === 'url') parts.push([key, written(url)]);
  if (base) parts.push(['base', base]);
  if (session.playback.behaviours.length > 1) parts.push(['behaviour', session.playback.behaviours[session.get('behaviour')]]);
  parts.push(...seen(session, choice, 0));
  parts.push(...read(session));
  if (session.get('frameTime')) parts.push(['fps', short(1 / session.get('frameTime'), 3)]);
  parts.push(...camera(session, choice));
  return spelled(page, [...parts, ...kept(element, framed, (url) => written(url))]);
}

/**
 * A link with the motion inside. It is that of the chosen part, so that its times count from where the part begins.
 * @param {Session} session
 * @param {URL} page
 * @param {Choice} choice
 * @param {string} text the packed motion
 * @param {boolean} [framed]
 */
export function packedLinkTo(session, page, choice, text, framed = false) {
  const element = /** @type {import('../player/element.js').MareyPlayer} */ (session.element);
  const begins = choice.range?.[0] ?? 0;
  const inside = { ...choice, range: null };
  return spelled(page, [['clip', text], ...seen(session, inside, begins), ...read(session), ...camera(session, choice, true), ...kept(element, framed, (url) => url)]);
}

/** The moment, and how it plays. @param {Session} session @param {Choice} choice @param {number} begins @returns {[string, string][]} */
function seen(session, { at, paused, range }, begins) {
  /** @type {[string, string][]} */
  const parts = [];
  if (at !== null) parts.push(['t', short(Math.max(0, at - begins), 3)]);
  if (paused) parts.push(['paused', '1']);
  if (session.get('inPlace')) parts.push(['in-place', '1']);
  if (session.get('rate') !== 1) parts.push(['speed', short(session.get('rate'), 3)]);
  const mode = session.get('loop');
  if (range) parts.push(['loop', range.map((seconds) => short(seconds, 3)).join('-')]);
  else if (mode) parts.push(['loop', '1']);
  if (mode && mode !== 'forward') parts.push(['loop-mode', mode]);
  return parts;
}

/** What somebody reads its numbers as, where that is not what they are taken for. @param {Session} session @returns {[string, string][]} */
function read(session) {
  /** @type {[string, string][]} */
  const parts = [];
  if (session.get('unit')) parts.push(['unit', short(session.get('unit'), 6)]);
  if (session.get('up')) parts.push(['up', session.get('up')]);
  if (session.get('ground') !== 'auto') parts.push(['ground', session.get('ground')]);
  return parts;
}

/** @param {Session} session @param {Choice} choice @param {boolean} [packed] @returns {[string, string][]} */
function camera(session, { view }, packed = false) {
  /** @type {[string, string][]} */
  const parts = [];
  if (session.get('follow') !== 'auto') parts.push(['follow', session.get('follow')]);
  const seenFrom = view && sharedCamera(session, packed);
  if (seenFrom) parts.push(['camera', seenFrom]);
  return parts;
}

/**
 * What the page was opened with and we do not know is not ours to lose.
 * @param {import('../player/element.js').MareyPlayer} element
 * @param {boolean} framed
 * @param {(url: string) => string} written
 */
function kept(element, framed, written) {
  const { observedAttributes } = /** @type {typeof import('../player/element.js').MareyPlayer} */ (element.constructor);
  return [...parameters(location)].filter(([key]) => !LINK_KEYS.includes(key) && (framed || PAGE.includes(key) || !observedAttributes.includes(key)))
    .map(([key, value]) => [key, key === 'poster' ? written(element.poster) : value]);
}

/** @param {URL} page @param {string[][]} parts */
function spelled(page, parts) {
  const link = new URL(page);
  link.search = '';
  link.hash = parts.map(([key, value]) => `${encodeURIComponent(key)}=${readable(value)}`).join('&');
  return link.href;
}

/** Encoded as far as a fragment needs it: slashes, colons and commas stay legible. @param {string} text */
const readable = (text) => encodeURIComponent(text).replace(/%(2F|3A|2C)/g, decodeURIComponent);
