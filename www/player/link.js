/** Links to a moment, read from the address. What a link says is never trusted. They are written in share/link-to.js. */
import { fault } from './errors.js';
import { number, parseMoment } from './format.js';
import { isPrivate } from './hosts.js';
import { S } from './strings.js';

/** @typedef {import('./load.js').Intent} Intent */
/** @typedef {import('../types.d.ts').Source} Source */
/** @typedef {import('../link-parameters.d.ts').LinkParameters} LinkParameters */

/** Parameters that are attributes of the same meaning, about the clip that the link names. @type {(keyof LinkParameters)[]} */
const ATTRIBUTES = ['loop-mode', 'speed', 'camera', 'behaviour', 'unit', 'up', 'ground', 'fps', 'end', 'renderer'];
/** Those that are there or not. A link says 0 where they are not meant. @type {(keyof LinkParameters)[]} */
const SWITCHES = ['loop', 'in-place'];

/**
 * The address a link asks for, if the page may open it.
 * @param {string} text
 * @param {string} here the page's address
 * @param {string} [base] where relative addresses begin, if not there
 */
export function vetted(text, here, base = here) {
  let url;
  try {
    url = new URL(text, new URL(base, here));
  } catch {
    throw fault('link', S.errors.linkSyntax);
  }
  const page = new URL(here);
  const near = isPrivate(url.hostname);
  if (!(url.protocol === 'https:' || (url.protocol === 'http:' && (near || url.origin === page.origin)))) throw fault('link', S.errors.linkScheme);
  if (near && !isPrivate(page.hostname)) throw fault('link', S.errors.linkPrivate(url.host));
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
    return [{ name: nameOf(url), written: text, url: url.href, guarded }];
  });
}

/** The address of motion that is in the address. */
export const PACKED = '#clip=';

/** Whether a clip came in an address: it is in no file. @param {Source | null | undefined} source */
export const isInAddress = (source) => source?.written?.startsWith(PACKED) ?? false;

/** The clip that a text has in it. @param {string} text @returns {Source} */
export const packedSource = (text) => ({ name: 'clip.marey', blob: new Blob([text]), written: PACKED + text });

/**
 * The clip that a link asks for, and what it should begin with; null where it names none. Throws what is wrong with it.
 * @param {import('../link-parameters.d.ts').LinkValues} values
 * @param {string} here the page's address
 * @param {string} [base] where relative addresses begin, if not there
 * @returns {{ source: Source, intent: Intent } | null}
 */
export function linked(values, here, base) {
  const packed = values.get('clip');
  const address = values.get('url');
  if (!packed && !address) return null;
  const named = (/** @type {string} */ text) => vetted(text, here, base);
  const url = address && !packed ? named(address) : null;
  /** @type {Record<string, string | null>} */
  const attributes = {};
  for (const name of ATTRIBUTES) if (values.has(name)) attributes[name] = values.get(name) ?? '';
  for (const name of SWITCHES) if (values.has(name)) attributes[name] = /^(0|false)$/.test(values.get(name) ?? '') ? null : '';
  const follow = values.get('follow');
  if (follow !== undefined) attributes.follow = /^(0|false|off)$/.test(follow) ? 'off' : follow === 'auto' ? 'auto' : 'on';
  const [from, to] = (values.get('loop') ?? '').split('-').map((part) => number(part, NaN));
  /** @type {false | [{ seconds: number }, { seconds: number }]} */
  const range = to > from && [{ seconds: Math.max(0, from) }, { seconds: to }];
  const moment = parseMoment(values.get('t')) ?? (range && range[0]);
  const paused = values.has('paused') && !/^(0|false)$/.test(values.get('paused') ?? '');
  return {
    source: url ? {
      name: nameOf(url), written: address, url: url.href, guarded: true, companions: companions({ skeleton: values.get('skeleton'), skin: values.get('skin') }, named),
    } : packedSource(packed ?? ''),
    intent: {
      attributes,
      ...(moment && { moment }),
      ...(range && { range }),
      ...(paused && { autoplay: false }),
    },
  };
}
