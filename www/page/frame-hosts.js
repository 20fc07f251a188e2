/** Which hosts the pages around a frame are of, and who of them may speak with it. */
import { isPrivate } from '../player/hosts.js';

/**
 * The hosts of the pages around. The visitor's browser has asked them for those pages: a file that is asked for there
 * tells them nothing new, so that nobody has to agree to it.
 */
export function hostsAround() {
  if (window.parent === window) return [];
  // Where a browser does not tell all of them, the referrer is the page that the frame is in, or one that the frame showed before.
  const origins = location.ancestorOrigins ? [...location.ancestorOrigins] : [document.referrer];
  return origins.flatMap((origin) => { try { return [new URL(origin).host]; } catch { return []; } });
}

/**
 * What a frame shows can be read by whoever speaks with it. From a machine in a house or an office only pages from such a machine may:
 * the frame would be a way in for others.
 * @param {string} origin of the page that speaks
 * @param {string} [here] the frame's own host
 */
export function mayRead(origin, here = location.hostname) {
  if (!isPrivate(here)) return true;
  try { return isPrivate(new URL(origin).hostname); } catch { return false; }
}
