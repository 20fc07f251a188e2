/** Guesses why an address failed, from how it is written and where the page is. */
import { fileOf } from '../player/element/media-error.js';
import { P } from './strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../types.d.ts').Fault} Fault */

/** Kinds of faults of fetched files. */
const FETCHED = /^(network|status|html|stalled)$/;

/** @param {string} address as written */
const isRelative = (address) => !/^(?:[a-z][a-z0-9+.-]*:|[/\\?#])/i.test(address);

/** The address as written and as resolved, if a file was fetched from it. @param {Session} session */
export function addressOf({ failure }) {
  const file = failure && FETCHED.test(failure.fault.kind) ? fileOf(failure) : null;
  if (!file?.url) return null;
  // Leave out the query, which may contain a key to the file.
  const { origin, pathname } = new URL(file.url);
  return { written: file.written ?? file.url, whole: file.url, shown: `${origin}${pathname}`, linked: file.untrusted };
}

/** The likely cause in words, '' if the message already says everything. @param {Session} session */
export function hint(session) {
  const { failure } = session;
  const address = addressOf(session);
  if (!failure || !address) return '';
  return [P.hints.became(address.written, address.whole), cause(failure.fault, address)].filter(Boolean).join(' ');
}

/** @param {Fault} fault @param {NonNullable<ReturnType<typeof addressOf>>} address */
export function cause(fault, { written, whole, linked }) {
  const { hints } = P;
  const url = new URL(whole);
  if (location.protocol === 'file:' && url.protocol === 'file:') return hints.disk;
  if (location.protocol === 'https:' && url.protocol === 'http:' && fault.kind === 'network') return hints.mixed;
  const [, path = ''] = /^https:\/\/github\.com\/(.+?\/blob\/.+)$/.exec(url.href) ?? [];
  if (path) return hints.raw(`https://raw.githubusercontent.com/${path.replace('/blob/', '/')}`);
  if (globalThis.origin === 'null' && fault.kind === 'network') return hints.sandbox(url.host);
  // The file is missing, or the server sent a page in its place.
  if (fault.status !== 404 && fault.kind !== 'html') return '';
  if (url.origin !== new URL(document.baseURI).origin) return '';
  if (written.startsWith('/') && !written.startsWith('//')) return location.pathname.lastIndexOf('/') > 0 ? hints.root(url.origin) : '';
  if (!isRelative(written)) return '';
  // Paths in a frame's address are relative to the frame, not to the page around it.
  return linked && window.parent !== window ? hints.frame(new URL('.', document.baseURI).href) : relativeHint(written);
}

/** The hint for a relative address without a file. @param {string} written */
function relativeHint(written) {
  const { hints } = P;
  const folder = new URL('.', document.baseURI).href;
  const base = document.querySelector('base[href]')?.getAttribute('href');
  if (base) return hints.base(base, folder);
  const segments = location.pathname.split('/').filter(Boolean);
  const last = segments[segments.length - 1] ?? '';
  // Site generators that give each page its own folder move the page but not the files beside its source.
  if (location.pathname.endsWith('/') && last) return hints.directory(folder, `../${written}`);
  if (last && !last.includes('.')) return hints.noSlash(folder, `${last}/${written}`);
  return hints.beginsAt(folder);
}
