/** Links to a moment: to the clip's address, or with the motion inside. */
import { short } from '../player/words/format.js';
import { HUMAN } from '../player/session/link.js';
import { parameters } from '../player/base/parameters.js';
import { CLIP_ROWS, READ_AS, ROWS } from '../player/base/options.js';
import { parseHolds } from '../player/base/values.js';
import { LINK_KEYS } from './link-keys.js';
import { told } from './told.js';

/** @typedef {import('../actors/clip-element.js').MareyClip} MareyClip */
/** @typedef {import('../player/session/session.js').Session} Session */

/**
 * What a link includes. `range`: seconds, null for the whole clip; `at`: the moment in seconds, null for the start; `view`: the camera.
 * @typedef {{ range: [from: number, to: number] | null, at: number | null, view: boolean, paused: boolean }} Choice
 */

/** What is said of a file; '' for what means nothing. @param {import('../types.d.ts').Source | null | undefined} source @param {string} field */
const saidOf = (source, field) =>
  (field === 'holds' ? parseHolds(source?.holds) : source?.[/** @type {'joints' | 'axes' | 'skipReference'} */ (field)]) ?? '';

/** How the own clip's file is read, '' for what is not said. @param {Session} session */
export const readAs = (session) =>
  READ_AS.map(({ name, attribute, kind }) => ({ name, attribute, kind, text: saidOf(session.source, name) }));

