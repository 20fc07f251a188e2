/** The hosts of the pages around a frame, and which origins may talk to it. */
import { isPrivate } from '../player/base/hosts.js';

/** Hosts of the pages around the frame. The browser has already contacted them, so a request reveals nothing and needs no consent. */
export function hostsAround() {
  if (window.parent === window) return [];
  // Without `ancestorOrigins`, the referrer is the parent page, or a page that the frame showed before.
  const origins = location.ancestorOrigins ? [...location.ancestorOrigins] : [document.referrer];
  return origins.flatMap((origin) => {
    try {
      return [new URL(origin).host];
    } catch {
      return [];
    }
  });
}

/**
 * Whether a page may talk to the frame, and so read what it shows. A frame on a private network accepts only pages from private
 * networks; otherwise it would give others a way in.
 * @param {string} origin of the other page @param {string} [here] the frame's own host
 */
export function mayRead(origin, here = location.hostname) {
  if (!isPrivate(here)) return true;
  try {
    return isPrivate(new URL(origin).hostname);
  } catch {
    return false;
  }
}
