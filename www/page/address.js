/** Keeps the page's address in step with the clip that plays, so that a reload or a copied link does not bring back another one. */
import { linked } from '../player/session/link.js';
import { ROWS } from '../player/base/options.js';
import { parameters } from '../player/base/parameters.js';
import { sessionOf } from '../player/session/sessions.js';
import { LINK_KEYS } from '../share/link-keys.js';
import { tellLimits } from './limits.js';

/** @typedef {import('../types.d.ts').Source} Source */

/** All that a link may say. @type {Set<string>} */
const KNOWN = new Set([...LINK_KEYS, ...ROWS.flatMap(({ attribute, kept }) => (kept ? [attribute] : []))]);
/** Of longer lists of what means nothing, the beginning is told. */
const MOST_NAMED = 5;
/** Links opened so far, by the key of their clip. @type {Map<string | undefined, string>} */
const links = new Map();

/** Identifies a clip from a link; undefined for a file. @param {Source | null | undefined} source */
const key = (source) => source?.url ?? source?.written ?? undefined;

/** The key of the clip that the address names. */
function namedClip() {
  try {
    return key(linked(parameters(location), document.baseURI)?.source);
  } catch {
    return undefined;
  }
}

/** The address without the player's parameters. Other parameters stay. */
function withoutClip() {
  const url = new URL(location.href);
  const parts = [url.search, url.hash].map((text) => new URLSearchParams(text.replace(/^[?#]/, '')));
  for (const name of LINK_KEYS) for (const values of parts) values.delete(name);
  [url.search, url.hash] = parts.map(String);
  return url.href;
}

/** @param {Source | null} source of the clip that plays */
function follow(source) {
  const before = namedClip();
  if (before === key(source)) return;
  if (before) links.set(before, location.href);
  const link = links.get(key(source));
  if (before || link) history.replaceState(history.state, '', link ?? withoutClip());
}

/**
 * Puts the address in step with the clip that was loaded, unless the visitor has opened another link meanwhile. A browser reports that one
 * a task after the address has changed, so this waits for a task.
 * @param {import('../player/session/session.js').Session} session
 */
const followSoon = (session) =>
  setTimeout(() => {
    if (session.requested === session.source) follow(session.source);
  });

/** @param {Event} event */
const loaded = ({ target }) => followSoon(sessionOf(/** @type {import('../player/element/element.js').MareyPlayer} */ (target)));

/** From now on the address follows the player, which tells what it does not show of the link. @param {import('../player/session/session.js').Session} session */
export function followed(session) {
  // Others may add to the query what is for them.
  const written = [...new URLSearchParams(location.hash.replace(/^#/, '')).keys()];
  tellLimits(session, [...new Set(written)].filter((name) => !KNOWN.has(name)).slice(0, MOST_NAMED));
  session.element.addEventListener('cliploaded', loaded);
  followSoon(session);
}