/** Addresses of the clip and of the files that it uses. @param {Session} session @returns {[key: string, url: string][]} */
export function addresses({ info: shown, source }) {
  const { ownInfo: info = shown, figure, ghost, stillFeet } = source?.onto ?? {};
  const how = [stillFeet && 'still', ghost && 'ghost'].filter(Boolean).join();
  const at = (/** @type {string | undefined} */ name) => (name && source?.companions?.find((each) => each.name === name)?.url) || '';
  return [
    ['url', source?.url ?? ''],
    ['skeleton', at(info?.skeletonFile)],
    ['skin', at(info?.skin)],
    ...(figure?.url
      ? [/** @type {[string, string]} */ (['onto', `${figure.written === HUMAN ? HUMAN : figure.url}${how && `#${how}`}`])]
      : []),
  ];
}

/** Whether all files of the clip, and the clips beside it, have addresses. @param {Session} session */
export function linkable(session) {
  const [[, url], [, skeleton]] = addresses(session);
  const { ownInfo: info = session.info } = session.source?.onto ?? {};
  const beside = session.state.others.every(({ element }) => /** @type {MareyClip} */ (element).clip?.source.url);
  return url !== '' && (skeleton !== '' || !info?.skeletonFile) && beside;
}

/** Whether the motion was mended after its file had been fetched from an address: a link to that would not have it. @param {Session} session */
export function isMended({ source }) {
  const { mended } = source?.onto?.own ?? source ?? {};
  return Boolean(mended?.own.url);
}

/**
 * A link that restores the current view. Files below the page's folder get relative addresses.
 * @param {Session} session @param {URL} page @param {Choice} choice
 * @param {boolean} [framed] for a frame: names the folder of a clip elsewhere as `base`, and keeps the attributes of the current frame
 */
export function linkTo(session, page, choice, framed = false) {
  const element = /** @type {import('../player/element/element.js').MareyPlayer} */ (session.element);
  const beside = new URL('.', page).href;
  const [[, clip]] = addresses(session);
  const base = framed && clip && !clip.startsWith(beside) ? new URL('.', clip).href : '';
  const folder = base || beside;
  const written = (/** @type {string} */ url) => (url.startsWith(folder) ? url.slice(folder.length) : url);
  /** @type {[string, string][]} */
  const parts = [];
  for (const [key, url] of addresses(session))
    if (url || key === 'url' || (key === 'skeleton' && session.state.others.length)) parts.push([key, written(url)]);
  // Of the first clip, too, if those beside it have one: they are told apart by their order.
  for (const { name, attribute, text } of readAs(session)) {
    if (text || session.state.others.some(({ element }) => saidOf(/** @type {MareyClip} */ (element).clip?.source, name)))
      parts.push([attribute, text]);
  }
  if (base) parts.push(['base', base]);
  parts.push(...clipParts(session, 0, written), ...playbackParts(session, choice, { view: choice.view, packed: false, rangeStart: 0 }));
  return linkWith(page, [...parts, ...foreignParts(element, framed, (url) => written(url))]);
}

/**
 * A link with the motion of the chosen range inside, so that its times count from the start of the range.
 * @param {Session} session @param {URL} page @param {Choice} choice @param {string} text the packed motion @param {boolean} [framed]
 */
export function packedLinkTo(session, page, choice, text, framed = false) {
  const element = /** @type {import('../player/element/element.js').MareyPlayer} */ (session.element);
  const rangeStart = choice.range?.[0] ?? 0;
  return linkWith(page, [
    ...text.split('\n').map((one) => ['clip', one]),
    ...clipParts(session, rangeStart),
    ...playbackParts(session, { ...choice, range: null }, { view: choice.view, packed: true, rangeStart, rangeEnd: choice.range?.[1] }),
    ...foreignParts(element, framed, (url) => url),
  ]);
}

/**
 * The clips beside the own one: their addresses, and the values of each option that one of them has, in their order, '' where it has none.
 * `seen` are words about which clips are shown, by their numbers, 0 for the own one; `isSeen` tells it of each beside.
 * @param {Session} session @param {number} rangeStart the second from which times count
 * @param {(url: string) => string} [written] of clips with addresses; without it those inside the link
 */
export function clipsTold({ state: { chooser, others } }, rangeStart, written) {
  const clips = others.map(({ element }) => /** @type {MareyClip} */ (element)).filter(({ clip }) => !written || clip?.source.url);
  /** @type {Record<string, (clip: MareyClip) => string>} */
  const now = {
    skeleton: ({ clip }) => {
      const url = clip?.source.companions?.find(({ name }) => name === clip.info?.skeletonFile)?.url;
      return (url && written?.(url)) || '';
    },
    ...Object.fromEntries(READ_AS.map(({ name }) => [name, (/** @type {MareyClip} */ { clip }) => saidOf(clip?.source, name)])),
    offset: ({ offset }) => (offset || rangeStart ? short(offset - rangeStart, 4) : ''),
    position: ({ position }) => (position.some(Boolean) ? position.map((metres) => short(metres, 3)).join(',') : ''),
    turn: ({ turn }) => (turn ? short(turn, 2) : ''),
    beyond: ({ beyond }) => (beyond === 'hold' ? '' : beyond),
    speed: ({ speed }) => (speed === 1 ? '' : short(speed, 3)),
  };
  const options = CLIP_ROWS.flatMap(({ name, attribute, kind, beside, file, inside }) => {
    if (!beside || (!written && (file || inside))) return [];
    const values = clips.map((clip) => (Object.hasOwn(now, name) ? now[name](clip) : (clip.getAttribute(attribute) ?? '')));
    return values.some(Boolean) ? [{ attribute, kind, beside, values }] : [];
  });
  const { ownHidden = false, solo: at = -1 } = chooser ?? {};
  // The only one that is shown, null for the own one.
  const solo = at ? others[at - 1]?.element : null;
  const seen = [null, ...clips].flatMap((clip, index) => [
    ...((clip ? clip.hidden : ownHidden) ? [`hide-${index}`] : []),
    ...(clip === solo ? [`only-${index}`] : []),
  ]);
  const isSeen = clips.map((clip) => !clip.hidden && (solo === undefined || clip === solo));
  return { count: clips.length, seen, isSeen, addresses: written ? clips.map(({ clip }) => written(clip?.source.url ?? '')) : [], options };
}

/**
 * Parameters of the clips beside the own one: with their addresses, or of those that are inside the link.
 * @param {Session} session @param {number} rangeStart @param {(url: string) => string} [written] @returns {[string, string][]}
 */
function clipParts(session, rangeStart, written) {
  const { count, seen, addresses, options } = clipsTold(session, rangeStart, written);
  const compare = [session.state.compare, ...seen].filter(Boolean).join();
  return [
    ...addresses.map((url) => /** @type {[string, string]} */ (['url', url])),
    ...options.flatMap(({ beside, values }) => values.map((value) => /** @type {[string, string]} */ ([beside, value]))),
    ...(count && compare ? [/** @type {[string, string]} */ (['compare', compare])] : []),
  ];
}

/** Parameters of playback and of all options. @param {Session} session @param {Choice} choice @param {import('./told.js').Shared} shared @returns {[string, string][]} */
function playbackParts(session, { at, paused, range }, shared) {
  /** @type {[string, string][]} */
  const parts = [];
  if (at !== null) parts.push(['t', short(Math.max(session.playback.begin, at - shared.rangeStart), 3)]);
  if (paused) parts.push(['paused', '1']);
  // A range in a link repeats.
  if (range) parts.push(['loop', range.map((seconds) => short(Math.max(0, seconds), 3)).join('-')]);
  for (const { attribute, kind, text } of told(session, shared))
    if (!range || attribute !== 'loop') parts.push([attribute, kind === 'boolean' ? '1' : compact(kind, text)]);
  return parts;
}

/** Lists have commas alone between their parts. @param {string} kind @param {string} text */
const compact = (kind, text) =>
  kind === 'names' ? text.replaceAll(', ', ',') : kind === 'counts' || kind === 'figures' ? text.replaceAll(' ', ',') : text;

/**
 * The current address's parameters that are unknown to the player, so that a link does not lose them.
 * @param {import('../player/element/element.js').MareyPlayer} element @param {boolean} framed @param {(url: string) => string} written
 */
function foreignParts(element, framed, written) {
  const dropped = framed ? [] : ROWS.flatMap(({ attribute, kept }) => (kept ? [] : [attribute]));
  return [...parameters(location)]
    .filter(([key]) => !LINK_KEYS.includes(key) && !dropped.includes(key))
    .map(([key, value]) => [key, key === 'poster' ? written(element.poster) : value]);
}

/** @param {URL} page @param {string[][]} parts */
function linkWith(page, parts) {
  const link = new URL(page);
  link.search = '';
  link.hash = parts.map(([key, value]) => `${encodeURIComponent(key)}=${readable(value)}`).join('&');
  return link.href;
}

/** Percent-encodes for a fragment, but keeps slashes, colons and commas readable. @param {string} text */
const readable = (text) => encodeURIComponent(text).replace(/%(2F|3A|2C)/g, decodeURIComponent);
