/** What is likely wrong with an address or with the server that it leads to, told from how the address is written and where the page is. */
import { fileOf } from '../player/media-error.js';
import { P } from './strings.js';

/** @typedef {import('../player/session.js').Session} Session */
/** @typedef {import('../types.d.ts').Fault} Fault */

/** What can be wrong with a file that is fetched. */
const FETCHED = /^(network|status|html|stalled)$/;

/** @param {string} address as it is written */
const isRelative = (address) => !/^(?:[a-z][a-z0-9+.-]*:|[/\\?#])/i.test(address);

/**
 * The address as it is written and as it became, where a file was fetched from it.
 * @param {Session} session
 */
export function addressOf({ failure }) {
  const file = failure && FETCHED.test(failure.fault.kind) ? fileOf(failure) : null;
  if (!file?.url) return null;
  // What stands behind the path may be a key to the file.
  const { origin, pathname } = new URL(file.url);
  return { written: file.written ?? file.url, whole: file.url, shown: `${origin}${pathname}`, linked: file.guarded };
}

/**
 * The likely cause in words, '' where there is none that the message does not say.
 * @param {Session} session
 */
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
  // A missing file, or the page that some servers send in its place.
  if (fault.status !== 404 && fault.kind !== 'html') return '';
  if (url.origin !== new URL(document.baseURI).origin) return '';
  if (written.startsWith('/') && !written.startsWith('//')) return location.pathname.lastIndexOf('/') > 0 ? hints.root(url.origin) : '';
  if (!isRelative(written)) return '';
  // What the address of a frame names is not beside the page around it.
  return linked && window.parent !== window ? hints.frame(new URL('.', document.baseURI).href) : misplaced(written);
}

/** A relative address that leads to nothing. @param {string} written */
function misplaced(written) {
  const { hints } = P;
  const folder = new URL('.', document.baseURI).href;
  const base = document.querySelector('base[href]')?.getAttribute('href');
  if (base) return hints.base(base, folder);
  const segments = location.pathname.split('/').filter(Boolean);
  const last = segments[segments.length - 1] ?? '';
  // Sites that give each page a folder of its own move the page, and not the files beside its source.
  if (location.pathname.endsWith('/') && last) return hints.directory(folder, `../${written}`);
  if (last && !last.includes('.')) return hints.noSlash(folder, `${last}/${written}`);
  return hints.beginsAt(folder);
}
