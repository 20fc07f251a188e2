/** Links to a moment: to the clip's address, or with the motion inside. */
import { short } from '../player/words/format.js';
import { HUMAN } from '../player/session/link.js';
import { parameters } from '../player/base/parameters.js';
import { parseHolds } from '../player/base/settings.js';
import { LINK_KEYS } from './link-keys.js';
import { sharedCamera } from './shared-camera.js';

/** @typedef {import('../actors/clip-element.js').MareyClip} MareyClip */
/** @typedef {import('../player/session/session.js').Session} Session */

/**
 * What a link includes. `range`: seconds, null for the whole clip; `at`: the moment in seconds, null for the start; `view`: the camera.
 * @typedef {{ range: [from: number, to: number] | null, at: number | null, view: boolean, paused: boolean }} Choice
 */

/** Attributes that links to a page may also set. Frames take all of them. */
const PAGE_ATTRIBUTES = ['theme', 'renderer'];

/** How a file is read: parameters, with the field of a source that each has. */
const READ_AS = /** @type {const} */ ([
  ['joints', 'joints'],
  ['axes', 'axes'],
  ['holds', 'holds'],
  ['skip-reference', 'skipReference'],
]);
/** What is said of a file; '' for what means nothing. @param {import('../types.d.ts').Source | null | undefined} source @param {typeof READ_AS[number][1]} field */
const saidOf = (source, field) => (field === 'holds' ? parseHolds(source?.holds) : source?.[field]) ?? '';
/** How the file of a clip beside the first is read, and what of that packed motion still needs. */
const READINGS = ['unit', 'up', 'fps', 'positions', 'behaviour'];
const READINGS_OF_PACKED = ['unit', 'up'];

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

/** Whether all files of the clip have addresses. @param {Session} session */
export function linkable(session) {
  const [[, url], [, skeleton]] = addresses(session);
  const { ownInfo: info = session.info } = session.source?.onto ?? {};
  return url !== '' && (skeleton !== '' || !info?.skeletonFile);
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
  for (const [key, field] of READ_AS) {
    const its = saidOf(session.source, field);
    if (its || session.state.others.some(({ element }) => /** @type {MareyClip} */ (element).clip?.source[field])) parts.push([key, its]);
  }
  if (base) parts.push(['base', base]);
  if (session.playback.behaviours.length > 1) parts.push(['behaviour', session.playback.behaviours[session.get('behaviour')]]);
  parts.push(...clipParts(session, 0, written), ...playbackParts(session, choice, 0));
  parts.push(...readingParts(session));
  if (session.get('frameTime')) parts.push(['fps', short(1 / session.get('frameTime'), 3)]);
  parts.push(...cameraParts(session, choice));
  return linkWith(page, [...parts, ...foreignParts(element, framed, (url) => written(url))]);
}

/**
 * A link with the motion of the chosen range inside, so that its times count from the start of the range.
 * @param {Session} session @param {URL} page @param {Choice} choice @param {string} text the packed motion @param {boolean} [framed]
 */
export function packedLinkTo(session, page, choice, text, framed = false) {
  const element = /** @type {import('../player/element/element.js').MareyPlayer} */ (session.element);
  const rangeStart = choice.range?.[0] ?? 0;
  const inside = { ...choice, range: null };
  return linkWith(page, [
    ...text.split('\n').map((one) => ['clip', one]),
    ...clipParts(session, rangeStart),
    ...playbackParts(session, inside, rangeStart),
    ...readingParts(session),
    ...cameraParts(session, choice, true),
    ...foreignParts(element, framed, (url) => url),
  ]);
}

/**
 * Parameters of the clips beside the own one: with their addresses, or of those that are inside the link.
 * @param {Session} session @param {number} rangeStart @param {(url: string) => string} [written] @returns {[string, string][]}
 */
function clipParts({ state: { compare, others } }, rangeStart, written) {
  const clips = others.map(({ element }) => /** @type {MareyClip} */ (element)).filter(({ clip }) => !written || clip?.source.url);
  /** @type {[string, string][]} */
  const parts = written ? clips.map(({ clip }) => ['url', written(clip?.source.url ?? '')]) : [];
  const skeletons = written
    ? clips.map(({ clip }) => clip?.source.companions?.find(({ name }) => name === clip.info?.skeletonFile)?.url ?? '')
    : [];
  /** @type {[string, string[]][]} */
  const lists = [
    ['skeleton', skeletons.map((url) => (url && written?.(url)) || '')],
    ...(written
      ? READ_AS.map(([key, field]) => /** @type {[string, string[]]} */ ([key, clips.map(({ clip }) => saidOf(clip?.source, field))]))
      : []),
    ['label', clips.map(({ label }) => label)],
    ['offset', clips.map(({ offset }) => (offset || rangeStart ? short(offset - rangeStart, 4) : ''))],
    ['position', clips.map(({ position }) => (position.some(Boolean) ? position.map((metres) => short(metres, 3)).join(',') : ''))],
    ['turn', clips.map(({ turn }) => (turn ? short(turn, 2) : ''))],
    ['beyond', clips.map(({ beyond }) => (beyond === 'hold' ? '' : beyond))],
    ['clip-speed', clips.map(({ speed }) => (speed === 1 ? '' : short(speed, 3)))],
    ...(written ? READINGS : READINGS_OF_PACKED).map(
      (name) => /** @type {[string, string[]]} */ ([`clip-${name}`, clips.map((clip) => clip.getAttribute(name) ?? '')]),
    ),
  ];
  for (const [name, values] of lists)
    if (values.some(Boolean)) parts.push(...values.map((value) => /** @type {[string, string]} */ ([name, value])));
  if (clips.length && compare) parts.push(['compare', compare]);
  return parts;
}

