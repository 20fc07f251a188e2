/** Links to a moment, written for sharing. */
import { short } from '../player/format.js';
import { parameters } from '../player/link.js';

/** @typedef {import('../player/core.js').Core} Core */

/** Keys that are ours to write. Any other stays in the link as it is. */
const WRITTEN = ['url', 'skeleton', 'skin', 't', 'end', 'speed', 'loop', 'camera', 'behaviour', 'unit', 'up', 'fps'];

/** The clip's own address, and those of the files beside it that it uses. @param {Core} core @returns {[key: string, url: string][]} */
function addresses({ info, loader: { source } }) {
  const at = (/** @type {string | undefined} */ name) => (name && source?.companions?.find((each) => each.name === name)?.url) || '';
  return [['url', source?.url ?? ''], ['skeleton', at(info?.skeletonFile)], ['skin', at(info?.skin)]];
}

/** Everything that is needed to see this again lies at an address. @param {Core} core */
export function linkable(core) {
  const [[, url], [, skeleton]] = addresses(core);
  return url !== '' && (skeleton !== '' || !core.info?.skeletonFile);
}

/**
 * A link that brings back what is seen now. A clip beside the page is named relative to it.
 * @param {Core} core
 * @param {URL} page
 * @param {boolean} fromHere
 */
export function linkTo(core, page, fromHere) {
  const folder = new URL('.', page).href;
  const link = new URL(page);
  // What the page was opened with and we do not know is not ours to lose.
  const kept = [...parameters(location)].filter(([key]) => !WRITTEN.includes(key));
  /** @type {[string, string][]} */
  const parts = [];
  for (const [key, url] of addresses(core)) if (url || key === 'url') parts.push([key, url.startsWith(folder) ? url.slice(folder.length) : url]);
  if (core.get('behaviour')) parts.push(['behaviour', core.behaviours[core.get('behaviour')]]);
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
