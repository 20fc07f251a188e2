/** The page's address names the clip that plays, or none: a reload, or a copy of it, must not bring back another one. */
import { linked } from '../player/link.js';
import { parameters } from '../player/parameters.js';
import { sessionOf } from '../player/sessions.js';
import { LINK_KEYS } from '../share/link-keys.js';

/** @typedef {import('../types.d.ts').Source} Source */

/** Links that were opened, by the clips that they name. @type {Map<string | undefined, string>} */
const links = new Map();

/** What tells a clip of a link from others; nothing for a file. @param {Source | null | undefined} source */
const key = (source) => source?.url ?? source?.written ?? undefined;

/** The clip that the address names. */
function named() {
  try { return key(linked(parameters(location), document.baseURI)?.source); } catch { return undefined; }
}

/** The address without the clip that it names, and how that is to be shown. What else is asked of the page stays. */
function withoutClip() {
  const url = new URL(location.href);
  const parts = [url.search, url.hash].map((text) => new URLSearchParams(text.replace(/^[?#]/, '')));
  for (const name of LINK_KEYS) for (const values of parts) values.delete(name);
  [url.search, url.hash] = parts.map(String);
  return url.href;
}

/** @param {Source | null} source of what plays */
function follow(source) {
  const before = named();
  if (before === key(source)) return;
  if (before) links.set(before, location.href);
  const link = links.get(key(source));
  if (before || link) history.replaceState(history.state, '', link ?? withoutClip());
}

/** @param {Event} event */
const loaded = ({ target }) => follow(sessionOf(/** @type {import('../player/element.js').MareyPlayer} */ (target)).source);

/** From now on the address follows what plays. @param {import('../player/session.js').Session} session */
export function followed({ element, source }) {
  element.addEventListener('cliploaded', loaded);
  follow(source);
}