/** Parameters of playback. @param {Session} session @param {Choice} choice @param {number} rangeStart @returns {[string, string][]} */
function playbackParts(session, { at, paused, range }, rangeStart) {
  /** @type {[string, string][]} */
  const parts = [];
  if (at !== null) parts.push(['t', short(Math.max(session.playback.begin, at - rangeStart), 3)]);
  if (paused) parts.push(['paused', '1']);
  if (session.get('inPlace')) parts.push(['in-place', '1']);
  if (session.get('moments')) parts.push(...momentsParts(session, rangeStart));
  parts.push(...ghostsParts(session), ...trailsParts(session));
  for (const name of /** @type {const} */ (['measures', 'marks'])) {
    const text = session.get(name);
    if (text) parts.push([name, text]);
  }
  const contacts = session.get('contacts');
  if (contacts !== null) parts.push(['contacts', contacts]);
  const curves = session.get('curves');
  if (curves !== null) parts.push(['curves', curves]);
  if (session.get('rate') !== 1) parts.push(['speed', short(session.get('rate'), 3)]);
  const mode = session.get('loop');
  if (range) parts.push(['loop', range.map((seconds) => short(Math.max(0, seconds), 3)).join('-')]);
  else if (mode) parts.push(['loop', '1']);
  if (mode && mode !== 'forward') parts.push(['loop-mode', mode]);
  return parts;
}

/** Parameters of a chronophotograph. @param {Session} session @param {number} rangeStart @returns {[string, string][]} */
function momentsParts(session, rangeStart) {
  const moments = session.get('moments');
  const own = Array.isArray(moments) && moments.map((at) => at - rangeStart).filter((at) => at >= 0);
  /** @type {[string, string][]} */
  const parts = [['moments', own ? own.map((at) => short(at, 4)).join(',') : String(moments)]];
  if (!own && session.get('spacing') !== 'time') parts.push(['moments-spacing', session.get('spacing')]);
  const tint = session.get('tint') === 'viridis' ? 'viridis' : session.get('fade') ? '' : 'none';
  if (tint) parts.push(['moments-tint', tint]);
  return parts;
}

/** Parameters of ghosts. @param {Session} session @returns {[string, string][]} */
function ghostsParts(session) {
  const counts = session.get('ghosts');
  const step = session.get('ghostStep');
  if (!counts) return [];
  return [['ghosts', counts.join(',')], ...(step ? /** @type {[string, string][]} */ ([['ghost-step', step]]) : [])];
}

/** Parameters of trails. @param {Session} session @returns {[string, string][]} */
function trailsParts(session) {
  const names = session.get('trails');
  const reach = session.get('trailWindow');
  if (!names) return [];
  return [
    ['trails', names.join(',')],
    ...(reach === null ? [] : /** @type {[string, string][]} */ ([['trail-window', reach === Infinity ? 'all' : short(reach, 3)]])),
  ];
}

/** Parameters for the visitor's unit, up axis and ground. @param {Session} session @returns {[string, string][]} */
function readingParts(session) {
  /** @type {[string, string][]} */
  const parts = [];
  if (session.get('unit')) parts.push(['unit', short(session.get('unit'), 6)]);
  if (session.get('up')) parts.push(['up', session.get('up')]);
  if (session.get('ground') !== 'auto') parts.push(['ground', session.get('ground')]);
  return parts;
}

/** @param {Session} session @param {Choice} choice @param {boolean} [packed] @returns {[string, string][]} */
function cameraParts(session, { view }, packed = false) {
  /** @type {[string, string][]} */
  const parts = [];
  if (session.get('follow') !== 'auto') parts.push(['follow', session.get('follow')]);
  const cameraText = view && sharedCamera(session, packed);
  if (cameraText) parts.push(['camera', cameraText]);
  return parts;
}

/**
 * The current address's parameters that are unknown to the player, so that a link does not lose them.
 * @param {import('../player/element/element.js').MareyPlayer} element @param {boolean} framed @param {(url: string) => string} written
 */
function foreignParts(element, framed, written) {
  const { observedAttributes } = /** @type {typeof import('../player/element/element.js').MareyPlayer} */ (element.constructor);
  return [...parameters(location)]
    .filter(([key]) => !LINK_KEYS.includes(key) && (framed || PAGE_ATTRIBUTES.includes(key) || !observedAttributes.includes(key)))
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
